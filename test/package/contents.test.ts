/** What a user downloads: small, complete, and nothing of the workshop. */
import { listFiles, PackageManager } from '@vscode/vsce';
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const LIMIT_BYTES = 3_000_000;
const ALLOWED =
  /^(dist\/.+\.(js|css|wasm|woff2|ttf)|dist\/notices\.txt|media\/.+|l10n\/.+\.json|docs\/images\/[^/]+\.png|package(\.nls)?\.json|README\.md|CHANGELOG\.md|LICENSE)$/;

describe('the package', () => {
  it(`is smaller than ${LIMIT_BYTES / 1e6} MB`, () => {
    const { size } = statSync(process.env.GHOSTSTREAM_E2E_VSIX ?? '');
    console.log(`      ${(size / 1e6).toFixed(2)} MB`);
    assert.ok(size < LIMIT_BYTES, `${size} bytes`);
  });

  it('carries what the editor loads and shows, and nothing else', async () => {
    const files = await listFiles({ cwd: ROOT, packageManager: PackageManager.None });
    assert.deepEqual(
      files.filter((file) => !ALLOWED.test(file)),
      [],
    );
    for (const needed of [
      'dist/extension.js',
      'dist/notices.txt',
      'l10n/bundle.l10n.json',
      'package.json',
      'package.nls.json',
      'README.md',
      'LICENSE',
    ]) {
      assert.ok(files.includes(needed), `${needed} is missing`);
    }
  });
});
