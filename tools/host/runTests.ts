/** `npm run host`: bundles test/host/*.test.ts and runs it with mocha inside a real extension host. */
import { runTests } from '@vscode/test-electron';
import { buildSync } from 'esbuild';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { testExecutable } from './desktop.ts';
import { writeSettings } from './settings.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const OUT = path.join(ROOT, '.vscode-test/host');

/** One CommonJS file: the extension host loads the tests with require(). */
function bundle(): string {
  const folder = path.join(ROOT, 'test/host');
  const tests = readdirSync(folder).filter((file) => file.endsWith('.test.ts'));
  const outfile = path.join(OUT, 'tests.cjs');
  buildSync({
    stdin: {
      contents: [
        `import { runMocha } from './run.ts';`,
        `export const run = () => runMocha(() => {`,
        ...tests.map((file) => `  require('./${file}');`),
        `});`,
      ].join('\n'),
      resolveDir: folder,
      loader: 'ts',
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    sourcemap: 'inline',
    external: ['vscode', 'mocha'],
    // import.meta has no meaning in CommonJS.
    define: { 'import.meta.dirname': '__dirname' },
  });
  return outfile;
}

const workspace = mkdtempSync(path.join(os.tmpdir(), 'ghoststream-workspace-'));
const userDataDir = mkdtempSync(path.join(os.tmpdir(), 'ghoststream-user-'));
try {
  writeFileSync(path.join(workspace, 'a.py'), '');
  writeSettings(userDataDir, {});
  const grep = process.argv[process.argv.indexOf('--grep') + 1];
  await runTests({
    vscodeExecutablePath: await testExecutable(),
    extensionDevelopmentPath: ROOT,
    extensionTestsPath: bundle(),
    launchArgs: [
      workspace,
      `--user-data-dir=${userDataDir}`,
      `--extensions-dir=${path.join(userDataDir, 'extensions')}`,
    ],
    extensionTestsEnv: process.argv.includes('--grep') ? { GHOSTSTREAM_TEST_GREP: grep } : {},
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  for (const folder of [workspace, userDataDir]) rmSync(folder, { recursive: true, force: true });
}
