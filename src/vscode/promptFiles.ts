/** The user's own prompts: `*.prompt.md` files of the workspace and of the user's folder. */
import * as vscode from 'vscode';
import { readPromptFile, type PromptProblem } from '../core/chat/promptFile.ts';
import type { Prompt } from '../core/chat/prompts.ts';

export interface OwnPrompt extends Prompt {
  readonly uri: vscode.Uri;
  readonly origin: 'workspace' | 'user';
}

export interface PromptFiles {
  /** Reads them as they are now, and reports what is wrong in them among the editor's problems. */
  list(): Promise<OwnPrompt[]>;
  /** Asks before a prompt of an untrusted workspace runs; what was allowed once is not asked again until it changes. */
  allowed(prompt: OwnPrompt): Promise<boolean>;
  /** Opens a new prompt file in the folder that the user picks. */
  create(): Promise<void>;
  dispose(): void;
}

const ENDING = '.prompt.md';

/** @param storage the extension's global storage; VS Code keeps the user's own prompts near it */
export function createPromptFiles(storage: vscode.Uri): PromptFiles {
  const userFolder = vscode.Uri.joinPath(storage, '..', '..', 'prompts');
  const problems = vscode.languages.createDiagnosticCollection('ghoststream.prompts');
  const yes = new Set<string>();
  const saved = vscode.workspace.onDidSaveTextDocument(({ uri }) => {
    if (uri.path.endsWith(ENDING)) void list();
  });

  async function list(): Promise<OwnPrompt[]> {
    const folders = workspaceFolders();
    const found = await Promise.all([
      ...folders.map((folder) => read(folder, 'workspace')),
      read(userFolder, 'user'),
    ]);
    problems.clear();
    const prompts = found.flat();
    for (const { prompt, wrong } of prompts) problems.set(prompt.uri, wrong.map(toDiagnostic));
    // A workspace's prompt stands before the user's of the same name.
    const names = new Map(prompts.toReversed().map(({ prompt }) => [prompt.name, prompt]));
    return [...names.values()].toSorted((a, b) => a.name.localeCompare(b.name));
  }

  return {
    list,
    allowed: async (prompt) => {
      if (prompt.origin === 'user' || vscode.workspace.isTrusted) return true;
      const key = JSON.stringify([prompt.uri.toString(), prompt.text, prompt.mode, prompt.model]);
      if (yes.has(key)) return true;
      const run = vscode.l10n.t('Run It');
      const picked = await vscode.window.showWarningMessage(
        vscode.l10n.t('Run the prompt “{0}” of this workspace, which you do not trust?', prompt.name),
        { modal: true, detail: prompt.text.slice(0, 600) },
        run,
      );
      if (picked === run) yes.add(key);
      return picked === run;
    },
    create: async () => {
      const folders = [
        ...workspaceFolders().map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri })),
        { label: vscode.l10n.t('For all workspaces'), uri: userFolder },
      ];
      const folder = await vscode.window.showQuickPick(folders, {
        placeHolder: vscode.l10n.t('Where should the prompt live?'),
      });
      if (!folder) return;
      const name = await vscode.window.showInputBox({
        prompt: vscode.l10n.t('Name of the prompt, also its slash command'),
        validateInput: (value) =>
          /^[\w-]+$/.test(value) ? undefined : vscode.l10n.t('Letters, digits, - and _'),
      });
      if (!name) return;
      const uri = vscode.Uri.joinPath(folder.uri, `${name}${ENDING}`).with({ scheme: 'untitled' });
      const document = await vscode.workspace.openTextDocument(uri);
      const editor = await vscode.window.showTextDocument(document);
      await editor.insertSnippet(new vscode.SnippetString(NEW_PROMPT));
    },
    dispose: () => {
      saved.dispose();
      problems.dispose();
    },
  };
}

const NEW_PROMPT =
  '---\ndescription: ${1:What it does}\nmode: ${2|chat,edit,insert|}\n---\n\n' +
  '${3:Explain} \\${file} to a newcomer:\n\n\\${selection}\n';

function workspaceFolders(): vscode.Uri[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) =>
    vscode.Uri.joinPath(uri, '.github', 'prompts'),
  );
}

interface Found {
  readonly prompt: OwnPrompt;
  readonly wrong: readonly PromptProblem[];
}

async function read(folder: vscode.Uri, origin: OwnPrompt['origin']): Promise<Found[]> {
  const entries = await vscode.workspace.fs.readDirectory(folder).then(
    (list) => list,
    // Most workspaces have no such folder.
    () => [],
  );
  const names = entries.map(([name]) => name).filter((name) => name.endsWith(ENDING));
  return Promise.all(
    names.map(async (name) => {
      const uri = vscode.Uri.joinPath(folder, name);
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
      const { prompt, problems } = readPromptFile(text, name);
      return { prompt: { ...prompt, uri, origin }, wrong: problems };
    }),
  );
}

function toDiagnostic({ line, message }: PromptProblem): vscode.Diagnostic {
  const range = new vscode.Range(line - 1, 0, line - 1, Number.MAX_SAFE_INTEGER);
  const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Warning);
  diagnostic.source = 'Ghoststream';
  return diagnostic;
}
