/** The one item in the status bar: what Ghoststream is doing, and the one action that helps when it cannot. */
import * as vscode from 'vscode';
import {
  afterEvent,
  IDLE,
  statusWord,
  type Activity,
  type Conditions,
  type StatusWord,
} from '../core/inline/status.ts';
import type { EngineEvent } from '../core/completion/words.ts';
import type { Clock } from '../core/ports.ts';
import type { Models } from './models.ts';
import { helpFor, openSetting } from './remedies.ts';
import type { Settings } from './settings.ts';
import type { SpendMeter } from './spendMeter.ts';
import type { Switches } from './switches.ts';

/** Of the spend meter, what is shown. */
type Spent = Pick<SpendMeter, 'text' | 'pause' | 'onDidChange'>;

/** A new day lifts the cap without any event. */
const CAP_LOOK_MS = 60_000;

export interface StatusItem {
  readonly activity: Activity;
  readonly word: StatusWord;
  /** Why ghost text may cost no more today. */
  readonly capped: string | undefined;
  readonly report: (event: EngineEvent) => void;
  /** What failed may work now: the trouble is not shown any longer. */
  forget(): void;
  dispose(): void;
}

const ICONS: Readonly<Record<StatusWord, string>> = {
  ready: 'sparkle',
  waiting: 'loading~spin',
  streaming: 'sync~spin',
  manual: 'sparkle',
  off: 'circle-slash',
  snoozed: 'bell-slash',
  'no-model': 'plug',
  capped: 'credit-card',
  loading: 'watch',
  'rate-limited': 'watch',
  error: 'warning',
  'editor-setting': 'circle-slash',
};

export function createStatusItem(
  models: Models,
  settings: Settings,
  switches: Switches,
  clock: Clock,
  spend: Spent,
): StatusItem {
  const item = vscode.window.createStatusBarItem('ghoststream.status', vscode.StatusBarAlignment.Right, 100);
  item.name = 'Ghoststream';
  const language = vscode.languages.createLanguageStatusItem('ghoststream.language', { pattern: '**' });
  language.name = 'Ghoststream';
  let activity = IDLE;
  let wake: (() => void) | undefined;

  const conditions = (): Conditions => {
    const model = models.current('inline');
    return {
      model: model?.name,
      off: switches.off,
      manual: settings.inline.trigger === 'manual',
      capped: model && spend.pause(model.endpoint),
    };
  };
  const draw = (): void => {
    const now = conditions();
    const word = statusWord(now, activity);
    const text = sentence(word, now, activity, clock.now());
    const spent = spend.text();
    const action = actionFor(word, activity);
    item.text = `$(${ICONS[word]}) Ghoststream${text === '' ? (spent === '' ? '' : ` ${spent}`) : `: ${shorten(text)}`}`;
    item.accessibilityInformation = { label: `Ghoststream ${text}`, role: 'button' };
    item.command = action;
    item.tooltip = tooltip(now, text, activity, action, spent);
    item.backgroundColor =
      word === 'error' ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    item.show();
    language.text = text === '' ? vscode.l10n.t('Ghost text is on') : text;
    language.detail = now.model ?? '';
    language.busy = word === 'waiting' || word === 'streaming';
    language.severity =
      word === 'error' ? vscode.LanguageStatusSeverity.Warning : vscode.LanguageStatusSeverity.Information;
    language.command = action;
    wake?.();
    const until = activity.trouble?.until;
    const left = word === 'capped' ? CAP_LOOK_MS : until === undefined ? 0 : until - clock.now();
    wake = left > 0 ? clock.after(left, draw) : undefined;
  };
  const forget = (): void => {
    activity = { ...activity, trouble: undefined };
    draw();
  };
  const listeners = [
    models.onDidChange(forget),
    settings.onDidChange(draw),
    switches.onDidChange(draw),
    spend.onDidChange(draw),
  ];
  draw();

  return {
    get activity() {
      return activity;
    },
    get word() {
      return statusWord(conditions(), activity);
    },
    get capped() {
      return conditions().capped;
    },
    forget,
    report: (event) => {
      activity = afterEvent(activity, event, clock.now());
      draw();
    },
    dispose: () => {
      wake?.();
      vscode.Disposable.from(item, language, ...listeners).dispose();
    },
  };
}

