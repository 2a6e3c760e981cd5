/** The commands around ghost text: switches, snooze, menu, log, access token. */
import * as vscode from 'vscode';
import type { Inspection } from '../core/completion/inspection.ts';
import type { InspectableSuggester } from '../core/completion/suggest.ts';
import type { Role } from '../core/model/choice.ts';
import type { AccessTokens } from './accessTokens.ts';
import type { Log } from './log.ts';
import type { Models } from './models.ts';
import { change, type Settings } from './settings.ts';
import { explain, type Silences } from './silences.ts';
import type { StatisticsRecorder } from './statistics.ts';
import type { StatusItem } from './statusItem.ts';
import type { Switches } from './switches.ts';

export interface InlineCommandParts {
  readonly log: Log;
  readonly models: Models;
  readonly settings: Settings;
  readonly silences: Silences;
  readonly statistics: StatisticsRecorder;
  readonly status: StatusItem;
  readonly switches: Switches;
  readonly tokens: AccessTokens;
  /** Its last request, secrets masked, and a new start after a failure. */
  readonly suggester: Pick<InspectableSuggester, 'lastRequest' | 'forget'>;
}

export function registerInlineCommands(parts: InlineCommandParts): vscode.Disposable {
  const { log, settings, statistics, switches } = parts;
  const commands: Record<string, (...given: never[]) => unknown> = {
    enable: () => switches.turnOn(),
    disable: () => switches.turnOff(),
    toggle: () => (switches.off === undefined ? switches.turnOff() : switches.turnOn()),
    toggleLanguage: () => toggleLanguage(settings),
    disableUntilRestart: () => switches.turnOffUntilRestart(),
    snooze: () => snooze(switches),
    resume: () => switches.resume(),
    trigger: () => vscode.commands.executeCommand('editor.action.inlineSuggest.trigger'),
    showLog: () => log.show(),
    openSettings: () =>
      vscode.commands.executeCommand('workbench.action.openSettings', '@ext:ghoststream.ghoststream'),
    setAccessToken: async (role?: Role) => (await import('./serverSecrets.ts')).setAccessToken(parts, role),
    setHeader: async () => (await import('./serverSecrets.ts')).setHeader(parts),
    showMenu: () => showMenu(parts),
    whyNothing: () => whyNothing(parts),
    showLastRequest: () => showLastRequest(parts.suggester.lastRequest),
    tryAgain: async () => {
      parts.suggester.forget();
      parts.status.forget();
      await vscode.commands.executeCommand('editor.action.inlineSuggest.trigger');
    },
    // Not in the palette: the editor runs it when it has inserted a whole suggestion.
    accepted: (id: number) => statistics.accepted(id),
    showStatistics: async () => (await import('./statisticsView.ts')).showStatistics(statistics),
    exportStatistics: async () => (await import('./statisticsView.ts')).exportStatistics(statistics),
    resetStatistics: async () => (await import('./statisticsView.ts')).resetStatistics(statistics),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`ghoststream.${name}`, run),
    ),
  );
}

/** As a document: a prompt is long, and people search in it. */
async function showLastRequest(request: Inspection | undefined): Promise<void> {
  if (!request) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No request for ghost text was sent yet.'));
    return;
  }
  const content = JSON.stringify(request, null, 2);
  await vscode.window.showTextDocument(
    await vscode.workspace.openTextDocument({ language: 'json', content }),
  );
}

async function toggleLanguage(settings: Settings): Promise<void> {
  const language = vscode.window.activeTextEditor?.document.languageId;
  if (language === undefined) return;
  const { languages } = settings.inline;
  const on = languages[language] ?? languages['*'] ?? true;
  await change('inline.languages', { ...languages, [language]: !on });
}

async function snooze(switches: Switches): Promise<void> {
  const choices = [5, 15, 30, 60, 120].map((minutes) => ({
    label: vscode.l10n.t('{0} minutes', minutes),
    minutes,
  }));
  const placeHolder = vscode.l10n.t('No ghost text for…');
  const choice = await vscode.window.showQuickPick(choices, { placeHolder });
  if (choice) switches.snooze(choice.minutes);
}

