/** Several answers for one place: which are worth offering, and in which order. */
import type { Recalled } from './memory.ts';
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
export function rank<Some extends Candidate>(
  candidates: readonly Some[],
  place: Place,
  syntax?: Syntax,
): Some[] {
  const different = new Map<string, Some>();
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

/** What else of `recalled` may be offered beside the text that is shown, best first. */
export function besides(
  shown: string,
  recalled: readonly Recalled[],
  place: Place,
  syntax: Syntax | undefined,
): Recalled[] {
  const choices = recalled
    .filter(({ rest }) => comparable(rest.text) !== comparable(shown))
    .map(({ held, rest }) => {
      const { meanLogprob } = held;
      return { ...rest, held, rest, ...(meanLogprob === undefined ? {} : { meanLogprob }) };
    });
  return rank(choices, place, syntax);
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
