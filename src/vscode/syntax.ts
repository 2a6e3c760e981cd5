/** The parsers that come with the extension; each is read from disk when the first answer in its language asks. */
import type * as vscode from 'vscode';
import path from 'node:path';
import type { LoadSyntax } from '../core/completion/syntax.ts';

/** Loads nothing by itself, neither the runtime nor a grammar. */
export function createSyntax(extensionUri: vscode.Uri): LoadSyntax {
  const folder = path.join(extensionUri.fsPath, 'dist', 'syntax');
  let loader: Promise<LoadSyntax> | undefined;
  return async (language) => {
    loader ??= import('./treeSitter.ts').then(({ createSyntaxLoader }) => createSyntaxLoader(folder));
    return (await loader)(language);
  };
}
