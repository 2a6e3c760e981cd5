/** What a user downloads: small, complete, and nothing of the workshop. */
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import yauzl from 'yauzl';

const LIMIT_BYTES = 3_000_000;
/** The packager gives some files names of its own. */
const ALLOWED =
  /^(dist\/.+\.(js|css|wasm|woff2|ttf)|dist\/notices\.txt|media\/.+|l10n\/.+\.json|docs\/images\/[^/]+\.png|package(\.nls)?\.json|readme\.md|changelog\.md|LICENSE\.txt)$/;

const vsix = process.env.GHOSTSTREAM_E2E_VSIX ?? '';

async function filesOf(zip: string): Promise<string[]> {
  const files: string[] = [];
  for await (const { fileName } of (await yauzl.openPromise(zip)).eachEntry()) files.push(fileName);
  return files.filter((file) => file.startsWith('extension/')).map((file) => file.slice('extension/'.length));
}

describe('the package', () => {
  it(`is smaller than ${LIMIT_BYTES / 1e6} MB`, () => {
    const { size } = statSync(vsix);
    console.log(`      ${(size / 1e6).toFixed(2)} MB`);
    assert.ok(size < LIMIT_BYTES, `${size} bytes`);
  });

  it('carries what the editor loads and shows, and nothing else', async () => {
    const files = await filesOf(vsix);
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
      'readme.md',
      'LICENSE.txt',
    ]) {
      assert.ok(files.includes(needed), `${needed} is missing`);
    }
  });
});
