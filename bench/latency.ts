/**
 * `npm run bench -- latency [--samples N]`: what we and the editor add to the model's own time, in a real editor.
 * Exits 1 over the budget. The measurement itself needs the browser's types and lives with the e2e tests.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const run = (...args: readonly string[]): number =>
  spawnSync(process.execPath, [...args], { cwd: ROOT, stdio: 'inherit' }).status ?? 1;

process.exitCode =
  run('esbuild.mjs') || run('--import', 'tsx', 'test/e2e/latency.ts', ...process.argv.slice(2));
