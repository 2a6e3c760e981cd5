/** One conversation as text: a JSON line for each event, only ever added to. */
import * as v from 'valibot';
import { emptyConversation, reduce } from './conversation.ts';
import { eventSchema, FORMAT, type ChatEvent, type Conversation } from './words.ts';

const lineSchema = v.object({
  v: v.number(),
  /** The window that wrote it: others take it over, it knows it already. */
  w: v.optional(v.string()),
  e: eventSchema,
});

/** Begins with a line break of its own, so that a line torn by a crash harms no other. */
export function encodeEvents(events: readonly ChatEvent[], writer?: string): string {
  return events.map((e) => `\n${JSON.stringify({ v: FORMAT, w: writer, e })}`).join('') + '\n';
}

/**
 * The events in whole lines; torn lines and lines of later versions are passed over, and so are those of the window
 * `except`.
 */
export function decodeEvents(text: string, except?: string): ChatEvent[] {
  return text.split('\n').flatMap((line) => {
    const decoded = line === '' ? undefined : decodeLine(line);
    return decoded && (except === undefined || decoded.w !== except) ? [decoded.e] : [];
  });
}

/** Adds neighboring text of the same answer together: a long answer is a few lines and not one for each token. */
export function joinDeltas(events: readonly ChatEvent[]): ChatEvent[] {
  const joined: ChatEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    const both = last && join(last, event);
    if (both) joined[joined.length - 1] = both;
    else joined.push(event);
  }
  return joined;
}

export function replay(id: string, events: readonly ChatEvent[]): Conversation {
  return joinDeltas(events).reduce(reduce, emptyConversation(id, 0));
}

function join(a: ChatEvent, b: ChatEvent): ChatEvent | undefined {
  if (a.type === 'text' && b.type === 'text' && a.id === b.id) return { ...a, text: a.text + b.text };
  if (a.type === 'reasoning' && b.type === 'reasoning' && a.id === b.id)
    return { ...a, text: a.text + b.text };
  return undefined;
}

function decodeLine(line: string): v.InferOutput<typeof lineSchema> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const parsed = v.safeParse(lineSchema, value);
  return parsed.success && parsed.output.v <= FORMAT ? parsed.output : undefined;
}
