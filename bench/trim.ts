/** What trimming costs per streamed token, and whether that grows with the answer: `npm run bench -- trim`. */
import { createTrimmer } from '../src/core/completion/trim/trimmer.ts';
import type { Place } from '../src/core/completion/words.ts';
import { loadSyntax } from '../tools/syntax.ts';

/** Tokens of the longest answer; the trimmer is fed all of them, and what cannot be drawn is cut at 4900 characters. */
const LENGTHS = [25, 50, 100, 200, 400, 800];
const ROUNDS = 40;
const BUDGET_US = 50;

const syntax = await loadSyntax('typescript');

/** A body that goes on and on without repeating itself, as tokens of about four characters. */
function bodyOf(count: number): string[] {
  const text = Array.from(
    { length: count },
    (_, at) => `if (item${at} > ${at * 7}) {\n    total += weigh(item${at}, "${at}");\n  }\n\n  `,
  ).join('');
  return (text.match(/ ?\w{1,6}|\n[ ]*|[^\w\s]{1,2}|[ ]+/g) ?? []).slice(0, count);
}

/** One line that never ends. */
function lineOf(count: number): string[] {
  return Array.from({ length: count }, (_, at) => ` word${at.toString(36)}`);
}

function placeOf(lines: number): Place {
  const filler = Array.from({ length: lines }, (_, at) => `export const value${at} = compute(${at});\n`).join(
    '',
  );
  return {
    prefix: `${filler}\nfunction total(): number {\n  let total = 0;\n  `,
    suffix: `\n  return total;\n}\n${filler}`,
    language: 'typescript',
    tabSize: 2,
    insertSpaces: true,
  };
}

/** Median over the rounds: microseconds of processor time per token, and the most that one token took on the clock. */
function measure(
  place: Place,
  tokens: readonly string[],
  parser: typeof syntax,
): { mean: number; most: number } {
  const means: number[] = [];
  const worst: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const trimmer = createTrimmer(place, {
      trigger: 'automatic',
      origin: 'completion',
      stops: [],
      ...(parser ? { syntax: parser } : {}),
    });
    let most = 0;
    let count = 0;
    const before = process.cpuUsage();
    for (const token of tokens) {
      const start = performance.now();
      const { done } = trimmer.push(token);
      const took = performance.now() - start;
      count++;
      most = Math.max(most, took);
      if (done) break;
    }
    const { user, system } = process.cpuUsage(before);
    means.push((user + system) / count);
    worst.push(most * 1000);
  }
  return { mean: median(means), most: median(worst) };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Least squares: microseconds per token at length 0, and what each further 100 tokens add. */
function fit(points: readonly (readonly [x: number, y: number])[]): { base: number; per100: number } {
  const n = points.length;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / n;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / n;
  const slope =
    points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) /
    points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return { base: meanY - slope * meanX, per100: slope * 100 };
}

const round = (value: number): string => value.toFixed(2);
const place = placeOf(2000);
for (const _ of [0, 1, 2]) measure(place, bodyOf(200), undefined);

console.log(
  `document of ${((place.prefix.length + place.suffix.length) / 1000).toFixed(0)} KB, microseconds of processor time per token`,
);
console.log('| answer | tokens | mean | slowest token |');
console.log('|---|--:|--:|--:|');
let failed = false;
for (const [name, make, parser] of [
  ['a block', bodyOf, undefined],
  ['a block, with its grammar', bodyOf, syntax],
  ['one line', lineOf, undefined],
] as const) {
  const points: [number, number][] = [];
  for (const length of LENGTHS) {
    const { mean, most } = measure(place, make(length), parser);
    points.push([length, mean]);
    console.log(`| ${name} | ${length} | ${round(mean)} | ${round(most)} |`);
    if (!parser && mean > BUDGET_US) failed = true;
  }
  const { base, per100 } = fit(points);
  console.log(`${name}: ${round(base)} + ${round(per100)} per 100 tokens of length`);
}
const start = process.cpuUsage();
for (let n = 0; n < 200; n++) createTrimmer(place, { trigger: 'automatic', origin: 'completion', stops: [] });
console.log(`to start trimming at the place: ${round(process.cpuUsage(start).user / 200)} once per request`);
if (failed) {
  console.log(`FAILED: over ${BUDGET_US} microseconds of processor time per token`);
  process.exitCode = 1;
}
