/**
 * A person types real files against a scripted model, on a virtual clock: what they see, and what it costs.
 *
 *     npm run bench -- typing [--file F]… [--seed N]… [--ttft MS] [--token-ms MS] [--wrong SHARE] [--json]
 *
 * Exits 1 when a budget is missed.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createSuggester } from '../src/core/completion/suggest.ts';
import type { Suggester } from '../src/core/completion/words.ts';
import { fakeClock, type FakeClock } from '../test/fakes/clock.ts';
import { createScriptedModel, type ScriptedModel } from '../test/fakes/scriptedModel.ts';
import { createDebounce } from './typist/debounce.ts';
import { habitsOf } from './typist/habits.ts';
import { answerFor, ORACLE_FIM, type OracleOptions } from './typist/oracle.ts';
import { newTally, typePiece, withoutBlanks, type Piece } from './typist/session.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
/** Files that change with a dependency only, so that figures of different days compare. */
const DEFAULT_FILES = [
  'node_modules/eventsource-parser/src/parse.ts',
  'node_modules/mocha/lib/suite.js',
  'bench/data/inventory.py',
  'test/fixtures/eval/cache.go',
];
/** Several people: the luck of one decides too much. */
const DEFAULT_SEEDS = ['1', '2', '3'];
const LANGUAGES: Readonly<Record<string, string>> = {
  '.ts': 'typescript',
  '.py': 'python',
  '.js': 'javascript',
};

const { values } = parseArgs({
  options: {
    file: { type: 'string', multiple: true },
    seed: { type: 'string', multiple: true },
    ttft: { type: 'string', default: '180' },
    'token-ms': { type: 'string', default: '15' },
    wrong: { type: 'string', default: '0.35' },
    json: { type: 'boolean', default: false },
  },
});

const oracle: OracleOptions = {
  firstTokenMs: Number(values.ttft),
  tokenMs: Number(values['token-ms']),
  wrong: Number(values.wrong),
};

/** Three pieces of each file are typed anew, the last one before the first: the caret jumps. */
function piecesOf(file: string): Piece[] {
  const text = readFileSync(path.resolve(ROOT, file), 'utf8');
  const lines = text.split(/(?<=\n)/);
  const size = Math.max(6, Math.floor(lines.length / 6));
  return [0.7, 0.1, 0.4].map((where) => {
    const from = Math.floor(lines.length * where);
    const whole = lines
      .slice(from, from + size)
      .join('')
      .trimEnd();
    // The editor has indented the first line.
    const indent = /^[ \t]*/.exec(whole)?.[0] ?? '';
    const head = lines.slice(0, from).join('') + indent;
    const target = whole.slice(indent.length);
    const language = LANGUAGES[path.extname(file)] ?? 'plaintext';
    // The line break behind the piece is there already.
    const tail = `\n${lines.slice(from + size).join('')}`;
    return { path: path.basename(file), language, head, target, tail };
  });
}

interface Report {
  readonly keys: number;
  readonly requests: number;
  readonly requestsPer100Keys: number;
  readonly joined: number;
  readonly pauses: number;
  readonly rightWithin100Ms: number;
  readonly rightWithin300Ms: number;
  readonly rightWithin500Ms: number;
  readonly tokensGenerated: number;
  readonly tokensWastedPercent: number;
  readonly charactersAccepted: number;
  readonly workP50Ms: number;
  readonly workP99Ms: number;
}

async function replay(engine: (clock: FakeClock, model: ScriptedModel) => Suggester): Promise<Report> {
  const tally = newTally();
  let requests = 0;
  let generated = 0;
  let wasted = 0;
  const people = (values.seed ?? DEFAULT_SEEDS).map((seed) => habitsOf(Number(seed)));
  const sessions = people.flatMap((habits) =>
    (values.file ?? DEFAULT_FILES).map((file) => ({ habits, file })),
  );
  for (const { habits, file } of sessions) {
    const clock = fakeClock();
    let piece: Piece | undefined;
    const model = createScriptedModel(clock, (request) => {
      if (request.type !== 'text' || !piece) return { tokens: [] };
      return answerFor(request.prompt, piece.head, piece.target, habits, oracle);
    });
    const suggester = engine(clock, model);
    tally.shown.clear();
    for (piece of piecesOf(file)) {
      await typePiece(piece, suggester, clock, habits, model.served, tally);
      await clock.pass(2000);
    }
    suggester.dispose();
    await clock.pass(1000);
    requests += model.served.length;
    for (const [index, { tokens, texts }] of model.served.entries()) {
      generated += tokens;
      wasted += unseen(texts.slice(0, tokens), tally.shown.get(index) ?? 0);
    }
  }
  const share = (count: number): number => round((100 * count) / Math.max(1, tally.pauses));
  const work = tally.work.sort((a, b) => a - b);
  return {
    keys: tally.keys,
    requests,
    requestsPer100Keys: round((100 * requests) / tally.keys),
    joined: tally.joined,
    pauses: tally.pauses,
    rightWithin100Ms: share(tally.visible[100]),
    rightWithin300Ms: share(tally.visible[300]),
    rightWithin500Ms: share(tally.visible[500]),
    tokensGenerated: generated,
    tokensWastedPercent: round((100 * wasted) / Math.max(1, generated)),
    charactersAccepted: tally.accepted,
    workP50Ms: round(work[Math.floor(work.length * 0.5)] ?? 0),
    workP99Ms: round(work[Math.floor(work.length * 0.99)] ?? 0),
  };
}

/** Tokens of which nothing was ever on the screen; `shown` in characters that are not blank. */
function unseen(tokens: readonly string[], shown: number): number {
  let chars = 0;
  return tokens.filter((token) => {
    const before = chars;
    chars += withoutBlanks(token).length;
    return before >= shown && shown < withoutBlanks(tokens.join('')).length;
  }).length;
}

const round = (value: number): number => Math.round(value * 100) / 100;

const ours = await replay((clock, model) =>
  createSuggester(
    {},
    {
      clock,
      stream: model.stream,
      model: () => ({
        name: 'oracle',
        endpoint: { url: 'http://127.0.0.1:1', dialect: 'openai-completions' },
        fim: ORACLE_FIM,
        contextTokens: 32_000,
      }),
    },
  ),
);
const debounce = await replay(createDebounce);

const budgets: readonly (readonly [name: string, met: boolean])[] = [
  ['under 12 requests per 100 keys', ours.requestsPer100Keys < 12],
  ['at most a third of the debounce’s requests', ours.requestsPer100Keys <= debounce.requestsPer100Keys / 3],
  ['right text within 300 ms at 60 % of the pauses', ours.rightWithin300Ms >= 60],
  ['under 20 % of the tokens wasted', ours.tokensWastedPercent < 20],
  ['keystroke work p50 under 0.5 ms, p99 under 3 ms', ours.workP50Ms < 0.5 && ours.workP99Ms < 3],
];

if (values.json)
  console.log(JSON.stringify({ oracle, ours, debounce, budgets: Object.fromEntries(budgets) }));
else {
  console.log(
    `${oracle.firstTokenMs} ms to the first token, ${oracle.tokenMs} ms a token, ${oracle.wrong * 100} % wrong`,
  );
  const rows = new Map(Object.entries(debounce));
  const sideBySide = Object.entries(ours).map(([name, value]) => ({
    figure: name,
    ghoststream: Number(value),
    'debounce 150 ms': Number(rows.get(name)),
  }));
  console.table(sideBySide);
  for (const [name, met] of budgets) console.log(`${met ? 'met   ' : 'MISSED'} ${name}`);
}
if (budgets.some(([, met]) => !met)) process.exitCode = 1;
