/** Third-party notices: whose code is in the package, under which license, with the license's text. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

/** Copied as they are, so that no bundler names them. */
const COPIED = ['@vscode/tree-sitter-wasm'];

const manifestSchema = v.object({ name: v.string(), version: v.string(), license: v.string() });
const metaSchema = v.object({ inputs: v.record(v.string(), v.unknown()) });

/**
 * Writes the notices of all packages that the build in `dist` was made of beside it.
 * @throws Error for a package without a license: it must not be shipped.
 */
export function writeNotices(root: string, dist: string): void {
  const json: unknown = JSON.parse(readFileSync(path.join(dist, 'meta.json'), 'utf8'));
  const { inputs } = v.parse(metaSchema, json);
  const bundled = Object.keys(inputs).flatMap((file) => packageOf(file) ?? []);
  const names = [...new Set([...bundled, ...COPIED])].sort();
  const notices = names.map((name) => notice(path.join(root, 'node_modules', name)));
  const head = 'Ghoststream contains the following software of others.';
  const outfile = path.join(dist, 'notices.txt');
  writeFileSync(outfile, [head, ...notices].join(`\n\n${'-'.repeat(80)}\n\n`) + '\n');
}

/** `node_modules/@scope/name/file.js` → `@scope/name`; undefined for our own files. A nested package is one of its own. */
function packageOf(file: string): string | undefined {
  return /node_modules\/(.*node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(file)?.[0].slice('node_modules/'.length);
}

function notice(folder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { name, version, license } = v.parse(manifestSchema, manifest);
  const files = readdirSync(folder).filter((file) =>
    /^(licen[cs]e|copying|notice|thirdpartynotices?)\b/i.test(file),
  );
  const texts = files.map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}
