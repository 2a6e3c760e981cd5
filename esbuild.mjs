// Builds what VS Code loads into dist/. `node esbuild.mjs [--watch] [--production] [--outdir=FOLDER]`
import { build, context } from 'esbuild';
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const outdir = process.argv.find((arg) => arg.startsWith('--outdir='))?.slice('--outdir='.length) ?? 'dist';

/** @type {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
  outdir,
  minify: production,
  sourcemap: production ? false : 'linked',
  logLevel: 'warning',
  legalComments: 'none',
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
  metafile: true,
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
          const { outputFiles } = await build({
            bundle: true,
            entryPoints: [file],
            minify: true,
            format: 'iife',
            target: 'chrome132',
            write: false,
          });
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
  else {
    const { metafile } = await build(options);
    // What is loaded when, for test/bundle.test.ts.
    if (metafile) writeFileSync(path.join(outdir, 'meta.json'), JSON.stringify(metafile));
  }
}

/** Grammars, read by src/vscode/treeSitter.ts on first use; the others would only make the package larger. */
const grammars = 'node_modules/@vscode/tree-sitter-wasm/wasm';
const unused = ['c-sharp', 'cpp', 'ini', 'javascript', 'powershell', 'regex'].map(
  (name) => `tree-sitter-${name}.wasm`,
);
for (const file of readdirSync(grammars)) {
  if (file.endsWith('.wasm') && !unused.includes(file))
    cpSync(path.join(grammars, file), path.join(outdir, 'syntax', file));
}
