/** Asks a model for a commit message and reads its answer. */
import { withoutReasoning } from '../edit/reasoning.ts';
import { CHARACTERS_PER_TOKEN } from '../model/tokens.ts';
import type { ChatMessage } from '../model/words.ts';
import { quoteChanges, type FileChange } from './changes.ts';
import { describeStyle } from './style.ts';

export interface CommitPrompt {
  readonly messages: readonly ChatMessage[];
  readonly maxTokens: number;
}

const ANSWER_TOKENS = 512;
const OVERHEAD_TOKENS = 400;
/** More than this makes small models lose the thread, and nobody waits for the rest. */
const MOST_PROMPT_TOKENS = 12_000;

/**
 * @param changes at least one
 * @param recent the repository's recent commit messages, the newest first
 * @param contextTokens the model's context window, prompt and answer together
 */
export function commitPrompt(
  changes: readonly FileChange[],
  recent: readonly string[],
  contextTokens: number,
): CommitPrompt {
  const room = Math.min(MOST_PROMPT_TOKENS, contextTokens - ANSWER_TOKENS - OVERHEAD_TOKENS);
  const quoted = quoteChanges(changes, Math.max(400, room * CHARACTERS_PER_TOKEN));
  return {
    maxTokens: ANSWER_TOKENS,
    messages: [
      {
        role: 'system',
        content:
          'You write the message of a git commit from its changes: what they do for people who use or work on the ' +
          `project, not a list of files. ${describeStyle(recent)} You answer with the message alone.`,
      },
      { role: 'user', content: `${quoted}\n\nWrite the commit message for these changes.` },
    ],
  };
}

const LEAD =
  /^(?:\*\*)?(?:(?:sure|certainly|of course|here(?:'s|’s| is| are))\b.*:|(?:suggested )?commit message:?)(?:\*\*)?:?\s*$/i;
const LABEL = /^(?:\*\*)?(?:commit message|subject|title)(?:\*\*)?:(?:\*\*)?\s+/i;
const TAIL = /^(?:this (?:commit )?message|let me know|i hope|hope this|note:|explanation:)/i;

/** The message in an answer, as far as it has come; without reasoning, fences, quotes and talk around it. */
export function readCommitMessage(answer: string): string {
  const text = withoutReasoning(answer.replace(/\r\n?/g, '\n'));
  const lines = withoutFence(text.split('\n'));
  while (lines.length > 0 && (lines[0]?.trim() === '' || LEAD.test(lines[0] ?? ''))) lines.shift();
  const tail = lines.findIndex((line, index) => index > 0 && TAIL.test(line));
  const message = (tail < 0 ? lines : lines.slice(0, tail)).join('\n').replace(LABEL, '').trim();
  return /^(["'`])[^\n]*\1$/.test(message) ? message.slice(1, -1).trim() : message;
}

function withoutFence(lines: readonly string[]): string[] {
  const fence = /^\s*```/;
  const start = lines.findIndex((line) => fence.test(line));
  if (start < 0) return withoutPartialFence(lines);
  const inside = lines.slice(start + 1);
  const end = inside.findIndex((line) => fence.test(line));
  const block = end < 0 ? withoutPartialFence(inside) : inside.slice(0, end);
  // A fence that only closes: the message stands before it.
  const before = lines.slice(0, start);
  return block.some((line) => line.trim() !== '') || before.length === 0 ? block : before;
}

/** While an answer streams, its last line may be a fence half written. */
function withoutPartialFence(lines: readonly string[]): string[] {
  return lines.slice(0, /^\s*`{1,2}$/.test(lines.at(-1) ?? '') ? -1 : undefined);
}