/** Says the reason of the last silence, with the log one click away. */
async function whyNothing({ silences, status, switches }: InlineCommandParts): Promise<void> {
  const showLog = vscode.l10n.t('Show Log');
  const why = reason();
  if ((await vscode.window.showInformationMessage(why, showLog)) === showLog)
    await vscode.commands.executeCommand('ghoststream.showLog');

  function reason(): string {
    switch (switches.off) {
      case 'setting':
        return vscode.l10n.t('Ghost text is turned off.');
      case 'until-restart':
        return vscode.l10n.t('Ghost text is turned off until the editor restarts.');
      case 'snoozed':
        return vscode.l10n.t('Ghost text is snoozed.');
      case 'editor-setting':
        return vscode.l10n.t(
          'The setting “editor.inlineSuggest.enabled” is off, which hides all ghost text.',
        );
      case undefined:
        break;
    }
    if (status.capped !== undefined) return vscode.l10n.t('Ghost text is {0}.', status.capped);
    if (silences.last) return explain(silences.last);
    return (
      status.activity.trouble?.message ??
      vscode.l10n.t('Nothing was held back: the last question got an answer, or none was asked yet.')
    );
  }
}

async function showMenu({ models, settings, status, switches }: InlineCommandParts): Promise<void> {
  const language = vscode.window.activeTextEditor?.document.languageId;
  const on = switches.off === undefined;
  const items: (vscode.QuickPickItem & { command?: string; arguments?: unknown[] })[] = [];
  const add = (label: string, command: string, description = ''): number =>
    items.push({ label, command, description });
  const separator = (label: string): number =>
    items.push({ label, kind: vscode.QuickPickItemKind.Separator });

  const { trouble } = status.activity;
  if (trouble) items.push({ label: `$(warning) ${trouble.message}`, command: 'ghoststream.whyNothing' });
  separator(vscode.l10n.t('Ghost text'));
  if (on) {
    add(`$(circle-slash) ${vscode.l10n.t('Turn off')}`, 'ghoststream.disable');
    add(`$(bell-slash) ${vscode.l10n.t('Snooze…')}`, 'ghoststream.snooze');
    add(`$(debug-restart) ${vscode.l10n.t('Turn off until restart')}`, 'ghoststream.disableUntilRestart');
  } else add(`$(check) ${vscode.l10n.t('Turn on')}`, 'ghoststream.enable');
  if (language !== undefined) {
    const { languages } = settings.inline;
    const here = languages[language] ?? languages['*'] ?? true;
    const label = here
      ? vscode.l10n.t('Turn off for {0}', language)
      : vscode.l10n.t('Turn on for {0}', language);
    add(`$(file-code) ${label}`, 'ghoststream.toggleLanguage');
  }
  add(`$(question) ${vscode.l10n.t('Why was nothing suggested?')}`, 'ghoststream.whyNothing');
  separator(vscode.l10n.t('Model'));
  items.push({
    label: `$(plug) ${models.current('inline')?.name ?? vscode.l10n.t('Choose a model')}`,
    command: 'ghoststream.chooseModel',
  });
  add(`$(beaker) ${vscode.l10n.t('Test connection')}`, 'ghoststream.testModels');
  add(`$(key) ${vscode.l10n.t('Set access token…')}`, 'ghoststream.setAccessToken');
  add(`$(eye) ${vscode.l10n.t('Show last completion request')}`, 'ghoststream.showLastRequest');
  separator('Ghoststream');
  add(`$(graph) ${vscode.l10n.t('Statistics')}`, 'ghoststream.showStatistics');
  add(`$(gear) ${vscode.l10n.t('Settings')}`, 'ghoststream.openSettings');
  add(`$(output) ${vscode.l10n.t('Log')}`, 'ghoststream.showLog');

  const picked = await vscode.window.showQuickPick(items, { title: 'Ghoststream' });
  if (picked?.command) await vscode.commands.executeCommand(picked.command, ...(picked.arguments ?? []));
}
