/** One answer of the model: reads the prompt, writes until a stop, and tells in llama.cpp's terms how it went. */
import type { Desk, Engine, Likely, Sampling } from './engine.ts';
import type { Turn } from './turns.ts';

export interface Generation {
  readonly desk: Desk;
  readonly prompt: readonly number[];
  readonly sampling: Sampling;
  /** Most tokens to write. */
  readonly limit: number;
  readonly stop: readonly string[];
  /** After this many milliseconds of writing, the next line end is the last. */
  readonly writeMs?: number;
}

/** A written token as the wire reports it. */
export interface WrittenToken extends Likely {
  readonly text: string;
  readonly top: readonly (Likely & { readonly text: string })[];
}

export type Reply =
  /** Text to show; `tokens` are those written since the last piece. */
  | {
      readonly type: 'piece';
      readonly content: string;
      readonly tokens: readonly number[];
      readonly likely: readonly WrittenToken[];
    }
  | {
      readonly type: 'end';
      readonly stopType: 'eos' | 'limit' | 'word';
      readonly stoppingWord: string;
      /** A newer request took the place. */
      readonly superseded: boolean;
      readonly figures: Figures;
    };

/** Counts in tokens, times in milliseconds. */
export interface Figures {
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly promptMs: number;
  readonly writtenTokens: number;
  readonly writtenMs: number;
}

/** A character takes at most four bytes, and a byte can be a token of its own. */
const MOST_BYTE_TOKENS = 4;

/** Yields pieces and one end; nothing after the turn's signal is aborted by the caller's leaving. */
export async function* generate(
  engine: Engine,
  { desk, prompt, sampling, limit, stop, writeMs }: Generation,
  turn: Turn,
  now: () => number,
): AsyncGenerator<Reply, void, undefined> {
  const cachedTokens = engine.cached(desk, prompt);
  const start = now();
  let firstAt: number | undefined;
  let written = 0;
  let bytes: number[] = [];
  let held = '';
  let tokens: number[] = [];
  let likely: WrittenToken[] = [];
  let recent = '';
  let end: { stopType: 'eos' | 'limit' | 'word'; stoppingWord: string } = {
    stopType: 'limit',
    stoppingWord: '',
  };

  const piece = (content: string): Reply => {
    const reply: Reply = { type: 'piece', content, tokens, likely };
    [tokens, likely] = [[], []];
    return reply;
  };

  const left = (): boolean => turn.signal.aborted;
  if (limit > 0 && !left()) {
    for await (const step of engine.generate(desk, prompt, sampling)) {
      if (left()) break;
      if (step.type === 'read') {
        await turn.pause();
        continue;
      }
      firstAt ??= now();
      written++;
      if (engine.ends(step.token)) {
        end = { stopType: 'eos', stoppingWord: '' };
        break;
      }
      tokens.push(step.token);
      if (step.probability !== undefined)
        likely.push(describe(engine, { ...step, probability: step.probability }));
      bytes.push(step.token);
      const text = engine.text(bytes);
      if (!text.endsWith('\uFFFD') || bytes.length >= MOST_BYTE_TOKENS) {
        bytes = [];
        held += text;
      }
      const found = firstStop(held, stop);
      if (found) {
        held = held.slice(0, found.at);
        end = { stopType: 'word', stoppingWord: found.word };
        break;
      }
      const ready = held.slice(0, held.length - heldBack(held, stop));
      held = held.slice(ready.length);
      recent = ready === '' ? recent : ready;
      if (ready !== '') yield piece(ready);
      const late = writeMs !== undefined && now() - firstAt > writeMs && recent.includes('\n');
      if (written >= limit || late) break;
      await turn.pause();
    }
  }
  if (held !== '' && !left()) yield piece(held);
  const finish = now();
  yield {
    type: 'end',
    ...end,
    superseded: turn.superseded,
    figures: {
      promptTokens: prompt.length,
      cachedTokens,
      promptMs: (firstAt ?? finish) - start,
      writtenTokens: written,
      writtenMs: finish - (firstAt ?? finish),
    },
  };
}

function describe(engine: Engine, step: Likely & { readonly top?: readonly Likely[] }): WrittenToken {
  return {
    token: step.token,
    probability: step.probability,
    text: engine.text([step.token]),
    top: (step.top ?? []).map((other) => ({ ...other, text: engine.text([other.token]) })),
  };
}

function firstStop(text: string, stop: readonly string[]): { at: number; word: string } | undefined {
  let first: { at: number; word: string } | undefined;
  for (const word of stop) {
    const at = text.indexOf(word);
    if (at >= 0 && (!first || at < first.at)) first = { at, word };
  }
  return first;
}

/** How many characters at the end may be the beginning of a stop. */
function heldBack(text: string, stop: readonly string[]): number {
  let most = 0;
  for (const word of stop) {
    for (let length = Math.min(word.length - 1, text.length); length > most; length--) {
      if (text.endsWith(word.slice(0, length))) most = length;
    }
  }
  return most;
}
