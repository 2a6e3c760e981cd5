/** What helps with a failure, as a command with a title. */
import * as vscode from 'vscode';
import type { Role } from '../core/model/choice.ts';
import { remedyFor, type Remedy } from '../core/model/remedy.ts';
import type { ModelError } from '../core/model/errors.ts';

export type Failed = Pick<ModelError, 'kind'> & { readonly helpUrl?: string };

/** The command that helps with a failed request for `role`. */
export function helpFor({ kind, helpUrl }: Failed, role: Role): vscode.Command {
  const remedy = remedyFor(kind, helpUrl);
  if (remedy === 'page')
    return {
      command: 'vscode.open',
      title:
        kind === 'out-of-credit'
          ? vscode.l10n.t('Open the billing page')
          : vscode.l10n.t('Open the access token’s settings'),
      arguments: [helpUrl],
    };
  return commandOf(remedy, role);
}

export function commandOf(remedy: Exclude<Remedy, 'page'>, role: Role): vscode.Command {
  switch (remedy) {
    case 'token':
      return {
        command: 'ghoststream.setAccessToken',
        title: vscode.l10n.t('Set the access token'),
        arguments: [role],
      };
    case 'model':
      return {
        command: 'ghoststream.changeModel',
        title: vscode.l10n.t('Change the model'),
        arguments: [role],
      };
    case 'patience':
      return openSetting(
        vscode.l10n.t('Wait longer'),
        role === 'inline' ? 'ghoststream.inline.firstTokenTimeout' : 'ghoststream.chat.firstTokenTimeout',
      );
    case 'less':
      return openSetting(vscode.l10n.t('Set the model’s context window'), 'ghoststream.models');
    case 'log':
      return { command: 'ghoststream.showLog', title: vscode.l10n.t('Show the log') };
    case 'again':
      return { command: 'ghoststream.tryAgain', title: vscode.l10n.t('Try again now') };
  }
}

export const openSetting = (title: string, setting: string): vscode.Command => ({
  command: 'workbench.action.openSettings',
  title,
  arguments: [setting],
});

export async function run({ command, arguments: given }: vscode.Command): Promise<void> {
  await vscode.commands.executeCommand(command, ...((given ?? []) as readonly unknown[]));
}
