/** Model files (.gguf) on this machine as choices. Loaded on first use. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ModelEntry } from '../core/model/choice.ts';
import { entryOf } from './localModel.ts';
import { localFolder, readLocalSettings } from './localSettings.ts';

/** The files that were downloaded, and those beside the local model, but for itself. */
export async function modelFiles(context: vscode.ExtensionContext): Promise<readonly string[]> {
  const current = readLocalSettings(context)?.modelPath;
  const folders = [localFolder(context, 'models'), ...(current === undefined ? [] : [path.dirname(current)])];
  const found = await Promise.all([...new Set(folders)].map(filesIn));
  return found.flat().filter((file) => file !== current);
}

async function filesIn(folder: string): Promise<string[]> {
  // A folder that is not there has no files.
  const names = await readdir(folder).catch((): string[] => []);
  return names.filter((name) => /\.gguf$/i.test(name)).map((name) => path.join(folder, name));
}

/** Undefined when none was picked. */
export async function pickModelFile(): Promise<string | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('A model file that runs on this machine'),
      filters: { GGUF: ['gguf'] },
    })) ?? [];
  return uri?.fsPath;
}

/** Makes a file the local model. */
export async function useModelFile(file: string): Promise<ModelEntry> {
  const settings = vscode.workspace.getConfiguration('ghoststream.local');
  await settings.update('modelPath', file, vscode.ConfigurationTarget.Global);
  return entryOf({ modelPath: file, contextTokens: settings.get<number>('contextTokens', 2048) });
}
