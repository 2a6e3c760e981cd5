/** `npm run package [-- --out FILE]`: an installable .vsix with every dependency bundled, without the native runtime. */
import { createVSIX } from '@vscode/vsce';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { writeBundle } from './l10n.ts';
import { writeNotices } from './notices.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

const manifest: unknown = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
const { name, version } = v.parse(v.object({ name: v.string(), version: v.string() }), manifest);
const { values } = parseArgs({ options: { out: { type: 'string' } } });
const out = path.resolve(values.out ?? `${name}-${version}.vsix`);

/** Beside the build; .vscodeignore has the last word. */
const PARTS = [
  ...['package.json', 'package.nls.json', 'README.md', 'CHANGELOG.md', 'LICENSE', '.vscodeignore'],
  ...['media', 'l10n', 'docs/images'],
];

// In a folder of its own: an editor may have the source tree's build loaded, and load more of it later.
const stage = mkdtempSync(path.join(os.tmpdir(), 'ghoststream-stage-'));
try {
  const dist = path.join(stage, 'dist');
  const build = spawnSync(process.execPath, ['esbuild.mjs', '--production', `--outdir=${dist}`], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (build.status !== 0) throw new Error('The build failed.');
  writeBundle();
  writeNotices(ROOT, dist);
  for (const part of PARTS) cpSync(path.join(ROOT, part), path.join(stage, part), { recursive: true });
  await createVSIX({
    cwd: stage,
    packagePath: out,
    dependencies: false,
    allowMissingRepository: true,
    // There is no public repository to point the README's pictures at.
    rewriteRelativeLinks: false,
  });
} finally {
  rmSync(stage, { recursive: true, force: true });
}
console.log(`${out}: ${(statSync(out).size / 1e6).toFixed(2)} MB`);
console.log(`Install it with: code --install-extension ${path.basename(out)}`);
