/** Turns the editor's call into the engine's question. Nothing here is linear in the document. */
import * as vscode from 'vscode';
import type { Query } from '../core/completion/words.ts';
import { around } from '../core/inline/window.ts';

/** Where ghost text is offered: files of all kinds, unsaved ones, notebook cells; no output panels, no read-only views. */
export const SCHEMES = ['file', 'untitled', 'vscode-remote', 'vscode-vfs', 'vscode-notebook-cell'];
export const COMMIT_INPUT_SCHEME = 'vscode-scm';

export interface Call {
  readonly document: vscode.TextDocument;
  /** Of the document, when it was asked about. */
  readonly version: number;
  readonly position: vscode.Position;
  readonly trigger: Query['trigger'];
  readonly selected: vscode.SelectedCompletionInfo | undefined;
  readonly change: Query['change'];
}

export function queryOf(call: Call): Query {
  const { document, position, trigger, selected, change } = call;
  const lines = {
    lineCount: document.lineCount,
    lineAt: (line: number) => document.lineAt(line).text,
  };
  const options = optionsOf(document);
  return {
    uri: document.uri.toString(),
    path: vscode.workspace.asRelativePath(document.uri, false),
    language: document.languageId,
    ...around(lines, position.line, position.character),
    line: position.line,
    column: position.character,
    eol: document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n',
    ...options,
    trigger,
    ...(change ? { change } : {}),
    ...(selected?.range.start.line === position.line
      ? {
          selected: {
            text: selected.text,
            replacePrefix: position.character - selected.range.start.character,
          },
        }
      : {}),
  };
}

/** The editor that shows a document, the active one first. */
export function editorOf(document: vscode.TextDocument): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  if (activeTextEditor?.document === document) return activeTextEditor;
  return visibleTextEditors.find((editor) => editor.document === document);
}

/** What follows the caret on its line. */
export function lineSuffix({ document, position }: Call): string {
  return document.lineAt(position.line).text.slice(position.character);
}

/** Whether the user still looks at the place of the call, nothing typed and the caret not moved. */
export function isUnmoved({ document, version, position }: Call): boolean {
  const editor = vscode.window.activeTextEditor;
  return (
    vscode.window.state.focused &&
    editor?.document === document &&
    document.version === version &&
    editor.selection.isEmpty &&
    editor.selection.active.isEqual(position)
  );
}

/** How the editor that shows a document indents. */
export function optionsOf(document: vscode.TextDocument): Pick<Query, 'tabSize' | 'insertSpaces'> {
  const options = editorOf(document)?.options;
  return {
    tabSize: typeof options?.tabSize === 'number' ? options.tabSize : 4,
    insertSpaces: typeof options?.insertSpaces === 'boolean' ? options.insertSpaces : true,
  };
}
