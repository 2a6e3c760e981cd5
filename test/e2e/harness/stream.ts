/** Streams an answer token by token and remembers what had been sent when, to compare with what was drawn when. */
import type { GhostState } from './ghost.ts';

export interface Sent {
  /** Milliseconds since the epoch, as the page's. */
  readonly at: number;
  /** All that was sent until then. */
  readonly text: string;
}

export interface TimedAnswer {
  readonly tokens: AsyncIterable<string>;
  readonly sent: readonly Sent[];
}

/** Each token `ms` after the one before it. */
export function timed(tokens: readonly string[], ms: number): TimedAnswer {
  const sent: Sent[] = [];
  async function* stream(): AsyncGenerator<string> {
    let text = '';
    for (const token of tokens) {
      await new Promise((resolve) => setTimeout(resolve, ms));
      text += token;
      sent.push({ at: performance.timeOrigin + performance.now(), text });
      yield token;
    }
  }
  return { tokens: stream(), sent };
}

/** A text in pieces such as models write: words with the blank before them, punctuation, line ends. */
export function tokensOf(text: string): string[] {
  return text.match(/\n +|\s?\w+|\s?[^\w\s]+|\s/g) ?? [];
}

/** The states from the first with text to the last one. */
export function fromFirstToLast(states: readonly GhostState[]): readonly GhostState[] {
  const first = states.findIndex(({ text }) => text !== '');
  const last = states.findLastIndex(({ text }) => text !== '');
  return first === -1 ? [] : states.slice(first, last + 1);
}
