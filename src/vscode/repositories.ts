/** The repositories of VS Code's own git extension: what changed, how commits were described, the message box. */
import * as vscode from 'vscode';
import { readChanges, type FileChange } from '../core/commit/changes.ts';

/** The part of the git extension's API (version 1, extensions/git/src/api/git.d.ts of VS Code) that is used. */
export interface Repository {
  readonly rootUri: vscode.Uri;
  readonly inputBox: { value: string };
  readonly state: {
    readonly workingTreeChanges: readonly GitChange[];
    readonly untrackedChanges?: readonly GitChange[];
  };
  /** Looks at the disk again; `state` follows the disk by itself, but later. */
  status(): Promise<void>;
  diff(cached?: boolean): Promise<string>;
  log(options: { maxEntries: number }): Promise<readonly { readonly message: string }[]>;
}

interface GitChange {
  readonly uri: vscode.Uri;
  readonly status: number;
}

interface GitExtension {
  getAPI(version: 1): { readonly repositories: readonly Repository[] };
}

/** `Status.UNTRACKED` of the git extension. */
const UNTRACKED = 7;
const MOST_UNTRACKED = 100;
/** A new file's beginning is enough to know what it is. */
const MOST_CHARACTERS = 40_000;

/**
 * The repository at `root`, else the only one, else the active file's, else the one that the user picks.
 * Undefined when there is none or none was picked.
 */
export async function findRepository(root?: vscode.Uri): Promise<Repository | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  const repositories = extension ? (await extension.activate()).getAPI(1).repositories : [];
  const [first] = repositories;
  if (!first) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is no git repository here.'));
    return undefined;
  }
  if (root) return repositories.find(({ rootUri }) => rootUri.toString() === root.toString()) ?? first;
  if (repositories.length === 1) return first;
  const active = vscode.window.activeTextEditor?.document.uri.path;
  const around = repositories
    .filter(({ rootUri }) => active?.startsWith(`${rootUri.path}/`))
    .toSorted((a, b) => b.rootUri.path.length - a.rootUri.path.length);
  if (around[0]) return around[0];
  const picked = await vscode.window.showQuickPick(
    repositories.map((repository) => ({
      label: vscode.workspace.asRelativePath(repository.rootUri),
      repository,
    })),
    { placeHolder: vscode.l10n.t('Which repository?') },
  );
  return picked?.repository;
}

/** What is staged, else everything that changed, with new files. */
export async function changesOf(repository: Repository): Promise<FileChange[]> {
  const staged = readChanges(await repository.diff(true));
  if (staged.length > 0) return staged;
  await repository.status();
  const { untrackedChanges = [], workingTreeChanges } = repository.state;
  const untracked = [...untrackedChanges, ...workingTreeChanges].filter(({ status }) => status === UNTRACKED);
  const added = await Promise.all(
    untracked.slice(0, MOST_UNTRACKED).map(({ uri }) => newFileDiff(repository, uri)),
  );
  return readChanges([await repository.diff(false), ...added].join('\n'));
}

/** Git gives no difference for files that it does not track yet. */
async function newFileDiff({ rootUri }: Repository, uri: vscode.Uri): Promise<string> {
  const path = uri.path.slice(rootUri.path.length + 1);
  const header = `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n`;
  const bytes = await vscode.workspace.fs.readFile(uri).then(
    (content) => content.subarray(0, MOST_CHARACTERS),
    // It may be gone again, or a folder.
    () => new Uint8Array(),
  );
  if (bytes.includes(0)) return `${header}Binary files /dev/null and b/${path} differ\n`;
  const lines = new TextDecoder()
    .decode(bytes)
    .replace(/\r?\n$/, '')
    .split(/\r?\n/);
  return `${header}@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}`).join('\n')}\n`;
}

/** Recent commit messages, the newest first; none in a repository without commits. */
export async function recentMessages(repository: Repository): Promise<string[]> {
  return repository.log({ maxEntries: 30 }).then(
    (commits) => commits.map(({ message }) => message),
    () => [],
  );
}
