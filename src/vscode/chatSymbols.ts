/** Symbols of the workspace, as its language extensions know them. */
import * as vscode from 'vscode';
import type { Suggestion } from '../core/chat/protocol.ts';
import type { ContextItem } from '../core/chat/words.ts';

/** The symbol with exactly this name; `Class.method()` means the method, in that class where there are several. */
export async function findSymbol(name: string): Promise<vscode.SymbolInformation | undefined> {
  const [own = '', container] = name
    .replace(/\(\)$/, '')
    .split(/\.|::|#/)
    .reverse();
  const found = (await workspaceSymbols(own)).filter((symbol) => symbol.name.replace(/\(.*\)$/, '') === own);
  return (
    found.find(({ containerName }) => container === undefined || containerName === container) ?? found[0]
  );
}

export async function openSymbol(name: string): Promise<void> {
  const symbol = await findSymbol(name);
  if (!symbol) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('There is no symbol “{0}” in this workspace.', name),
    );
    return;
  }
  const { uri, range } = symbol.location;
  const selection = new vscode.Range(range.start, range.start);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { selection });
}

/** The lines of a symbol; none when there is no such symbol any more. */
export async function symbolItem(name: string, longest: number): Promise<ContextItem[]> {
  const symbol = await findSymbol(name);
  if (!symbol) return [];
  const { uri, range } = symbol.location;
  const document = await vscode.workspace.openTextDocument(uri);
  const whole = new vscode.Range(range.start.line, 0, range.end.line + 1, 0);
  return [
    {
      kind: 'symbol',
      label: `${name} (${vscode.workspace.asRelativePath(uri)})`,
      uri: uri.toString(),
      lines: [range.start.line + 1, range.end.line + 1],
      language: document.languageId,
      text: document.getText(whole).slice(0, longest),
    },
  ];
}

export async function suggestSymbols(query: string): Promise<Suggestion[]> {
  return (await workspaceSymbols(query)).slice(0, 30).map(({ name, location }) => ({
    label: name,
    detail: vscode.workspace.asRelativePath(location.uri),
    icon: 'symbol-class',
    insert: '',
    reference: `@symbol:${name}`,
  }));
}

async function workspaceSymbols(query: string): Promise<vscode.SymbolInformation[]> {
  const found = await vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>(
    'vscode.executeWorkspaceSymbolProvider',
    query,
  );
  return found ?? [];
}
