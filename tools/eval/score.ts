/** How good an answer is: the same as what was there, how similar, and whether the document parses with it. */
import type { Syntax } from '../../src/core/completion/syntax.ts';
import type { Hole } from './holes.ts';

export interface Score {
  readonly exact: number;
  /** 1 is equal, 0 has nothing in common. */
  readonly similarity: number;
  readonly parses: number;
  readonly totalMs: number;
}

/** `text` replaces the hole and the first `replaceSuffix` characters behind it. */
export function scoreOf(
  { prefix, middle, suffix }: Hole,
  text: string,
  replaceSuffix: number,
  totalMs: number,
  syntax: Syntax | undefined,
): Score {
  const whole = prefix + text + suffix.slice(replaceSuffix);
  return {
    exact: tidy(whole) === tidy(prefix + middle + suffix) ? 1 : 0,
    similarity: similarity(text, middle + suffix.slice(0, replaceSuffix)),
    parses: syntax && hasErrors(syntax, whole) ? 0 : 1,
    totalMs,
  };
}

export function meanOf(scores: readonly Score[]): Score {
  const mean = (of: (score: Score) => number): number =>
    scores.reduce((sum, score) => sum + of(score), 0) / Math.max(1, scores.length);
  return {
    exact: mean(({ exact }) => exact),
    similarity: mean((score) => score.similarity),
    parses: mean(({ parses }) => parses),
    totalMs: mean(({ totalMs }) => totalMs),
  };
}

const tidy = (text: string): string => text.replace(/[ \t]+$/gm, '').trimEnd();

function hasErrors(syntax: Syntax, text: string): boolean {
  const tree = syntax.parse(text);
  try {
    return tree.errors(0, text.length) > 0;
  } finally {
    tree.dispose();
  }
}

/** One minus the edit distance over the longer length. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return 1 - (row[b.length] ?? 0) / Math.max(a.length, b.length);
}
