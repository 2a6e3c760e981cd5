/** `npm run eval` with the demo's model: real answers come, and repair makes them better. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { realModelOrSkip } from './harness/realModel.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

interface Score {
  readonly similarity: number;
  readonly parses: number;
}
interface Report {
  readonly firstTokenMs: number;
  readonly rows: readonly { readonly language: string; readonly raw: Score; readonly repaired: Score }[];
}

describe('the evaluation of a real model', function () {
  this.timeout(600_000);

  it('finds the repaired answers nearer to what was there than the model’s own', async function () {
    await realModelOrSkip(this);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', 'tools/eval.ts', '--n', '4', '--json'],
      { cwd: ROOT },
    );
    const { rows, firstTokenMs } = JSON.parse(stdout) as Report;
    assert.deepEqual(rows.map(({ language }) => language).sort(), ['go', 'python', 'ruby', 'typescript']);
    assert.ok(firstTokenMs > 0);
    const total = (of: (row: Report['rows'][number]) => number): number =>
      rows.reduce((sum, row) => sum + of(row), 0);
    const figures = JSON.stringify(rows);
    assert.ok(total((row) => row.repaired.similarity) > total((row) => row.raw.similarity), figures);
    assert.ok(total((row) => row.repaired.parses) >= total((row) => row.raw.parses), figures);
  });
});
