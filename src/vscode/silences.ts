/** Remembers why nothing was suggested, and says it in words when the user asks. */
import * as vscode from 'vscode';
import type { SilenceReason } from '../core/completion/words.ts';
import type { RefusalDetail } from '../core/inline/gate.ts';

export interface Silence {
  readonly reason: SilenceReason;
  readonly detail?: string;
}

export interface Silences {
  note(silence: Silence): void;
  /** Something was suggested. */
  end(): void;
  readonly last: Silence | undefined;
}

export function createSilences(): Silences {
  let last: Silence | undefined;
  return {
    note: (silence) => {
      // Each key cancels the question before it: that says nothing to the user.
      if (silence.reason !== 'canceled' && silence.reason !== 'superseded') last = silence;
    },
    end: () => (last = undefined),
    get last() {
      return last;
    },
  };
}

/** A sentence for people. */
export function explain({ reason, detail }: Silence): string {
  switch (reason) {
    case 'disabled':
      return explainDisabled(detail);
    case 'no-model':
      return vscode.l10n.t('No model is configured for ghost text.');
    case 'filtered':
      return vscode.l10n.t(
        'The model answered, but nothing of it was worth showing (rule: {0}).',
        detail ?? '?',
      );
    case 'empty':
      return vscode.l10n.t('The model had nothing to add here.');
    case 'inside-word':
      return vscode.l10n.t('The caret is inside a word. Ask by hand to get a suggestion there.');
    case 'selection':
      return vscode.l10n.t('Text is selected. Ghost text would replace it.');
    case 'undo':
      return vscode.l10n.t('The last change was an undo or a redo, which asks for nothing.');
    case 'excluded-file':
      return vscode.l10n.t(
        'This file is excluded: it matches your patterns or an ignore file, or may hold secrets.',
      );
    case 'dismissed':
      return vscode.l10n.t('You sent the suggestion at this place away.');
    case 'paused':
      return vscode.l10n.t('Requests are paused after an error{0}.', detail ? ` (${detail})` : '');
    case 'superseded':
      return vscode.l10n.t('Another suggestion took its place.');
    case 'canceled':
      return vscode.l10n.t('You went on before an answer came.');
    case 'error':
      return detail ?? vscode.l10n.t('The request failed.');
    case 'loading':
      return vscode.l10n.t('The model is still loading.');
  }
}

const DISABLED: Readonly<Record<RefusalDetail, () => string>> = {
  language: () => vscode.l10n.t('Ghost text is off for this language.'),
  manual: () => vscode.l10n.t('Ghost text comes only when you ask for it by hand.'),
  comment: () => vscode.l10n.t('Ghost text is off in comments.'),
  widget: () => vscode.l10n.t('The list of suggestions is open, and ghost text keeps out of its way.'),
  modal: () => vscode.l10n.t('The editor is not inserting text: the caret shows a command mode.'),
};

function explainDisabled(detail: string | undefined): string {
  const known = Object.entries(DISABLED).find(([name]) => name === detail);
  return known ? known[1]() : vscode.l10n.t('Ghost text is off.');
}
