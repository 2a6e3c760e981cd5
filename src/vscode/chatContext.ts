/** Finds what `@` names: files, folders, symbols, problems, the selection, terminal output, changes. */
import path from 'node:path';
import * as vscode from 'vscode';
import type { Suggestion } from '../core/chat/protocol.ts';
import { SLASH_COMMANDS } from '../core/chat/slash.ts';
import type { ContextItem } from '../core/chat/words.ts';
import type { OwnSlash } from './codeCommands.ts';
import { findFile } from './chatLinks.ts';
import { uncommittedChanges } from './chatChanges.ts';
import { suggestSymbols, symbolItem } from './chatSymbols.ts';
import { createTerminalMemory } from './chatTerminal.ts';

export interface ChatContext {
  /** What the chip says of the selection or file that goes along by itself; null when there is none. */
  selectionLabel(): string | null;
  /** The texts behind the references; those that name nothing any more are left out. */
  resolve(references: readonly string[], selection: 'with-selection' | 'alone'): Promise<ContextItem[]>;
  suggest(kind: 'slash' | 'mention', query: string): Promise<Suggestion[]>;
  /** The references for dropped files and folders. */
  dropped(uris: readonly string[]): string[];
  readonly onDidChangeSelection: vscode.Event<void>;
  dispose(): void;
}

// What one file may bring; the request is cut to the context window later.
const LONGEST_TEXT = 200_000;
const MOST_FILES = 400;
const EXCLUDED = '**/{node_modules,.git,dist,out,build,target,.venv}/**';

export function createChatContext(own: OwnSlash): ChatContext {
  const changed = new vscode.EventEmitter<void>();
  const terminal = createTerminalMemory();
  /** The editor that the user looked at last: the chat itself takes the focus. */
  let editor = vscode.window.activeTextEditor;
  const note = (next: vscode.TextEditor | undefined): void => {
    if (next && !isCode(next.document)) return;
    if (next) editor = next;
    else if (editor && !vscode.window.visibleTextEditors.includes(editor)) editor = undefined;
    changed.fire();
  };
  const listeners = vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(note),
    vscode.window.onDidChangeVisibleTextEditors(() => note(vscode.window.activeTextEditor)),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => note(textEditor)),
    changed,
    terminal,
  );

  const resolveOne = async (reference: string): Promise<ContextItem[]> => {
    const [, kind, name = ''] = /^@(\w+):?(.*)$/s.exec(reference) ?? [];
    switch (kind) {
      case 'file':
        return fileItem(name);
      case 'folder':
        return folderItem(name);
      case 'symbol':
        return symbolItem(name, LONGEST_TEXT);
      case 'problems':
        return problemsItem();
      case 'selection':
        return selectionItem(editor);
      case 'terminal':
        return terminal.last() ?? [];
      case 'changes':
        return uncommittedChanges();
      default:
        return [];
    }
  };

  return {
    onDidChangeSelection: changed.event,
    dispose: () => {
      listeners.dispose();
    },
    selectionLabel: () => (editor && isCode(editor.document) ? labelOf(editor) : null),
    resolve: async (references, selection) => {
      const own = selection === 'with-selection' ? selectionItem(editor) : [];
      return [...own, ...(await Promise.all(references.map(resolveOne))).flat()];
    },
    suggest: async (kind, query) => (kind === 'slash' ? slash(query, await own.list()) : mention(query)),
    dropped: (uris) =>
      uris.flatMap((text) => {
        const uri = vscode.Uri.parse(text);
        const name = vscode.workspace.asRelativePath(uri);
        return name === '' ? [] : [`@${/\.\w+$/.test(name) ? 'file' : 'folder'}:${name}`];
      }),
  };
}

function isCode({ uri }: vscode.TextDocument): boolean {
  return ['file', 'untitled', 'vscode-remote', 'vscode-vfs', 'vscode-notebook-cell'].includes(uri.scheme);
}

function labelOf({ document, selection }: vscode.TextEditor): string {
  const name = path.posix.basename(document.uri.path);
  return selection.isEmpty ? name : `${name}:${selection.start.line + 1}-${selection.end.line + 1}`;
}

/** The selection, or the whole file when nothing is selected. */
function selectionItem(editor: vscode.TextEditor | undefined): ContextItem[] {
  if (!editor) return [];
  const { document, selection } = editor;
  const range = selection.isEmpty ? undefined : selection;
  const item: ContextItem = {
    kind: range ? 'selection' : 'file',
    label: range
      ? `${vscode.workspace.asRelativePath(document.uri)}:${range.start.line + 1}-${range.end.line + 1}`
      : vscode.workspace.asRelativePath(document.uri),
    uri: document.uri.toString(),
    language: document.languageId,
    text: document.getText(range).slice(0, LONGEST_TEXT),
    ...(range ? { lines: [range.start.line + 1, range.end.line + 1] } : {}),
  };
  return item.text.trim() === '' ? [] : [item];
}

