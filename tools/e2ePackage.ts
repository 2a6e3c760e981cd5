/** `npm run e2e:package`: packages the extension, and tests the .vsix, installed, instead of the source tree. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'ghoststream-package-'));
const vsix = path.join(folder, 'ghoststream.vsix');

function npx(command: string, args: readonly string[]): number {
  const env = { ...process.env, GHOSTSTREAM_E2E_VSIX: vsix };
  return (
    spawnSync(path.join(ROOT, 'node_modules/.bin', command), args, { cwd: ROOT, stdio: 'inherit', env })
      .status ?? 1
  );
}

try {
  process.exitCode =
    npx('tsx', ['tools/package.ts', '--out', vsix]) ||
    npx('mocha', ['--config', 'test/package/.mocharc.json', ...process.argv.slice(2)]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
