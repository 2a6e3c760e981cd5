/** Opens a link of an answer after the click: a file of the workspace, or a page through VS Code's own asking. */
import path from 'node:path';
import * as vscode from 'vscode';
import { nameKind, readLink, type LinkTarget } from '../core/chat/fileLink.ts';
import { findSymbol } from './chatSymbols.ts';

export async function openLink(href: string): Promise<void> {
  const target = readLink(href);
  switch (target.type) {
    case 'web':
      await vscode.env.openExternal(vscode.Uri.parse(target.url, true));
      return;
    case 'refused':
      void vscode.window.showWarningMessage(
        vscode.l10n.t('Links of the kind “{0}:” in answers are not opened.', target.scheme),
      );
      return;
    case 'file':
      await openFile(target);
  }
}

async function openFile(target: Extract<LinkTarget, { type: 'file' }>): Promise<void> {
  const uri = await findFile(target.path);
  if (!uri) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('There is no file “{0}” in this workspace.', target.path),
    );
    return;
  }
  if (!vscode.workspace.getWorkspaceFolder(uri)) {
    const yes = vscode.l10n.t('Open');
    const question = vscode.l10n.t('“{0}” lies outside of this workspace. Open it?', uri.fsPath);
    if ((await vscode.window.showWarningMessage(question, { modal: true }, yes)) !== yes) return;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const first = Math.max(0, (target.line ?? 1) - 1);
  const last = Math.max(first, (target.endLine ?? target.line ?? 1) - 1);
  const selection = new vscode.Range(
    first,
    0,
    last,
    target.endLine ? document.lineAt(Math.min(last, document.lineCount - 1)).text.length : 0,
  );
  await vscode.window.showTextDocument(document, target.line === undefined ? {} : { selection });
}

/** The file that a model may mean: below a workspace folder, absolute, or the only one that ends so. */
export async function findFile(name: string): Promise<vscode.Uri | undefined> {
  if (name === '') return undefined;
  const folders = vscode.workspace.workspaceFolders ?? [];
  const below = name.replace(/^\/+/, '');
  const candidates = folders.map(({ uri }) => vscode.Uri.joinPath(uri, below));
  // A model that knows the folder's name puts it in front.
  for (const { uri, name: folder } of folders) {
    if (below.startsWith(`${folder}/`))
      candidates.push(vscode.Uri.joinPath(uri, below.slice(folder.length + 1)));
  }
  if (path.posix.isAbsolute(name) || path.win32.isAbsolute(name)) {
    const [folder] = folders;
    candidates.push(
      folder ? folder.uri.with({ path: name.startsWith('/') ? name : `/${name}` }) : vscode.Uri.file(name),
    );
  }
  for (const uri of candidates) if (await isFile(uri)) return uri;
  const glob = below.replace(/[[\]{}*?]/g, '?');
  const found = await vscode.workspace.findFiles(`**/${glob}`, '**/node_modules/**', 2);
  return found.length === 1 ? found[0] : undefined;
}

/** Which of the names in an answer are files and which are symbols of this workspace. */
export async function knownNames(names: readonly string[]): Promise<{ files: string[]; symbols: string[] }> {
  const files: string[] = [];
  const symbols: string[] = [];
  const look = async (name: string): Promise<void> => {
    const target = readLink(name);
    if (nameKind(name) === 'file' && target.type === 'file' && (await findFile(target.path)))
      files.push(name);
    // `Class.method` looks like a file with a suffix.
    else if (!/[\s/\\]/.test(name) && (await findSymbol(name))) symbols.push(name);
  };
  await Promise.all(names.map(look));
  return { files, symbols };
}

async function isFile(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.File) !== 0;
  } catch {
    return false;
  }
}
