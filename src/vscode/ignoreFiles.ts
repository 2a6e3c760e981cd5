/** Files that never reach a model: secrets, the user's patterns, and what the workspace's ignore files name. */
import * as vscode from 'vscode';
import { createExclusion, type IgnoreFile } from '../core/completion/excluded.ts';
import type { Settings } from './settings.ts';

export interface Exclusions {
  /** `path` as shown to the model. */
  readonly excluded: (path: string) => boolean;
  dispose(): void;
}

/** Looked for in each workspace folder's root; nothing below it is searched. */
const NAMES = ['.gitignore', '.ghoststreamignore', '.aiexclude', '.cursorignore', '.codeiumignore'];

export function createExclusions(settings: Settings): Exclusions {
  let ignoreFiles: readonly IgnoreFile[] = [];
  let excluded = createExclusion(settings.inline.excludedFiles, ignoreFiles);
  const rebuild = (): void => {
    excluded = createExclusion(settings.inline.excludedFiles, ignoreFiles);
  };
  const load = async (): Promise<void> => {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const files = folders.flatMap(({ uri }) => NAMES.map((name) => vscode.Uri.joinPath(uri, name)));
    const texts = await Promise.all(files.map(read));
    ignoreFiles = texts.flatMap((text) => (text === undefined ? [] : [{ folder: '', text }]));
    rebuild();
  };
  const watcher = vscode.workspace.createFileSystemWatcher(`**/{${NAMES.join(',')}}`);
  const listeners = [
    watcher,
    watcher.onDidChange(load),
    watcher.onDidCreate(load),
    watcher.onDidDelete(load),
    vscode.workspace.onDidChangeWorkspaceFolders(load),
    settings.onDidChange(rebuild),
  ];
  void load();
  return {
    excluded: (path) => excluded(path),
    dispose: () => {
      vscode.Disposable.from(...listeners).dispose();
    },
  };
}

/** Undefined where there is no such file. */
async function read(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}
