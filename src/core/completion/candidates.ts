/** Several answers for one place: which are worth offering, in which order, and how sure the model was. */
import type { Token } from '../model/words.ts';
import type { Syntax } from './syntax.ts';
import type { Place } from './words.ts';

export interface Candidate {
  readonly text: string;
  readonly replaceSuffix: number;
  /** Mean natural logarithm of its tokens' probabilities, where the server tells them. */
  readonly meanLogprob?: number;
}

/** Characters on each side of the caret that are parsed to compare candidates. */
const WINDOW = 8192;

/**
 * Best first, each text once: those that leave the fewest errors of syntax, then those the model was surer of, then
 * the longer ones. Empty ones are left out.
 */
export function rank(candidates: readonly Candidate[], place: Place, syntax?: Syntax): Candidate[] {
  const different = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const key = comparable(candidate.text);
    const other = different.get(key);
    if (key === '' || (other && sureness(other) >= sureness(candidate))) continue;
    different.set(key, candidate);
  }
  const errors = new Map([...different.values()].map((each) => [each, errorsWith(each, place, syntax)]));
  return [...different.values()].sort(
    (a, b) =>
      (errors.get(a) ?? 0) - (errors.get(b) ?? 0) ||
      sureness(b) - sureness(a) ||
      b.text.length - a.text.length,
  );
}

/** Two texts that differ in blanks only are one choice for a person. */
const comparable = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Unknown counts as unsure: a candidate with probabilities was measured. */
const sureness = ({ meanLogprob }: Candidate): number => meanLogprob ?? Number.NEGATIVE_INFINITY;

function errorsWith({ text, replaceSuffix }: Candidate, place: Place, syntax: Syntax | undefined): number {
  if (!syntax) return 0;
  const code = place.prefix.slice(-WINDOW) + text + place.suffix.slice(replaceSuffix, replaceSuffix + WINDOW);
  const tree = syntax.parse(code);
  try {
    return tree.errors(0, code.length);
  } finally {
    tree.dispose();
  }
}

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
