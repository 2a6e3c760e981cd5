/** `npm run package [-- --out FILE]`: an installable .vsix with every dependency bundled, without the native runtime. */
import { createVSIX } from '@vscode/vsce';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
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

const build = spawnSync(process.execPath, ['esbuild.mjs', '--production'], { cwd: ROOT, stdio: 'inherit' });
if (build.status !== 0) throw new Error('The build failed.');
writeBundle();
writeNotices(ROOT, path.join(ROOT, 'dist/notices.txt'));
await createVSIX({
  cwd: ROOT,
  packagePath: out,
  dependencies: false,
  allowMissingRepository: true,
  // There is no public repository to point the README's pictures at.
  rewriteRelativeLinks: false,
});
console.log(`${out}: ${(statSync(out).size / 1e6).toFixed(2)} MB`);
console.log(`Install it with: code --install-extension ${path.basename(out)}`);
