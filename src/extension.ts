/** Composition root: builds the parts, wires them, hands disposables to VS Code. */
import type * as vscode from 'vscode';

export function activate(_context: vscode.ExtensionContext): void {
  // Parts are wired here.
}
