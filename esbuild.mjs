// Builds what VS Code loads into dist/. `node esbuild.mjs [--watch] [--production]`
import { build, context } from 'esbuild';
import { rmSync } from 'node:fs';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** @type {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
  outdir: 'dist',
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

/** The chat panel's page. */
const webview = {
  ...shared,
  entryPoints: { 'webview/chat': 'src/webview/chat.ts' },
  platform: 'browser',
  target: 'chrome132',
  format: 'esm',
};

rmSync('dist', { recursive: true, force: true });
for (const options of [extension, webview]) {
  if (watch) await (await context(options)).watch();
  else await build(options);
}
