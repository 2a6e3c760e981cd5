/** Shows the statistics in a page of their own, exports and resets them. */
import * as vscode from 'vscode';
import { statisticsPage, type PageWords } from '../core/inline/statisticsPage.ts';
import type { StatisticsRecorder } from './statistics.ts';

export function showStatistics(recorder: StatisticsRecorder): void {
  const panel = vscode.window.createWebviewPanel(
    'ghoststream.statistics',
    vscode.l10n.t('Ghoststream Statistics'),
    vscode.ViewColumn.Active,
    { enableCommandUris: ['ghoststream.exportStatistics', 'ghoststream.resetStatistics'] },
  );
  const draw = (): void => {
    panel.webview.html = statisticsPage(recorder.current, words(), crypto.randomUUID());
  };
  const listener = recorder.onDidChange(draw);
  panel.onDidDispose(() => {
    listener.dispose();
  });
  draw();
}

export async function exportStatistics(recorder: StatisticsRecorder): Promise<void> {
  const target = await vscode.window.showSaveDialog({
    filters: { JSON: ['json'] },
    saveLabel: vscode.l10n.t('Export'),
    ...defaultTarget(),
  });
  if (!target) return;
  const json = `${JSON.stringify(recorder.current, null, 2)}\n`;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(json));
}

export async function resetStatistics(recorder: StatisticsRecorder): Promise<void> {
  const yes = vscode.l10n.t('Reset');
  const question = vscode.l10n.t('Forget all statistics of Ghoststream?');
  if ((await vscode.window.showWarningMessage(question, { modal: true }, yes)) === yes) recorder.reset();
}

function defaultTarget(): { defaultUri?: vscode.Uri } {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return folder ? { defaultUri: vscode.Uri.joinPath(folder, 'ghoststream-statistics.json') } : {};
}

function words(): PageWords {
  return {
    title: vscode.l10n.t('Ghoststream Statistics'),
    privacy: vscode.l10n.t('Counts and times, never text. They are kept on this machine and sent to nobody.'),
    since: vscode.l10n.t('Counted since {0}.', '{0}'),
    empty: vscode.l10n.t('Nothing has been suggested yet.'),
    language: vscode.l10n.t('Language'),
    all: vscode.l10n.t('All'),
    shown: vscode.l10n.t('Shown'),
    accepted: vscode.l10n.t('Accepted'),
    characters: vscode.l10n.t('Characters accepted'),
    kept30s: vscode.l10n.t('Kept after 30 s'),
    kept5min: vscode.l10n.t('Kept after 5 min'),
    latency: vscode.l10n.t('Waiting'),
    answer: vscode.l10n.t('From the editor’s question to the answer'),
    firstToken: vscode.l10n.t('From the request to the first token'),
    requests: vscode.l10n.t('Requests'),
    failed: vscode.l10n.t('Failed requests'),
    saved: vscode.l10n.t('Answers without a request'),
    exportJson: vscode.l10n.t('Export as JSON'),
    reset: vscode.l10n.t('Reset'),
  };
}
