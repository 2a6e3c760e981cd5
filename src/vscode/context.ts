/** Tells the engine what surrounds a file: open and recently edited files, definitions, problems, notebook cells. */
import * as vscode from 'vscode';
import type { Gather, Surroundings } from '../core/completion/context.ts';
import type { SourceFile } from '../core/completion/snippets.ts';
import type { Query } from '../core/completion/words.ts';
import { SCHEMES } from './inlineQuery.ts';

export interface Neighborhood {
  readonly gather: Gather;
  dispose(): void;
}

/** Files remembered, the most recent first, and places of edits in them. */
const FILES = 8;
const EDITS = 4;
/** Lines shown around an edit or a definition, on each side. */
const AROUND = 8;
/** A file of more lines is not compared with the caret's surroundings. */
const MOST_LINES = 5000;
const HEAD_LINES = 40;
/** The language service is asked about so many names before the caret, and not waited for longer, in milliseconds. */
const NAMES = 3;
const DEADLINE_MS = 100;

export function createNeighborhood(): Neighborhood {
  const recent: vscode.TextDocument[] = [];
  const edits: { readonly document: vscode.TextDocument; readonly line: number }[] = [];

  const visit = (editor: vscode.TextEditor | undefined): void => {
    if (!editor || !SCHEMES.includes(editor.document.uri.scheme)) return;
    remember(recent, editor.document, FILES, (document) => document === editor.document);
  };
  const listeners = [
    vscode.window.onDidChangeActiveTextEditor(visit),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const [change] = contentChanges;
      if (!change || !SCHEMES.includes(document.uri.scheme)) return;
      const { line } = change.range.start;
      const same = (edit: (typeof edits)[number]): boolean =>
        edit.document === document && Math.abs(edit.line - line) <= AROUND;
      remember(edits, { document, line }, EDITS, same);
    }),
    vscode.workspace.onDidCloseTextDocument((closed) => {
      drop(recent, (document) => document === closed);
      drop(edits, ({ document }) => document === closed);
    }),
  ];
  visit(vscode.window.activeTextEditor);

  return {
    gather: async (query) => {
      const here = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === query.uri);
      if (!here) return {};
      const others = recent.filter((document) => document !== here && document.lineCount <= MOST_LINES);
      const elsewhere = edits.filter(({ document }) => document !== here);
      const { name } = vscode.workspace.getWorkspaceFolder(here.uri) ?? {};
      return {
        ...(name === undefined ? {} : { repository: name }),
        ...headOf(here, query),
        definitions: await definitionsNear(here, query),
        files: others.map((document) => ({ path: pathOf(document.uri), text: document.getText() })),
        edits: elsewhere.map(({ document, line }) => excerpt(document, line)),
        diagnostics: vscode.languages
          .getDiagnostics(here.uri)
          .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error)
          .map(({ range, message }) => ({ line: range.start.line, message })),
        cells: cellsBefore(here),
      };
    },
    dispose: () => {
      vscode.Disposable.from(...listeners).dispose();
    },
  };
}

const pathOf = (uri: vscode.Uri): string => vscode.workspace.asRelativePath(uri, false);

/** Puts `item` first, without what it replaces, and forgets the oldest. */
function remember<T>(list: T[], item: T, most: number, replaces: (item: T) => boolean): void {
  drop(list, replaces);
  list.unshift(item);
  list.length = Math.min(list.length, most);
}

function drop<T>(list: T[], which: (item: T) => boolean): void {
  const at = list.findIndex(which);
  if (at !== -1) list.splice(at, 1);
}

function excerpt(document: vscode.TextDocument, line: number): SourceFile {
  const first = Math.max(0, line - AROUND);
  const range = new vscode.Range(first, 0, line + AROUND + 1, 0);
  return { path: pathOf(document.uri), text: document.getText(document.validateRange(range)) };
}

/** The file's first lines, where the query's window does not reach them. */
function headOf(document: vscode.TextDocument, { prefix, line }: Query): Pick<Surroundings, 'head'> {
  const reached = prefix.split('\n').length > line;
  return reached ? {} : { head: document.getText(new vscode.Range(0, 0, HEAD_LINES, 0)) };
}

function cellsBefore(document: vscode.TextDocument): string[] {
  if (document.uri.scheme !== 'vscode-notebook-cell') return [];
  for (const notebook of vscode.workspace.notebookDocuments) {
    const cells = notebook.getCells();
    const at = cells.findIndex((cell) => cell.document === document);
    if (at === -1) continue;
    const code = cells.slice(0, at).filter(({ kind }) => kind === vscode.NotebookCellKind.Code);
    return code.map((cell) => cell.document.getText());
  }
  return [];
}

async function definitionsNear(document: vscode.TextDocument, { line }: Query): Promise<SourceFile[]> {
  const names = new Map<string, vscode.Position>();
  for (let at = line; at >= Math.max(0, line - 2) && names.size < NAMES; at--)
    for (const { 0: name, index } of document
      .lineAt(Math.min(at, document.lineCount - 1))
      .text.matchAll(NAME))
      if (names.size < NAMES && !names.has(name)) names.set(name, new vscode.Position(at, index));
  const asked = [...names.values()].map((position) => definition(document, position));
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, DEADLINE_MS, undefined));
  const found = await Promise.all(asked.map((one) => Promise.race([one, late])));
  return found.flatMap((file) => (file ? [file] : []));
}

/** Names of functions that are called and of types: what a definition helps with most. */
const NAME = /\b(?:[A-Z]\w{2,}|[a-z_]\w{2,}(?=\())/g;

/** The definition's lines, where they are in another file that is open; nothing is loaded for it. */
async function definition(
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<SourceFile | undefined> {
  const found = await vscode.commands
    .executeCommand<(vscode.Location | vscode.LocationLink)[] | undefined>(
      'vscode.executeDefinitionProvider',
      document.uri,
      position,
    )
    .then(undefined, () => undefined);
  const [first] = found ?? [];
  if (!first) return undefined;
  const [uri, range] = 'targetUri' in first ? [first.targetUri, first.targetRange] : [first.uri, first.range];
  const target = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  return target && target !== document ? excerpt(target, range.start.line + AROUND - 1) : undefined;
}
