/** How far into the original an answer has come while it streams, so that what it has not reached yet stays in view. */

/** Costs of an alignment: skipping an original line is cheap, for models drop lines more often than they invent them. */
const SKIP = 0.4;
const ADD = 1;
/** Beyond so many steps the exact place is not worth a stutter: an answer is taken to change line by line. */
const MOST_STEPS = 400_000;

/**
 * Number of original lines that the answer so far stands for: the prefix of `original` with the cheapest alignment.
 *
 *     original   answer so far      reach = 2: `c` is still to come and is not drawn as removed
 *     a          a
 *     b          B
 *     c
 *
 * Takes original lines × answer lines steps.
 */
export function reachOf(original: readonly string[], answer: readonly string[]): number {
  if (original.length * answer.length > MOST_STEPS) return Math.min(original.length, answer.length);
  const lines = original.map((line) => line.trim());
  let row = Float64Array.from({ length: lines.length + 1 }, (_, index) => index * SKIP);
  for (const added of answer) {
    const text = added.trim();
    const next = new Float64Array(row.length);
    next[0] = (row[0] ?? 0) + ADD;
    for (let index = 1; index < row.length; index++) {
      const change = (row[index - 1] ?? 0) + (ADD + SKIP) * (1 - likeness(lines[index - 1] ?? '', text));
      next[index] = Math.min(change, (row[index] ?? 0) + ADD, (next[index - 1] ?? 0) + SKIP);
    }
    row = next;
  }
  // The least cost; the shortest prefix among equals, so that nothing is given up too early.
  return row.reduce((best, cost, index) => (cost < (row[best] ?? 0) - 1e-9 ? index : best), 0);
}

/** Share of two lines that is equal from both ends, 0 to 1. */
function likeness(a: string, b: string): number {
  if (a === b) return 1;
  const least = Math.min(a.length, b.length);
  let head = 0;
  while (head < least && a.charCodeAt(head) === b.charCodeAt(head)) head++;
  let tail = 0;
  while (tail < least - head && a.charCodeAt(a.length - 1 - tail) === b.charCodeAt(b.length - 1 - tail))
    tail++;
  return (head + tail) / Math.max(a.length, b.length);
}
