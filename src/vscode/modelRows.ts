/** The rows of the model picker, and what they say about a model. */
import * as vscode from 'vscode';
import type { ModelEntry, Role } from '../core/model/choice.ts';
import type { Offer, RouterModel } from '../core/model/routerModels.ts';
import { dollars } from '../core/model/spend.ts';
import { HUB_ORIGINS } from './hubOrigins.ts';
import { LOCAL_ORIGIN } from './localModel.ts';
import type { UsualServer } from '../local/listening.ts';

export type Row = vscode.QuickPickItem & {
  readonly entry?: ModelEntry;
  readonly model?: RouterModel;
  /** A model file that is not the local model yet. */
  readonly file?: string;
  readonly command?: vscode.Command;
};

export function roleName(role: Role): string {
  switch (role) {
    case 'inline':
      return vscode.l10n.t('Ghost text');
    case 'chat':
      return vscode.l10n.t('Chat');
    case 'edit':
      return vscode.l10n.t('Editing');
    case 'commit':
      return vscode.l10n.t('Commit messages');
  }
}

export const section = (label: string, rows: readonly Row[]): Row[] =>
  rows.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...rows];

const TRY_IT = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('beaker'),
  tooltip: vscode.l10n.t('Try it: one short request'),
});

/** A row with the button that tries it, and what the last try said. */
export function triable<R extends vscode.QuickPickItem>(row: R, tried: string | undefined): R {
  return { ...row, buttons: [TRY_IT()], ...(tried === undefined ? {} : { detail: `$(beaker) ${tried}` }) };
}

export const rowOfEntry = (entry: ModelEntry, offer: Offer | undefined): Row => ({
  label: entry.name,
  description: entry.model === entry.name ? '' : (entry.model ?? ''),
  detail: [offer ? describeOffer(offer) : '', placeOf(entry)].filter((part) => part !== '').join(' · '),
  entry,
});

/** Where a model answers, and how it is spoken to. */
export const placeOf = ({ dialect, url }: Pick<ModelEntry, 'dialect' | 'url'>): string =>
  url === LOCAL_ORIGIN
    ? vscode.l10n.t('a file that runs on this machine')
    : `${dialect} · ${url.trim() === '' ? HUB_ORIGINS.router : url}`;

export const rowOfFile = (file: string): Row => ({
  label: `$(file-binary) ${file.split(/[\\/]/).at(-1) ?? file}`,
  detail: file,
  file,
});

/** Nothing but a connection was made: what listens there may be anything. */
export const rowOfServer = ({ label, url }: UsualServer): Row => ({
  label: `$(broadcast) ${url}`,
  description: vscode.l10n.t('the usual port of {0}', label),
  detail: vscode.l10n.t('Something listens there. Nothing is sent to it before you pick it.'),
  command: { command: 'ghoststream.addServer', title: '', arguments: [url] },
});

export function rowOfModel(model: RouterModel): Row {
  const prices = model.offers.flatMap(({ price }) => (price ? [price.input] : []));
  const from =
    prices.length > 0 ? vscode.l10n.t('from {0} per million tokens', dollars(Math.min(...prices))) : '';
  const contexts = model.offers.flatMap(({ contextTokens }) => (contextTokens ? [contextTokens] : []));
  const facts = [
    from,
    contexts.length > 0 ? contextOf(Math.max(...contexts)) : '',
    model.offers.some(({ raw }) => raw) ? vscode.l10n.t('completes raw text') : '',
    model.offers.map(({ provider }) => provider).join(', '),
  ];
  return { label: model.id, detail: facts.filter((fact) => fact !== '').join(' · '), model };
}

/** Price, context and measured speed, as far as the router tells. */
export function describeOffer({ price, contextTokens, firstTokenMs, tokensPerSecond, raw }: Offer): string {
  return [
    ...(price
      ? [vscode.l10n.t('{0} in, {1} out per million tokens', dollars(price.input), dollars(price.output))]
      : []),
    ...(contextTokens === undefined ? [] : [contextOf(contextTokens)]),
    ...(firstTokenMs === undefined
      ? []
      : [vscode.l10n.t('first token after {0} ms', Math.round(firstTokenMs))]),
    ...(tokensPerSecond === undefined ? [] : [vscode.l10n.t('{0} tokens/s', Math.round(tokensPerSecond))]),
    ...(raw ? [vscode.l10n.t('completes raw text')] : []),
  ].join(' · ');
}

const contextOf = (tokens: number): string => vscode.l10n.t('{0}k context', Math.round(tokens / 1000));
