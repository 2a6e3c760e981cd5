// Builds what VS Code loads into dist/. `node esbuild.mjs [--watch] [--production] [--outdir=FOLDER]`
import { build, context } from 'esbuild';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const outdir = process.argv.find((arg) => arg.startsWith('--outdir='))?.slice('--outdir='.length) ?? 'dist';

/** What each build was made of. */
const parts = [];

/** @type {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
  outdir,
  minify: production,
  sourcemap: production ? false : 'linked',
  logLevel: 'warning',
  // tools/notices.ts gathers them.
  legalComments: 'none',
  metafile: true,
};

/**
 * Everything that is loaded at the start goes into one file: the editor takes a moment for each. esbuild makes a file of
 * all that the same entries share, so each file that is loaded later says that it shares all of the start.
 */
const startInOneFile = {
  name: 'start-in-one-file',
  setup: ({ onLoad }) => {
    const start = path.resolve('src/extension.ts');
    const later = new Set();
    for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue;
      const text = readFileSync(path.join('src', file), 'utf8');
      for (const [, to] of text.matchAll(/\bimport\('(\.[^']+)'\)/g)) {
        later.add(path.resolve('src', path.dirname(file), to));
      }
    }
    onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path: file }) =>
      later.has(file)
        ? { contents: `${readFileSync(file, 'utf8')}\nimport ${JSON.stringify(start)};`, loader: 'ts' }
        : undefined,
    );
  },
};

/** The extension host: one ES module; every dynamic import() becomes a file that is loaded on first use. */
const extension = {
  ...shared,
  entryPoints: { extension: 'src/extension.ts' },
  platform: 'node',
  target: 'node22',
  format: 'esm',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  external: ['vscode'],
  plugins: [startInOneFile],
  // CommonJS dependencies inside an ES module still call require() for Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};

/** The local model process: one file, for it runs without the extension around it. */
const local = {
  ...shared,
  entryPoints: { 'local/server': 'src/local/server.ts' },
  platform: 'node',
  target: 'node22',
  format: 'esm',
};

/** The chat panel's page. */
const webview = {
  ...shared,
  entryPoints: { chat: 'src/webview/chat.ts' },
  outdir: `${outdir}/webview`,
  platform: 'browser',
  target: 'chrome132',
  format: 'esm',
  splitting: true,
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  // Of KaTeX's fonts only the smallest format is shipped.
  loader: { '.woff2': 'file', '.ttf': 'file' },
  plugins: [
    {
      // `import { source } from 'worker:./file.ts'` gives a worker's bundled source as text.
      name: 'worker-source',
      setup: ({ onResolve, onLoad }) => {
        onResolve({ filter: /^worker:/ }, ({ path: name, resolveDir }) => ({
          path: path.resolve(resolveDir, name.slice('worker:'.length)),
          namespace: 'worker',
        }));
        onLoad({ filter: /.*/, namespace: 'worker' }, async ({ path: file }) => {
          const { outputFiles, metafile } = await build({
            bundle: true,
            metafile: true,
            entryPoints: [file],
            minify: true,
            format: 'iife',
            target: 'chrome132',
            write: false,
          });
          parts.push(metafile);
          return {
            contents: `export const source = ${JSON.stringify(outputFiles[0].text)};`,
            watchFiles: [file],
          };
        });
      },
    },
    {
      name: 'one-font-format',
      setup: ({ onResolve }) =>
        onResolve({ filter: /KaTeX_.*\.(woff|ttf)$/ }, ({ path: file }) => ({ path: file, external: true })),
    },
  ],
};

rmSync(outdir, { recursive: true, force: true });
for (const options of [extension, local, webview]) {
  if (watch) await (await context(options)).watch();
  else parts.push((await build(options)).metafile);
}
// What is loaded when, for test/bundle.test.ts, and of whose code it is made, for tools/notices.ts.
const meta = {
  inputs: Object.assign({}, ...parts.map(({ inputs }) => inputs)),
  outputs: Object.assign({}, ...parts.map(({ outputs }) => outputs)),
};
if (!watch) writeFileSync(path.join(outdir, 'meta.json'), JSON.stringify(meta));

/** Grammars, read by src/vscode/treeSitter.ts on first use; the others would only make the package larger. */
const grammars = 'node_modules/@vscode/tree-sitter-wasm/wasm';
const unused = ['c-sharp', 'cpp', 'ini', 'javascript', 'powershell', 'regex'].map(
  (name) => `tree-sitter-${name}.wasm`,
);
for (const file of readdirSync(grammars)) {
  if (file.endsWith('.wasm') && !unused.includes(file))
    cpSync(path.join(grammars, file), path.join(outdir, 'syntax', file));
}
