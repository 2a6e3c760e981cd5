/** `npm test`: every suite after the other, and one last line that sums them up. */
import { spawn } from 'node:child_process';
import path from 'node:path';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const ROOT = path.resolve(import.meta.dirname, '..');

const SUITES = [
  { name: 'unit and contract tests', script: 'unit' },
  { name: 'in the extension host', script: 'host' },
  { name: 'end to end', script: 'e2e' },
  { name: 'end to end, from the package', script: 'e2e:package' },
] as const;

/** Shows a suite's output while it runs, and counts by mocha's own closing lines. */
function run(script: string): Promise<Counts> {
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => {
    process.stdout.write(data);
    output += data.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
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
for (const { name, script } of SUITES) {
  console.log(`\n── ${name} ──`);
  const start = performance.now();
  const counts = await run(script);
  results.push({ name, counts, seconds: Math.round((performance.now() - start) / 1000) });
}
console.log('');
for (const { name, counts, seconds } of results) console.log(`${name}: ${line(counts)} (${seconds} s)`);
const sum = (count: (counts: Counts) => number): number =>
  results.reduce((total, { counts }) => total + count(counts), 0);
const total = { passed: sum((c) => c.passed), failed: sum((c) => c.failed), skipped: sum((c) => c.skipped) };
console.log(line(total));
process.exitCode = total.failed > 0 ? 1 : 0;
