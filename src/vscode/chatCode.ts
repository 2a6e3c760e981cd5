/** What the buttons of a code block do in the editor. */
import * as vscode from 'vscode';
import { fileOfCode, indented, mergeCode } from '../core/chat/codeBlock.ts';
import { branch } from '../core/chat/conversation.ts';
import type { PageMessage } from '../core/chat/protocol.ts';
import type { Conversation } from '../core/chat/words.ts';
import { findFile } from './chatLinks.ts';

type CodeMessage = Extract<PageMessage, { type: 'code' }>;

export async function runCodeAction(message: CodeMessage, conversation: Conversation): Promise<void> {
  const { code } = message;
  switch (message.action) {
    case 'copy':
      await vscode.env.clipboard.writeText(code);
      return;
    case 'insert':
      return insert(code, 'caret');
    case 'replace':
      return insert(code, 'selection');
    case 'new-file': {
      const language = await languageOf(message.info);
      const document = await vscode.workspace.openTextDocument({
        content: code,
        ...(language ? { language } : {}),
      });
      await vscode.window.showTextDocument(document);
      return;
    }
    case 'run':
      return run(code);
    case 'apply':
      return apply(message, conversation);
  }
}

/** The editor used last; the chat itself may have the focus. */
function lastEditor(): vscode.TextEditor | undefined {
  return vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
}

async function insert(code: string, where: 'caret' | 'selection'): Promise<void> {
  const editor = lastEditor();
  if (!editor) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Open a file first: the code goes to its caret.'),
    );
    return;
  }
  const { document, selection } = editor;
  const at = where === 'caret' ? new vscode.Selection(selection.active, selection.active) : selection;
  const before = document.lineAt(at.start.line).text.slice(0, at.start.character);
  await vscode.window.showTextDocument(document, editor.viewColumn);
  await editor.edit((edit) => edit.replace(at, indented(code, before)));
}

async function languageOf(info: string): Promise<string | undefined> {
  const name = /^[\w#+-]+/.exec(info)?.[0]?.toLowerCase() ?? '';
  const id =
    {
      js: 'javascript',
      ts: 'typescript',
      py: 'python',
      rb: 'ruby',
      sh: 'shellscript',
      bash: 'shellscript',
      yml: 'yaml',
      md: 'markdown',
      rs: 'rust',
      cs: 'csharp',
      'c++': 'cpp',
    }[name] ?? name;
  return (await vscode.languages.getLanguages()).includes(id) ? id : undefined;
}

async function run(code: string): Promise<void> {
  const commands = code.trim();
  const yes = vscode.l10n.t('Run');
  const question = vscode.l10n.t('Run this in the terminal? A model wrote it.');
  if (
    (await vscode.window.showWarningMessage(
      question,
      { modal: true, detail: commands.slice(0, 2_000) },
      yes,
    )) !== yes
  )
    return;
  const terminal = vscode.window.activeTerminal ?? vscode.window.createTerminal();
  terminal.show(true);
  terminal.sendText(commands);
}

/** The proposed texts of files, shown beside them. */
const proposals = new Map<string, string>();
const SCHEME = 'ghoststream-proposal';

export function registerProposals(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: (uri) => proposals.get(uri.toString()) ?? '',
  });
}

/** Shows what would change; the file is written only after a yes. */
async function apply(message: CodeMessage, conversation: Conversation): Promise<void> {
  const target = await targetOf(message, conversation);
  if (!target) return;
  const document = await vscode.workspace.openTextDocument(target);
  const before = document.getText();
  const after = mergeCode(before, message.code);
  const name = vscode.workspace.asRelativePath(target);
  if (after === before) {
    void vscode.window.showInformationMessage(vscode.l10n.t('“{0}” has this code already.', name));
    return;
  }
  const proposal = target.with({ scheme: SCHEME, query: String(Date.now()) });
  proposals.set(proposal.toString(), after);
  await vscode.commands.executeCommand(
    'vscode.diff',
    target,
    proposal,
    vscode.l10n.t('{0}: proposed change', name),
  );
  const yes = vscode.l10n.t('Apply to {0}', name);
  const picked = await vscode.window.showInformationMessage(
    vscode.l10n.t('Apply the proposed change to “{0}”?', name),
    yes,
    vscode.l10n.t('Discard'),
  );
  await closeDiff(proposal);
  proposals.delete(proposal.toString());
  if (picked !== yes) return;
  if (document.getText() !== before) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('“{0}” changed meanwhile; nothing was applied.', name),
    );
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  edit.replace(target, new vscode.Range(0, 0, document.lineCount, 0), after);
  await vscode.workspace.applyEdit(edit);
  await vscode.window.showTextDocument(document);
}

async function closeDiff(proposal: vscode.Uri): Promise<void> {
  for (const tab of vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs)) {
    const { input } = tab;
    if (input instanceof vscode.TabInputTextDiff && input.modified.toString() === proposal.toString()) {
      await vscode.window.tabGroups.close(tab);
    }
  }
}

/** Never silently the file that has the focus now: the one that the code names, or the one that the user picks. */
async function targetOf(message: CodeMessage, conversation: Conversation): Promise<vscode.Uri | undefined> {
  const named = fileOfCode(message.code, message.info);
  const found = named === undefined ? undefined : await findFile(named);
  if (found) return found;
  if (named !== undefined) return createNamed(named);
  const asked = branch(conversation, message.message).flatMap((m) => (m.role === 'user' ? m.context : []));
  const uris = new Map<string, string>();
  for (const { uri } of asked.toReversed()) if (uri) uris.set(uri, vscode.l10n.t('went with the question'));
  for (const { document } of vscode.window.visibleTextEditors) {
    if (document.uri.scheme !== SCHEME && !uris.has(document.uri.toString()))
      uris.set(document.uri.toString(), vscode.l10n.t('open'));
  }
  const items = [...uris].map(([uri, description]) => ({
    label: vscode.workspace.asRelativePath(vscode.Uri.parse(uri)),
    description,
    uri: vscode.Uri.parse(uri),
  }));
  const picked = await vscode.window.showQuickPick(items, {
    placeHolder: vscode.l10n.t('Apply the code to which file?'),
  });
  return picked?.uri;
}

async function createNamed(name: string): Promise<vscode.Uri | undefined> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder || name.split(/[\\/]/).includes('..')) return undefined;
  const yes = vscode.l10n.t('Create');
  const question = vscode.l10n.t('There is no file “{0}”. Create it?', name);
  if ((await vscode.window.showInformationMessage(question, { modal: true }, yes)) !== yes) return undefined;
  const uri = vscode.Uri.joinPath(folder.uri, name.replace(/^[\\/]+/, ''));
  await vscode.workspace.fs.writeFile(uri, new Uint8Array());
  return uri;
}
