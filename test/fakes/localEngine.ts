/** An engine without a model: a character is a token, and it writes a fixed text at the pace of the test. */
import type { Desk, Engine, Sampling, Step } from '../../src/local/engine.ts';

export interface FakeEngine extends Engine {
  /** Prompts as they were asked, with the desk. */
  readonly asked: readonly { readonly desk: Desk; readonly prompt: string }[];
  /** How many generations run now. */
  readonly running: number;
  /** Tokens read and written until now. */
  readonly steps: number;
  /** Lets `count` more steps happen; a new engine runs freely until `hold` is called. */
  hold(): void;
  allow(count: number): void;
}

const SPECIAL_END = 0x1f_ff;

/** Prompt tokens that one step reads. */
const PIECE = 8;

export function fakeEngine(answer: string, options: { readonly contextTokens?: number } = {}): FakeEngine {
  const asked: { desk: Desk; prompt: string }[] = [];
  const known: Record<Desk, readonly number[]> = { inline: [], chat: [] };
  let [running, steps, allowed] = [0, 0, Infinity];
  let wake: (() => void)[] = [];
  const codes = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const read = (tokens: readonly number[]): string => String.fromCodePoint(...tokens);
  const step = async (): Promise<void> => {
    while (allowed <= 0) await new Promise<void>((resolve) => wake.push(resolve));
    allowed--;
    steps++;
    // A real engine computes on another thread.
    await new Promise<void>((resolve) => setImmediate(resolve));
  };
  const cached = (desk: Desk, prompt: readonly number[]): number => {
    let same = 0;
    while (same < prompt.length - 1 && known[desk][same] === prompt[same]) same++;
    return same;
  };
  return {
    name: 'fake',
    contextTokens: options.contextTokens ?? 1024,
    infills: true,
    tokenize: codes,
    text: (tokens) => read(tokens.filter((token) => token !== SPECIAL_END)),
    special: (token) => token === SPECIAL_END,
    ends: (token) => token === SPECIAL_END,
    infill: ({ prefix, suffix, files }) =>
      codes([...files.map(({ path, text }) => `[${path}]${text}`), `<${prefix}|${suffix}>`].join('')),
    conversation: (messages) => ({
      tokens: codes(messages.map(({ role, content }) => `${role}:${content}\n`).join('')),
      stop: ['\nuser:'],
    }),
    cached,
    generate: async function* (desk, prompt, sampling: Sampling): AsyncGenerator<Step, void, undefined> {
      asked.push({ desk, prompt: read(prompt) });
      running++;
      try {
        for (let at = cached(desk, prompt); at < prompt.length - 1; at += PIECE) {
          await step();
          yield { type: 'read', tokens: PIECE };
        }
        known[desk] = prompt;
        for (const token of [...codes(answer), SPECIAL_END]) {
          await step();
          yield sampling.probabilities === 0
            ? { type: 'token', token }
            : { type: 'token', token, probability: 0.5, top: [{ token, probability: 0.5 }] };
        }
      } finally {
        running--;
      }
    },
    asked,
    get running() {
      return running;
    },
    get steps() {
      return steps;
    },
    hold: () => {
      allowed = 0;
    },
    allow: (count) => {
      allowed += count;
      const waiting = wake;
      wake = [];
      waiting.forEach((go) => go());
    },
  };
}
