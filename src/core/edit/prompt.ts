/** What a model is told about an edit, within its context window. */
import { CHARACTERS_PER_TOKEN, estimateTokens } from '../model/tokens.ts';
import type { ChatMessage } from '../model/words.ts';

export interface EditQuestion {
  /** Path shown to the model, relative to the workspace. */
  readonly path: string;
  readonly language: string;
  readonly instruction: string;
  /** The file's lines; those from `start` to `end` (exclusive) are to be edited. */
  readonly file: readonly string[];
  readonly start: number;
  readonly end: number;
}

export type EditPrompt =
  | { readonly type: 'messages'; readonly messages: readonly ChatMessage[]; readonly maxTokens: number }
  /** The lines alone, once read and once written, do not fit. */
  | { readonly type: 'too-long'; readonly tokens: number; readonly contextTokens: number };

/** Assumed where nothing is known of a model: the smallest window among those that are worth using for edits. */
export const DEFAULT_CONTEXT_TOKENS = 8192;
/** Room for the instructions around the code and for an answer that is longer than what it replaces. */
const OVERHEAD_TOKENS = 400;
const LEAST_ANSWER_TOKENS = 512;

/** @param contextTokens the model's context window, prompt and answer together */
export function editPrompt(question: EditQuestion, contextTokens = DEFAULT_CONTEXT_TOKENS): EditPrompt {
  const { file, start, end, instruction } = question;
  const lines = file.slice(start, end);
  const region = estimateTokens(lines.join('\n'));
  const maxTokens = Math.max(LEAST_ANSWER_TOKENS, Math.ceil(region * 1.5));
  const needed = region + maxTokens + OVERHEAD_TOKENS + estimateTokens(instruction);
  if (needed > contextTokens) return { type: 'too-long', tokens: needed, contextTokens };
  const around = (contextTokens - needed) * CHARACTERS_PER_TOKEN;
  // What stands above matters more: declarations, imports.
  const before = nearest(file.slice(0, start).toReversed(), Math.floor(around * 0.7)).toReversed();
  const after = nearest(file.slice(end), Math.floor(around * 0.3));
  return {
    type: 'messages',
    maxTokens: Math.max(maxTokens, Math.min(4096, Math.floor((contextTokens - needed) / 4) + maxTokens)),
    messages: [
      { role: 'system', content: SYSTEM },
      { role: 'user', content: ask(question, lines, before, after) },
    ],
  };
}

const SYSTEM =
  'You edit source code. You answer with one fenced code block that holds the new text of the marked lines, ' +
  'complete and with its indentation, and with nothing before or behind it. ' +
  'You change no more than the instruction asks for and do not repeat the lines around.';

/** Lines from the first on, as many whole ones as `characters` allow. */
function nearest(lines: readonly string[], characters: number): string[] {
  let left = characters;
  const until = lines.findIndex((line) => (left -= line.length + 1) < 0);
  return until < 0 ? [...lines] : lines.slice(0, until);
}

function ask(
  { path, language, instruction }: EditQuestion,
  lines: readonly string[],
  before: readonly string[],
  after: readonly string[],
): string {
  const blank = lines.every((line) => line.trim() === '');
  const fence = fenceFor([...before, ...lines, ...after]);
  const block = (title: string, code: readonly string[]): string =>
    code.some((line) => line.trim() !== '')
      ? `${title}\n${fence}${language}\n${code.join('\n')}\n${fence}\n\n`
      : '';
  return (
    `File: ${path}\n\n` +
    block('Lines above, not to be repeated:', before) +
    block('Lines below, not to be repeated:', after) +
    (blank ? '' : block('Lines to edit:', lines)) +
    `Instruction: ${instruction}\n\n` +
    (blank
      ? `Write the text that goes between the lines above and the lines below`
      : `Write the new text of the lines to edit`) +
    `, in one code block fenced by ${fence}.`
  );
}

/** A fence longer than any in the text, so that the text cannot end it. */
export function fenceFor(lines: readonly string[]): string {
  const longest = lines.reduce((most, line) => Math.max(most, /^\s*(`{3,})/.exec(line)?.[1]?.length ?? 0), 2);
  return '`'.repeat(longest + 1);
}
