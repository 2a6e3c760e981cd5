/** Writes a commit message into the source control view's box while the model answers. */
import * as vscode from 'vscode';
import { commitPrompt, readCommitMessage } from '../core/commit/message.ts';
import { DEFAULT_CONTEXT_TOKENS } from '../core/edit/prompt.ts';
import type { CodeParts } from './codeCommands.ts';
import { followText, modelOrAsk, showModelError } from './modelText.ts';
import { changesOf, findRepository, recentMessages, type Repository } from './repositories.ts';

export interface CommitMessages {
  /** `source` is the source control that the button belongs to, if a button was pressed. */
  write(source: unknown): Promise<void>;
  cancel(): void;
}

export function createCommitMessages({ models, ports }: Pick<CodeParts, 'models' | 'ports'>): CommitMessages {
  let running: AbortController | undefined;
  const setRunning = (next: AbortController | undefined): void => {
    running = next;
    void vscode.commands.executeCommand('setContext', 'ghoststream.commitRunning', next !== undefined);
  };

  const write = async (source: unknown): Promise<void> => {
    running?.abort();
    const repository = await findRepository(rootOf(source));
    if (!repository) return;
    const changes = await changesOf(repository);
    if (changes.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('There are no changes to commit.'));
      return;
    }
    const model = await modelOrAsk(models, 'commit');
    if (!model) return;
    const recent = await recentMessages(repository);
    const prompt = commitPrompt(changes, recent, model.contextTokens ?? DEFAULT_CONTEXT_TOKENS);
    const abort = new AbortController();
    setRunning(abort);
    try {
      await vscode.window.withProgress({ location: vscode.ProgressLocation.SourceControl }, () =>
        stream(repository, abort, (onText) =>
          followText({ model, ...prompt }, ports, abort.signal, onText).then(() => undefined),
        ),
      );
    } catch (error) {
      if (!abort.signal.aborted) await showModelError(error, () => write(source));
    } finally {
      if (running === abort) setRunning(undefined);
    }
  };

  return {
    write,
    cancel: () => running?.abort(),
  };
}

/** Puts the growing message into the box; what the user wrote there comes back if nothing good replaces it. */
async function stream(
  { inputBox }: Repository,
  abort: AbortController,
  follow: (onText: (answer: string) => 'more' | 'enough') => Promise<void>,
): Promise<void> {
  const before = inputBox.value;
  // All that was ever put there: the box tells of an older text of ours after a newer one was set.
  const ours = new Set([before]);
  let message = '';
  try {
    await follow((answer) => {
      // Somebody types in the box: it is theirs.
      if (!ours.has(inputBox.value)) {
        abort.abort();
        return 'enough';
      }
      message = readCommitMessage(answer);
      if (message !== '') {
        inputBox.value = message;
        // The box may normalize what it is given.
        ours.add(message).add(inputBox.value);
      }
      return 'more';
    });
    if (message === '' && !abort.signal.aborted) {
      void vscode.window.showInformationMessage(vscode.l10n.t('The model gave no message.'));
    }
  } catch (error) {
    if (ours.has(inputBox.value)) inputBox.value = before;
    throw error;
  }
}

function rootOf(source: unknown): vscode.Uri | undefined {
  return typeof source === 'object' &&
    source !== null &&
    'rootUri' in source &&
    source.rootUri instanceof vscode.Uri
    ? source.rootUri
    : undefined;
}