async function fileItem(name: string): Promise<ContextItem[]> {
  const uri = await findFile(name);
  if (!uri) return [];
  const document = await vscode.workspace.openTextDocument(uri);
  const text = document.getText().slice(0, LONGEST_TEXT);
  return [
    {
      kind: 'file',
      label: vscode.workspace.asRelativePath(uri),
      uri: uri.toString(),
      language: document.languageId,
      text,
    },
  ];
}

async function folderItem(name: string): Promise<ContextItem[]> {
  const files = await vscode.workspace.findFiles(
    `${name.replace(/[[\]{}*?]/g, '?')}/**`,
    EXCLUDED,
    MOST_FILES,
  );
  const names = files.map((uri) => vscode.workspace.asRelativePath(uri)).sort();
  return names.length === 0 ? [] : [{ kind: 'folder', label: name, text: names.join('\n') }];
}

function problemsItem(): ContextItem[] {
  const lines = vscode.languages
    .getDiagnostics()
    .flatMap(([uri, diagnostics]) =>
      diagnostics
        .filter(({ severity }) => severity <= vscode.DiagnosticSeverity.Warning)
        .map(
          ({ range, severity, message }) =>
            `${vscode.workspace.asRelativePath(uri)}:${range.start.line + 1}: ${severity === vscode.DiagnosticSeverity.Error ? 'error' : 'warning'}: ${message}`,
        ),
    );
  const text = lines.slice(0, MOST_FILES).join('\n');
  return lines.length === 0
    ? []
    : [{ kind: 'problems', label: vscode.l10n.t('{0} problems', lines.length), text }];
}

function slash(query: string, own: Awaited<ReturnType<OwnSlash['list']>>): Suggestion[] {
  const clear = { name: 'clear', description: vscode.l10n.t('Begin a new conversation') };
  return [...SLASH_COMMANDS, clear, ...own]
    .filter(({ name }) => name.startsWith(query))
    .map(({ name, description }) => ({
      label: `/${name}`,
      detail: description,
      icon: 'terminal',
      insert: `/${name} `,
    }));
}

interface Kind {
  readonly name: string;
  readonly detail: string;
  readonly icon: string;
  /** Whether it is followed by the choice of which. */
  readonly named?: true;
}

function kinds(): Kind[] {
  return [
    { name: 'file', detail: vscode.l10n.t('A file of the workspace'), icon: 'file', named: true },
    {
      name: 'folder',
      detail: vscode.l10n.t('The names of the files in a folder'),
      icon: 'folder',
      named: true,
    },
    {
      name: 'symbol',
      detail: vscode.l10n.t('A function, class or other symbol'),
      icon: 'symbol-class',
      named: true,
    },
    { name: 'selection', detail: vscode.l10n.t('The selected text, or the whole file'), icon: 'selection' },
    { name: 'problems', detail: vscode.l10n.t('Errors and warnings'), icon: 'warning' },
    {
      name: 'terminal',
      detail: vscode.l10n.t('The last command in a terminal and its output'),
      icon: 'terminal',
    },
    { name: 'changes', detail: vscode.l10n.t('Uncommitted changes'), icon: 'git-commit' },
  ];
}

async function mention(query: string): Promise<Suggestion[]> {
  const [, kind, rest = ''] = /^(file|folder|symbol):(.*)$/.exec(query) ?? [];
  if (kind === 'folder') return folders(rest);
  if (kind === 'symbol') return suggestSymbols(rest);
  if (kind === 'file') return files(rest);
  const matching = kinds()
    .filter(({ name }) => name.startsWith(query.toLowerCase()))
    .map(({ name, detail, icon, named }): Suggestion => ({
      label: `@${name}`,
      detail,
      icon,
      insert: named ? `@${name}:` : '',
      ...(named ? {} : { reference: `@${name}` }),
    }));
  return query.length < 2 ? matching : [...matching, ...(await files(query))];
}

async function files(query: string): Promise<Suggestion[]> {
  const wanted = query.replace(/[[\]{}*?]/g, '?');
  const found = await vscode.workspace.findFiles(wanted === '' ? '**/*' : `**/*${wanted}*`, EXCLUDED, 30);
  const deep = wanted.includes('/') ? await vscode.workspace.findFiles(`${wanted}*`, EXCLUDED, 30) : [];
  const names = new Set([...found, ...deep].map((uri) => vscode.workspace.asRelativePath(uri)));
  return [...names]
    .sort((a, b) => a.length - b.length)
    .slice(0, 30)
    .map((name) => ({
      label: path.posix.basename(name),
      detail: path.posix.dirname(name),
      icon: 'file',
      insert: '',
      reference: `@file:${name}`,
    }));
}

async function folders(query: string): Promise<Suggestion[]> {
  const found = await vscode.workspace.findFiles('**/*', EXCLUDED, 2_000);
  const names = new Set(found.map((uri) => path.posix.dirname(vscode.workspace.asRelativePath(uri))));
  return [...names]
    .filter((name) => name !== '.' && name.toLowerCase().includes(query.toLowerCase()))
    .sort()
    .slice(0, 30)
    .map((name) => ({ label: name, detail: '', icon: 'folder', insert: '', reference: `@folder:${name}` }));
}
