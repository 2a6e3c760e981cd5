/** Tree-sitter behind the completion's syntax port: one grammar per language, loaded from a folder on first use. */
import type { Node, Parser, Tree } from '@vscode/tree-sitter-wasm';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LoadSyntax, Syntax, SyntaxNode, SyntaxTree } from '../core/completion/syntax.ts';

/** The grammar file for each VS Code language id; docs/decisions/0020 says why C, C++ and C# have none. */
export const GRAMMARS: Readonly<Record<string, string>> = {
  typescript: 'typescript',
  typescriptreact: 'tsx',
  javascript: 'tsx',
  javascriptreact: 'tsx',
  python: 'python',
  go: 'go',
  rust: 'rust',
  java: 'java',
  ruby: 'ruby',
  php: 'php',
  shellscript: 'bash',
  css: 'css',
};

/** `folder` holds `tree-sitter.wasm` and the grammars. A grammar that cannot be loaded counts as none. */
export function createSyntaxLoader(folder: string): LoadSyntax {
  const loaded = new Map<string, Promise<Syntax | undefined>>();
  const runtime = once(async () => {
    // Node gives a CommonJS module as the default export, a bundler its members too.
    const loaded = await import('@vscode/tree-sitter-wasm');
    const treeSitter = 'default' in loaded ? (loaded.default as typeof loaded) : loaded;
    await treeSitter.Parser.init({ locateFile: () => path.join(folder, 'tree-sitter.wasm') });
    return treeSitter;
  });
  async function load(grammar: string): Promise<Syntax | undefined> {
    try {
      const [{ Language, Parser }, bytes] = await Promise.all([
        runtime(),
        readFile(path.join(folder, `tree-sitter-${grammar}.wasm`)),
      ]);
      const parser = new Parser();
      parser.setLanguage(await Language.load(bytes));
      return { parse: (text) => treeOf(parser, text) };
    } catch {
      return undefined;
    }
  }
  return (language) => {
    const grammar = GRAMMARS[language];
    if (grammar === undefined) return Promise.resolve(undefined);
    const syntax = loaded.get(grammar) ?? load(grammar);
    loaded.set(grammar, syntax);
    return syntax;
  };
}

function treeOf(parser: Parser, text: string): SyntaxTree {
  const tree = parser.parse(text);
  if (!tree) throw new Error('The parser has no language.');
  return {
    nodeAt: (start, end) => nodeOf(tree.rootNode.namedDescendantForIndex(start, end) ?? tree.rootNode),
    errors: (start, end) => countErrors(tree, start, end),
    dispose: () => tree.delete(),
  };
}

function nodeOf(node: Node): SyntaxNode {
  return {
    type: node.type,
    start: node.startIndex,
    end: node.endIndex,
    get parent() {
      return node.parent ? nodeOf(node.parent) : undefined;
    },
  };
}

function countErrors(tree: Tree, start: number, end: number): number {
  let count = 0;
  const visit = (node: Node): void => {
    if (!node.hasError || node.endIndex < start || node.startIndex > end) return;
    if (node.isError || node.isMissing) count++;
    for (const child of node.children) if (child) visit(child);
  };
  visit(tree.rootNode);
  return count;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
