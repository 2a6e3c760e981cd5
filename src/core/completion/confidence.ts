/** An answer that the model itself thinks improbable is not shown. */
import type { ModelEvent, Token } from '../model/words.ts';

/** Probabilities from 0 to 1 below which nothing is shown; 0 lets everything through. */
export interface Threshold {
  /** Of the first token. */
  readonly first: number;
  /** Geometric mean over the tokens of the answer's start. */
  readonly mean: number;
}

/** Tokens that decide. A longer wait would hold back text that is sure; later doubt does not take text away. */
const DECISIVE_TOKENS = 4;

export interface ConfidenceGate {
  /** Reads the next token, if the server described it; says whether the answer may be shown. */
  read(token: Token | undefined): 'wait' | 'open' | 'shut';
  /** The answer is over: what is decided with what came. */
  end(): 'open' | 'shut';
  readonly meanLogprob: number | undefined;
}

/** Ends a stream in place of its finish: what came is not to be shown. */
export interface Withheld {
  readonly type: 'withheld';
  readonly rule: string;
}

/** A server that tells no probabilities opens the gate: it cannot be judged. */
export function createConfidenceGate({ first, mean }: Threshold): ConfidenceGate {
  let sum = 0;
  let count = 0;
  let state: 'wait' | 'open' | 'shut' = first <= 0 && mean <= 0 ? 'open' : 'wait';
  const decide = (): 'open' | 'shut' => (count === 0 || Math.exp(sum / count) >= mean ? 'open' : 'shut');
  return {
    read(token) {
      const logprob = token?.special ? undefined : token?.logprob;
      if (logprob === undefined) {
        if (state === 'wait' && count === 0 && token?.special !== true) state = 'open';
        return state;
      }
      sum += logprob;
      count++;
      if (state === 'wait' && count === 1 && Math.exp(logprob) < first) state = 'shut';
      if (state === 'wait' && count >= DECISIVE_TOKENS) state = decide();
      return state;
    },
    end() {
      if (state === 'wait') state = decide();
      return state;
    },
    get meanLogprob() {
      return count === 0 ? undefined : sum / count;
    },
  };
}

/**
 * The stream, held until its start was judged: then it flows on, or ends as withheld. Of several sequences the first is
 * judged. Leaving it closes the source, as does its early end.
 */
export async function* confident(
  source: AsyncIterable<ModelEvent>,
  threshold: Threshold,
): AsyncGenerator<ModelEvent | Withheld, void, undefined> {
  const gate = createConfidenceGate(threshold);
  let held: ModelEvent[] = [];
  let state: 'wait' | 'open' | 'shut' = 'wait';
  for await (const event of source) {
    const isText = event.type === 'text-delta' && event.sequence === undefined;
    if (isText) state = gate.read(event.token);
    else if (event.type === 'finish') state = gate.end();
    if (state === 'shut') {
      yield { type: 'withheld', rule: 'confidence' };
      return;
    }
    if (state === 'open') {
      yield* held;
      held = [];
      yield event;
    } else held.push(event);
  }
  yield* held;
}
