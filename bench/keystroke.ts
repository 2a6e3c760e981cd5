/**
 * CPU time of the engine on each key, for documents of 1 KB to 5 MB and minified lines of 1 MB: the editor's call, and
 * the look into memory while text grows.
 *
 *     npm run bench -- keystroke [--json]
 *
 * Exits 1 when a budget is missed.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createSuggester } from '../src/core/completion/suggest.ts';
import { WINDOW, type Query } from '../src/core/completion/words.ts';
import { fakeClock } from '../test/fakes/clock.ts';
import { createScriptedModel } from '../test/fakes/scriptedModel.ts';
import { timed } from './typist/work.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const SOURCE = readFileSync(path.join(import.meta.dirname, '..', 'src/core/completion/along.ts'), 'utf8');
const TYPED =
  'const total = items.map((item) => item.price * item.count).reduce((sum, price) => sum + price, 0);\n';

interface Row {
  readonly document: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const KB = 1024;
const DOCUMENTS: readonly (readonly [name: string, text: string])[] = [
  ['1 KB', repeat(SOURCE, KB)],
  ['20 KB', repeat(SOURCE, 20 * KB)],
  ['200 KB', repeat(SOURCE, 200 * KB)],
  ['1 MB', repeat(SOURCE, KB * KB)],
  ['5 MB', repeat(SOURCE, 5 * KB * KB)],
  ['1 MB on one line', repeat(SOURCE.replaceAll(/\s+/g, ' '), KB * KB)],
];

function repeat(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}

/** Types in the middle of the document for a while; every fourth answer of the model is right. */
async function measure(document: string, rounds: number): Promise<number[]> {
  const clock = fakeClock();
  let count = 0;
  const model = createScriptedModel(clock, () => ({
    tokens: count++ % 4 === 0 ? [TYPED.slice(0, 40)] : ['return something', '.else();\n', 'more();\n'],
  }));
  const suggester = createSuggester(
    {},
    {
      clock,
      stream: model.stream,
      model: () => ({
        name: 'test',
        endpoint: { url: 'http://127.0.0.1:1', dialect: 'openai-completions', model: 'qwen2.5-coder' },
      }),
    },
  );
  const middle = Math.floor(document.length / 2);
  const head = document.slice(0, middle);
  const after = document.slice(middle, middle + WINDOW.suffix);
  const times: number[] = [];
  let typed = '';
  let line = head.split('\n').length - 1;
  let lineLength = head.length - head.lastIndexOf('\n') - 1;
  for (let n = 0; n < rounds; n++) {
    const key = TYPED[n % TYPED.length] ?? '';
    typed += key;
    lineLength = key === '\n' ? 0 : lineLength + 1;
    if (key === '\n') line++;
    // The adapter's window: whole lines where they fit.
    const near = (head.slice(-WINDOW.prefix) + typed).slice(-WINDOW.prefix);
    const prefix = near.length - lineLength > 0 ? near.slice(near.indexOf('\n') + 1) : near;
    const query: Query = {
      uri: 'file:///big.ts',
      path: 'big.ts',
      language: 'typescript',
      prefix: flat(prefix),
      suffix: flat(after),
      line,
      column: lineLength,
      eol: '\n',
      tabSize: 2,
      insertSpaces: true,
      trigger: 'automatic',
    };
    const controller = new AbortController();
    const answer = timed(times, () => {
      const promise = suggester.suggest(query, controller.signal);
      suggester.recall(query);
      return promise;
    });
    // Every tenth key is followed by a pause: a request, an answer, something more in memory.
    await clock.pass(n % 10 === 9 ? 800 : 120);
    controller.abort();
    await answer;
  }
  suggester.dispose();
  return times;
}

/** The editor hands over flat strings; ours are put together from pieces, which would be flattened on first use. */
function flat(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

const at = (times: readonly number[], share: number): number =>
  Math.round(1000 * (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0)) / 1000;

await measure(repeat(SOURCE, 20 * KB), 600);
const rows: Row[] = [];
for (const [document, text] of DOCUMENTS) {
  const times = await measure(text, 1500);
  rows.push({ document, p50Ms: at(times, 0.5), p99Ms: at(times, 0.99) });
}

const of = (document: string): Row | undefined => rows.find((row) => row.document === document);
const [middle, large] = [of('200 KB'), of('5 MB')];
const budgets: readonly (readonly [name: string, met: boolean])[] = [
  ['p50 under 0.5 ms at 200 KB', (middle?.p50Ms ?? Infinity) < 0.5],
  ['p99 under 3 ms at 200 KB', (middle?.p99Ms ?? Infinity) < 3],
  ['no growth from 200 KB to 5 MB', (large?.p50Ms ?? Infinity) < Math.max(0.1, 2 * (middle?.p50Ms ?? 0))],
];
if (values.json) console.log(JSON.stringify({ rows, budgets: Object.fromEntries(budgets) }));
else {
  console.table(rows);
  for (const [name, met] of budgets) console.log(`${met ? 'met   ' : 'MISSED'} ${name}`);
}
if (budgets.some(([, met]) => !met)) process.exitCode = 1;
