/** Asks a model on behalf of a command and follows its text; shows what went wrong, with the one action that helps. */
import * as vscode from 'vscode';
import type { ConfiguredModel, Role } from '../core/model/choice.ts';
import type { ModelPorts, Timers } from '../core/model/client.ts';
import { ModelError } from '../core/model/errors.ts';
import { remedyFor } from '../core/model/remedy.ts';
import type { ChatMessage, FinishReason } from '../core/model/words.ts';
import type { Models } from './models.ts';
import { helpFor, run } from './remedies.ts';
import { streamChatModel } from './vendorModel.ts';

/** Somebody waits and sees it: a local model may have to be loaded first. */
export const COMMAND_TIMERS: Timers = { firstByteMs: 60_000, idleMs: 60_000, totalMs: 600_000 };

export interface TextQuestion {
  readonly model: ConfiguredModel;
  readonly messages: readonly ChatMessage[];
  readonly maxTokens?: number;
}

/**
 * Calls `onText` with the whole answer so far, each time more of it came, until it returns `enough`.
 * @throws ModelError as streamModel
 */
export async function followText(
  { model, messages, maxTokens }: TextQuestion,
  ports: ModelPorts,
  signal: AbortSignal,
  onText: (answer: string) => 'more' | 'enough',
): Promise<FinishReason | 'enough'> {
  const request = {
    type: 'chat',
    messages,
    temperature: 0,
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(model.contextTokens === undefined ? {} : { contextTokens: model.contextTokens }),
  } as const;
  let answer = '';
  for await (const event of streamChatModel(model.endpoint, request, COMMAND_TIMERS, ports, signal)) {
    if (event.type === 'finish') return event.finishReason;
    if (event.type !== 'text-delta' || event.sequence) continue;
    answer += event.text;
    if (onText(answer) === 'enough') return 'enough';
  }
  return 'enough';
}

/** The model for a role, or the one called `name`; where there is none, the user is led to the picker. */
export async function modelOrAsk(
  models: Models,
  role: Role,
  name?: string,
): Promise<ConfiguredModel | undefined> {
  const model = models.current(role, name);
  if (model) return model;
  const choose = vscode.l10n.t('Choose a Model');
  const picked = await vscode.window.showInformationMessage(
    vscode.l10n.t('Ghoststream needs a model for this.'),
    choose,
  );
  if (picked === choose) await vscode.commands.executeCommand('ghoststream.chooseModel');
  return undefined;
}

/**
 * Tells of an error once; an abort is nobody's error.
 *
 * @param again does the same anew; offered where that may help
 * @param kept says what became of the text that came before the error
 */
export async function showModelError(error: unknown, again: () => Promise<void>, kept = ''): Promise<void> {
  if (!(error instanceof ModelError)) throw error;
  if (error.kind === 'canceled') return;
  // Ghost text's own way to ask again is none here.
  const remedy = remedyFor(error.kind, error.helpUrl);
  const action = remedy === 'again' ? undefined : helpFor(error, 'edit');
  const retry = vscode.l10n.t('Try Again');
  const picked = await vscode.window.showErrorMessage(
    [error.message, kept].filter((sentence) => sentence !== '').join(' '),
    ...(error.retryable || !action ? [retry] : []),
    ...(action ? [action.title] : []),
  );
  if (picked === retry) await again();
  if (action && picked === action.title) await run(action);
}
