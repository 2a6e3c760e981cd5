/** Puts the pieces of streamed tool calls together. */
import type { ModelEvent, ToolCall } from './words.ts';

type Piece = Extract<ModelEvent, { type: 'tool-call-delta' }>;

export interface ToolCallParts {
  add(piece: Piece): void;
  /** The calls in the model's order. One that the server gave no id is numbered. */
  whole(): ToolCall[];
}

export function createToolCallParts(): ToolCallParts {
  const calls = new Map<number, { id: string; name: string; arguments: string }>();
  return {
    add: (piece) => {
      const call = calls.get(piece.index) ?? { id: '', name: '', arguments: '' };
      calls.set(piece.index, call);
      if (piece.id) call.id = piece.id;
      if (piece.name) call.name = piece.name;
      call.arguments += piece.arguments ?? '';
    },
    whole: () =>
      [...calls]
        .toSorted(([a], [b]) => a - b)
        .map(([index, call]) => ({ ...call, id: call.id === '' ? `call_${index}` : call.id })),
  };
}

/** A call's arguments as a value; undefined when they are no JSON object, as when the answer was cut. */
export function readArguments({ arguments: text }: ToolCall): object | undefined {
  // A tool without parameters: some servers send nothing at all.
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
