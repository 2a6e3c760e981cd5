/** The lines of actions above a proposal: on its page for all and for each difference, in the file to get back there. */
import * as vscode from 'vscode';
import type { DrawnHunk } from '../core/edit/view.ts';
import { EDIT_SCHEME } from './editPage.ts';
import type { EditSession } from './editSession.ts';

export interface EditLenses {
  refresh(): void;
  dispose(): void;
}

export function createEditLenses(sessions: () => readonly EditSession[]): EditLenses {
  const changed = new vscode.EventEmitter<void>();
  const provider = (lensesOf: (session: EditSession) => vscode.CodeLens[]): vscode.CodeLensProvider => ({
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: ({ uri }) =>
      sessions()
        .filter(({ document, page }) =>
          [document.uri, page?.uri].some((own) => own?.toString() === uri.toString()),
        )
        .flatMap(lensesOf),
  });
  const onPages = vscode.languages.registerCodeLensProvider({ scheme: EDIT_SCHEME }, provider(pageLenses));
  // For good: the editor keeps the last lenses of a provider that goes for half a minute.
  const onFiles = vscode.languages.registerCodeLensProvider(FILES, provider(fileLenses));
  return {
    refresh: () => changed.fire(),
    dispose: () => {
      vscode.Disposable.from(changed, onPages, onFiles).dispose();
    },
  };
}

/** Whatever has a path, but for the pages themselves. */
const FILES: vscode.DocumentSelector = [
  'file',
  'untitled',
  'vscode-remote',
  'vscode-vfs',
  'vscode-notebook-cell',
].map((scheme) => ({ scheme }));

type Action = readonly [title: string, command: string, ...rest: readonly unknown[]];

function lensesAt(line: number, actions: readonly Action[]): vscode.CodeLens[] {
  const at = new vscode.Range(line, 0, line, 0);
  return actions.map(
    ([title, command, ...rest]) =>
      new vscode.CodeLens(at, {
        title,
        command: command === '' ? '' : `ghoststream.${command}`,
        arguments: [...rest],
      }),
  );
}

function pageLenses({ page, state }: EditSession): vscode.CodeLens[] {
  if (!page) return [];
  const { hunks, region } = page.view;
  if (state === 'growing') return lensesAt(region.start, runningActions(vscode.l10n.t('Writing…')));
  const single = hunks.length < 2;
  const all: Action[] = [
    [`$(check-all) ${single ? vscode.l10n.t('Accept') : vscode.l10n.t('Accept All')}`, 'acceptEdit'],
    [`$(close) ${single ? vscode.l10n.t('Reject') : vscode.l10n.t('Reject All')}`, 'rejectEdit'],
  ];
  return [
    ...lensesAt(region.start, all),
    ...(single
      ? []
      : hunks.flatMap((drawn, index) => lensesAt(firstLine(drawn), hunkActions(index, hunks.length)))),
  ];
}

function firstLine({ removed }: DrawnHunk): number {
  return removed.start;
}

function hunkActions(index: number, count: number): Action[] {
  return [
    [`$(check) ${vscode.l10n.t('Accept {0} of {1}', index + 1, count)}`, 'acceptHunk', index],
    [`$(discard) ${vscode.l10n.t('Reject')}`, 'rejectHunk', index],
  ];
}

function runningActions(what: string): Action[] {
  return [
    [`$(loading~spin) ${what}`, ''],
    [vscode.l10n.t('Stop'), 'stopEdit'],
  ];
}

function fileLenses({ state, lines: { start } }: EditSession): vscode.CodeLens[] {
  if (state === 'waiting') return lensesAt(start, runningActions(vscode.l10n.t('Waiting for the model…')));
  return lensesAt(start, [
    [`$(diff) ${vscode.l10n.t('Proposed edit')}`, 'showEdit'],
    [`$(check-all) ${vscode.l10n.t('Accept')}`, 'acceptEdit'],
    [`$(close) ${vscode.l10n.t('Reject')}`, 'rejectEdit'],
  ]);
}
