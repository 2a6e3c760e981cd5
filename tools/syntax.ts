/** The parsers for tools and tests, read from the installed package. */
import path from 'node:path';
import type { LoadSyntax } from '../src/core/completion/syntax.ts';
import { createSyntaxLoader } from '../src/vscode/treeSitter.ts';

export const loadSyntax: LoadSyntax = createSyntaxLoader(
  path.resolve(import.meta.dirname, '../node_modules/@vscode/tree-sitter-wasm/wasm'),
);
