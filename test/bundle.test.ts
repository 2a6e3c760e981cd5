/** What VS Code loads when the extension starts: little, and nothing that the first keystroke does not need. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as v from 'valibot';

const ROOT = path.resolve(import.meta.dirname, '..');
const LIMIT_BYTES = 300_000;

/** Of esbuild's metafile, what is read here. */
const Metafile = v.object({
  outputs: v.record(
    v.string(),
    v.object({
      bytes: v.number(),
      imports: v.array(v.object({ path: v.string(), kind: v.string() })),
      inputs: v.record(v.string(), v.object({ bytesInOutput: v.number() })),
    }),
  ),
});
type Outputs = v.InferOutput<typeof Metafile>['outputs'];

function build(): Outputs {
  const outdir = mkdtempSync(path.join(os.tmpdir(), 'ghoststream-bundle-'));
  try {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['esbuild.mjs', '--production', `--outdir=${outdir}`],
      {
        cwd: ROOT,
        encoding: 'utf8',
      },
    );
    assert.equal(status, 0, stderr);
    const text: unknown = JSON.parse(readFileSync(path.join(outdir, 'meta.json'), 'utf8'));
    return v.parse(Metafile, text).outputs;
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** The outputs that are loaded together with one: its static imports, and theirs. */
function loadedWith(outputs: Outputs, entry: string): Set<string> {
  const loaded = new Set<string>();
  const load = (name: string): void => {
    const output = outputs[name];
    if (!output || loaded.has(name)) return;
    loaded.add(name);
    for (const { path: to, kind } of output.imports) if (kind === 'import-statement') load(to);
  };
  load(entry);
  return loaded;
}

describe('what is loaded at the start', () => {
  const outputs = build();
  const entry = Object.keys(outputs).find((name) => path.basename(name) === 'extension.js');
  assert.ok(entry);
  const start = [...loadedWith(outputs, entry)];

  it(`is less than ${LIMIT_BYTES / 1000} kB`, () => {
    const bytes = start.reduce((sum, name) => sum + (outputs[name]?.bytes ?? 0), 0);
    console.log(`      ${Math.round(bytes / 1000)} kB in ${start.length} files`);
    assert.ok(bytes < LIMIT_BYTES, `${bytes} bytes`);
  });

  it('has nothing in it that the first keystroke does not need', () => {
    const lazy = [
      /node_modules\/@huggingface\//,
      /node_modules\/web-tree-sitter\//,
      /^src\/webview\//,
      /^src\/core\/(chat|edit)\//,
      /^src\/core\/model\/dialects?\/hf/i,
    ];
    const inputs = start.flatMap((name) => Object.keys(outputs[name]?.inputs ?? {}));
    assert.deepEqual(
      inputs.filter((input) => lazy.some((pattern) => pattern.test(input))),
      [],
    );
  });
});
