/** The settings of the local model, and the folders that the extension keeps for it. */
import path from 'node:path';
import * as vscode from 'vscode';

export interface LocalSettings {
  readonly modelPath: string;
  /** Holds node_modules with node-llama-cpp. */
  readonly runtimeFolder: string;
  readonly contextTokens: number;
}

/** Undefined without a file. */
export function readLocalSettings(context: vscode.ExtensionContext): LocalSettings | undefined {
  const settings = vscode.workspace.getConfiguration('ghoststream.local');
  const modelPath = settings.get<string>('modelPath', '').trim();
  if (modelPath === '') return undefined;
  const runtime = settings.get<string>('runtimePath', '').trim();
  return {
    modelPath,
    runtimeFolder: runtime === '' ? ownRuntimeFolder(context) : runtime,
    contextTokens: settings.get<number>('contextTokens', 2048),
  };
}

/** Below the extension's global storage, which goes away with the extension. */
export const localFolder = (context: vscode.ExtensionContext, ...parts: readonly string[]): string =>
  path.join(context.globalStorageUri.fsPath, ...parts);

export const ownRuntimeFolder = (context: vscode.ExtensionContext): string => localFolder(context, 'runtime');
