/** The layers of docs/architecture.md, held by a test: who may import whom, and no import cycles. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const SRC = path.join(ROOT, 'src');

const PURE_PACKAGES = [
  'eventsource-parser',
  'valibot',
  'lru-cache',
  'ignore',
  'diff',
  'yaml',
  'markdown-it',
  '@huggingface/tasks',
  '@huggingface/inference',
];

/** For each layer, what its files may import: folders of src, and packages. */
const LAYERS: Record<string, { folders: string[]; packages: (name: string) => boolean }> = {
  core: { folders: ['core'], packages: (name) => PURE_PACKAGES.includes(name) },
  vscode: { folders: ['core', 'vscode', 'local'], packages: () => true },
  webview: {
    folders: ['core/chat', 'webview'],
    packages: (name) => name !== 'vscode' && !name.startsWith('node:'),
  },
  local: { folders: ['core/model', 'core/ports.ts', 'local'], packages: (name) => name !== 'vscode' },
  'extension.ts': { folders: ['core', 'vscode', 'local', 'extension.ts'], packages: () => true },
};

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
  readonly lazy: boolean;
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((f) => /\.tsx?$/.test(f));

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(SRC, file), 'utf8');
  const found: Import[] = [];
  const statements = /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^;'"]*?\bfrom\s*['"]([^'"]+)['"]/g;
  for (const [, type, to] of text.matchAll(statements)) {
    if (to) found.push({ from: file, to: resolve(file, to), typeOnly: type !== undefined, lazy: false });
  }
  for (const [, to] of text.matchAll(/(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g)) {
    if (to) found.push({ from: file, to: resolve(file, to), typeOnly: false, lazy: false });
  }
  for (const [, to] of text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)) {
    if (to) found.push({ from: file, to: resolve(file, to), typeOnly: false, lazy: true });
  }
  return found;
}

function resolve(file: string, to: string): string {
  return to.startsWith('.') ? path.posix.join('src', path.posix.dirname(file), to) : to;
}

function packageName(to: string): string {
  return to
    .split('/')
    .slice(0, to.startsWith('@') ? 2 : 1)
    .join('/');
}

function layerOf(file: string): string {
  return file.split('/')[0] ?? file;
}

describe('architecture', () => {
  it('keeps every layer to its imports', () => {
    const wrong: string[] = [];
    for (const file of files) {
      const layer = LAYERS[layerOf(file)];
      if (!layer) {
        wrong.push(`${file}: belongs to no layer`);
        continue;
      }
      for (const { to } of importsOf(file)) {
        const allowed = to.startsWith('src/')
          ? layer.folders.some((folder) => to === `src/${folder}` || to.startsWith(`src/${folder}/`))
          : layer.packages(packageName(to));
        if (!allowed) wrong.push(`${file} imports ${to}`);
      }
    }
    assert.deepEqual(wrong, []);
  });

  it('loads the Hugging Face client only on first use', () => {
    const eager = files
      .flatMap(importsOf)
      .filter(({ to, typeOnly, lazy }) => packageName(to) === '@huggingface/inference' && !typeOnly && !lazy);
    assert.deepEqual(eager, []);
  });

  it('loads what installs and starts the local model only on first use', () => {
    const eager = files
      .filter((file) => !file.startsWith('local/'))
      .flatMap(importsOf)
      .filter(({ to, typeOnly, lazy }) => to.startsWith('src/local/') && !typeOnly && !lazy);
    assert.deepEqual(eager, []);
  });

  it('has no import cycle', () => {
    const graph = new Map(
      files.map((file) => [
        `src/${file}`,
        importsOf(file).flatMap(({ to, typeOnly }) => (typeOnly || !to.startsWith('src/') ? [] : [to])),
      ]),
    );
    const done = new Set<string>();
    const visit = (file: string, trail: string[]): void => {
      assert.ok(!trail.includes(file), `cycle: ${[...trail, file].join(' -> ')}`);
      if (done.has(file)) return;
      for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
      done.add(file);
    };
    for (const file of graph.keys()) visit(file, []);
  });

  it('uses no barrel, no default export and no catch-all name', () => {
    const wrong = files.filter(
      (file) =>
        /(^|\/)(index|utils?|helpers?|common|misc)\.ts$/.test(file) ||
        /\bexport default\b/.test(readFileSync(path.join(SRC, file), 'utf8')),
    );
    assert.deepEqual(wrong, []);
  });
});
