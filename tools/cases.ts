/** `npm run cases -- FILE [--json]`: what the engine offers for each case of a table, however the model's text arrives. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseCases, type Case } from './cases/table.ts';
import { runCase, type Outcome } from './cases/run.ts';
import { loadSyntax } from './syntax.ts';

const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
const [file] = positionals;
if (file === undefined) {
  console.error('usage: npm run cases -- FILE [--json]');
  process.exit(2);
}

function tableOf(path: string): Case[] {
  try {
    return parseCases(readFileSync(path, 'utf8'));
  } catch (error) {
    console.error(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(2);
  }
}

const outcomes: Outcome[] = [];
for (const entry of tableOf(file)) outcomes.push(await runCase(entry, loadSyntax));
const failed = outcomes.filter(({ ok }) => !ok);
if (values.json) {
  console.log(JSON.stringify(outcomes.map(({ id, ok, got, replace }) => ({ id, ok, got, replace }))));
} else {
  for (const { id, got, replace, expected, problem } of failed) {
    console.log(`${id}${problem === undefined ? '' : ` (${problem})`}`);
    console.log(`  got      ${JSON.stringify(got)}${replace > 0 ? ` over ${replace}` : ''}`);
    console.log(`  expected ${JSON.stringify(expected)}`);
  }
  console.log(`${outcomes.length - failed.length} passed, ${failed.length} failed`);
}
process.exitCode = failed.length > 0 ? 1 : 0;
