/** `npm test`: every suite, the editors' tests two at a time, and one last line that sums them up. */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const ROOT = path.resolve(import.meta.dirname, '..');

interface Suite {
  readonly name: string;
  /** An npm script and its arguments. */
  readonly run: readonly string[];
}

/** What the step before built is tested. Two halves of about the same length: mostly they wait, for a stream or for nothing to happen. */
const E2E = readdirSync(path.join(ROOT, 'test/e2e')).filter((file) => file.endsWith('.test.ts'));
const isChat = (file: string): boolean => /^(?:chat|commands|edit|api|models|accounts)/.test(file);
const half = (chat: boolean): string[] =>
  E2E.filter((file) => isChat(file) === chat).map((file) => `test/e2e/${file}`);

/** Steps one after the other; the suites of a step run side by side. */
const STEPS: readonly (readonly Suite[])[] = [
  [{ name: 'unit and contract tests', run: ['unit'] }],
  [{ name: 'in the extension host', run: ['host'] }],
  [
    { name: 'end to end: ghost text', run: ['e2e:files', '--', ...half(false)] },
    { name: 'end to end: chat, commands, models', run: ['e2e:files', '--', ...half(true)] },
  ],
  [{ name: 'end to end, from the package', run: ['e2e:package'] }],
];

/** Shows a suite's output, at once when it runs alone, and counts by mocha's own closing lines. */
function run({ name, run: script }: Suite, alone: boolean): Promise<Counts> {
  const child = spawn('npm', ['run', '--silent', ...script], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', alone ? 'inherit' : 'pipe'],
  });
  let output = '';
  const title = `\n── ${name} ──`;
  if (alone) console.log(title);
  const hear = (data: Buffer): void => {
    if (alone) process.stdout.write(data);
    output += data.toString();
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      if (!alone) console.log(`${title}\n${output}`);
      const count = (word: string): number =>
        Number(new RegExp(`^\\s*(\\d+) ${word}\\b`, 'm').exec(output)?.[1] ?? 0);
      const failed = count('failing');
      // A suite that could not even start has failed too.
      resolve({
        passed: count('passing'),
        failed: code === 0 ? failed : Math.max(failed, 1),
        skipped: count('pending'),
      });
    });
  });
}

function line({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const results: { name: string; counts: Counts; seconds: number }[] = [];
for (const step of STEPS) {
  const start = performance.now();
  const finished = step.map(async (suite) => {
    const counts = await run(suite, step.length === 1);
    results.push({ name: suite.name, counts, seconds: Math.round((performance.now() - start) / 1000) });
  });
  await Promise.all(finished);
}
console.log('');
for (const { name, counts, seconds } of results) console.log(`${name}: ${line(counts)} (${seconds} s)`);
const sum = (count: (counts: Counts) => number): number =>
  results.reduce((total, { counts }) => total + count(counts), 0);
const total = { passed: sum((c) => c.passed), failed: sum((c) => c.failed), skipped: sum((c) => c.skipped) };
console.log(line(total));
process.exitCode = total.failed > 0 ? 1 : 0;