/** What is going on, in words; empty when all is well. `now` as the trouble's clock, in milliseconds. */
function sentence(word: StatusWord, { capped }: Conditions, { trouble }: Activity, now: number): string {
  switch (word) {
    case 'ready':
    case 'waiting':
    case 'streaming':
      return '';
    case 'manual':
      return vscode.l10n.t('by hand');
    case 'off':
      return vscode.l10n.t('off');
    case 'snoozed':
      return vscode.l10n.t('snoozed');
    case 'no-model':
      return vscode.l10n.t('choose a model');
    case 'capped':
      return capped ?? '';
    case 'editor-setting':
      return vscode.l10n.t('the editor’s inline suggestions are off');
    case 'rate-limited': {
      const left = Math.ceil(((trouble?.until ?? now) - now) / 1000);
      if (left <= 0) return vscode.l10n.t('rate limited');
      const until = new Date(Date.now() + left * 1000).toLocaleTimeString();
      return vscode.l10n.t('rate limited until {0}', until);
    }
    case 'loading':
    case 'error':
      return trouble?.message ?? '';
  }
}

/** The one thing that helps; the menu where all is well. */
function actionFor(word: StatusWord, { trouble }: Activity): vscode.Command {
  switch (word) {
    case 'no-model':
      return { command: 'ghoststream.chooseModel', title: vscode.l10n.t('Choose a model') };
    case 'capped':
      return { command: 'ghoststream.setDailyCap', title: vscode.l10n.t('Change the cap') };
    case 'editor-setting':
      return openSetting(
        vscode.l10n.t('Switch the editor’s inline suggestions on'),
        'editor.inlineSuggest.enabled',
      );
    case 'error':
    case 'loading':
    case 'rate-limited':
      if (trouble) return helpFor(trouble, 'inline');
      break;
    case 'ready':
    case 'waiting':
    case 'streaming':
    case 'manual':
    case 'off':
    case 'snoozed':
  }
  return { command: 'ghoststream.showMenu', title: vscode.l10n.t('Show Menu') };
}

function tooltip(
  { model }: Conditions,
  text: string,
  { firstTokenMs, trouble }: Activity,
  action: vscode.Command,
  spent: string,
): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString('', true);
  markdown.isTrusted = { enabledCommands: [action.command, 'ghoststream.showMenu', 'ghoststream.showLog'] };
  markdown.appendMarkdown(plain(model ?? vscode.l10n.t('No model')));
  if (text !== '') markdown.appendMarkdown(`\n\n${plain(trouble?.message ?? text)}`);
  if (firstTokenMs !== undefined)
    markdown
      .appendMarkdown('\n\n')
      .appendText(vscode.l10n.t('First token after {0} ms', Math.round(firstTokenMs)));
  if (spent !== '') markdown.appendMarkdown('\n\n').appendText(spent);
  markdown.appendMarkdown(`\n\n[${action.title}](${link(action)})`);
  if (action.command !== 'ghoststream.showMenu')
    markdown.appendMarkdown(` · [${vscode.l10n.t('Show Menu')}](command:ghoststream.showMenu)`);
  markdown.appendMarkdown(` · [${vscode.l10n.t('Show Log')}](command:ghoststream.showLog)`);
  return markdown;
}

/** As `appendText`, whose blanks do not break: a long sentence would be broken inside of words. */
const plain = (text: string): string =>
  new vscode.MarkdownString().appendText(text).value.replaceAll('&nbsp;', ' ');

function link({ command, arguments: given }: vscode.Command): string {
  return `command:${command}${given ? `?${encodeURIComponent(JSON.stringify(given))}` : ''}`;
}

/** Most characters of a sentence in the status bar; the whole of it is in the tooltip. */
const MAX = 60;

function shorten(text: string): string {
  return text.length <= MAX ? text : `${text.slice(0, MAX - 1)}…`;
}
