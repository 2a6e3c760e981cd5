/** `npm run eval -- [--gguf F | --endpoint U --dialect D [--model M]] [--n N] [--json]`: how good a model's completions are. */
import { parseArgs } from 'node:util';
import { complete } from './eval/complete.ts';
import { cutHoles, type HoleKind } from './eval/holes.ts';
import { localModel, serverModel } from './eval/model.ts';
import { meanOf, scoreOf, type Score } from './eval/score.ts';
import { loadSyntax } from './syntax.ts';

const { values } = parseArgs({
  options: {
    gguf: { type: 'string' },
    endpoint: { type: 'string' },
    dialect: { type: 'string' },
    model: { type: 'string' },
    n: { type: 'string', default: '24' },
    json: { type: 'boolean' },
  },
});

interface Row {
  readonly kind: HoleKind;
  readonly language: string;
  readonly raw: Score;
  readonly repaired: Score;
  readonly firstTokenMs: number;
}

const judged =
  values.endpoint === undefined
    ? await localModel(values.gguf, (line) => console.error(line))
    : serverModel(values.endpoint, values.dialect ?? 'openai-completions', values.model);

const rows: Row[] = [];
try {
  for (const hole of cutHoles(Number(values.n))) {
    const syntax = await loadSyntax(hole.language);
    const done = await complete(hole, judged);
    rows.push({
      kind: hole.kind,
      language: hole.language,
      raw: scoreOf(hole, done.raw, 0, done.rawMs, syntax),
      repaired: scoreOf(hole, done.text, done.replaceSuffix, done.totalMs, syntax),
      firstTokenMs: done.firstTokenMs,
    });
    process.stderr.write('.');
  }
} finally {
  judged.stop();
}
process.stderr.write('\n');

const firstTokenMs = rows.reduce((sum, row) => sum + row.firstTokenMs, 0) / Math.max(1, rows.length);
if (values.json) console.log(JSON.stringify({ model: judged.model.name, firstTokenMs, rows }));
else console.log(table());

function table(): string {
  const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
  const line = (name: string, how: string, { exact, similarity, parses, totalMs }: Score): string =>
    `| ${name} | ${how} | ${percent(exact)} | ${similarity.toFixed(3)} | ${percent(parses)} | ${totalMs.toFixed(0)} ms |`;
  const by = (keyOf: (row: Row) => string): [string, Row[]][] =>
    [...new Set(rows.map(keyOf))].map((key) => [key, rows.filter((row) => keyOf(row) === key)]);
  const groups = [['all', rows] as const, ...by(({ kind }) => kind), ...by(({ language }) => language)];
  return [
    `${judged.model.name}, ${rows.length} holes, first token after ${firstTokenMs.toFixed(0)} ms on average`,
    '',
    '| holes | repair | exact | similarity | parses | until done |',
    '|---|---|--:|--:|--:|--:|',
    ...groups.flatMap(([name, some]) => [
      line(name, 'without', meanOf(some.map(({ raw }) => raw))),
      line(name, 'with', meanOf(some.map(({ repaired }) => repaired))),
    ]),
  ].join('\n');
}
