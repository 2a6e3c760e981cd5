/** The picker of models: what is configured, what was chosen lately, what the router offers now, or any name. */
import * as vscode from 'vscode';
import { rolesOf, type ModelEntry, type Role } from '../core/model/choice.ts';
import type { Scope } from '../core/model/choices.ts';
import { routedId, type Offer, type Route, type RouterModel } from '../core/model/routerModels.ts';
import { dollars, thousand } from '../core/model/spend.ts';
import type { Accounts } from './accounts.ts';
import { HUB_ORIGINS } from './hubOrigins.ts';
import type { Models } from './models.ts';
import type { RouterCatalog } from './routerCatalog.ts';
import type { SpendMeter } from './spendMeter.ts';
import { vendorModels } from './vendorModel.ts';

export interface PickerParts {
  readonly models: Models;
  readonly catalog: RouterCatalog;
  readonly accounts: Accounts;
  readonly meter: Pick<SpendMeter, 'lastUsage'>;
  /** One short request; a sentence about how fast it was. */
  readonly tryModel: (entry: ModelEntry) => Promise<string>;
}

type Row = vscode.QuickPickItem & {
  readonly entry?: ModelEntry;
  readonly model?: RouterModel;
  readonly command?: string;
};

/** Asks for a model, its provider, its roles and where the choice holds. Escape at any step changes nothing. */
export async function chooseModel(parts: PickerParts): Promise<void> {
  const row = await pickRow(parts);
  if (!row) return;
  if (row.command !== undefined) return void vscode.commands.executeCommand(row.command);
  const entry = row.entry ?? (row.model ? await pickRoute(row.model, parts) : undefined);
  if (!entry) return;
  const roles = await pickRoles(entry);
  if (!roles) return;
  if (roles.includes('inline') && !(await acceptsPrice(entry, parts))) return;
  const scope = await pickScope();
  if (scope) await parts.models.choose(scope, roles, entry);
}

function pickRow({ models, catalog }: PickerParts): Promise<Row | undefined> {
  const picker = vscode.window.createQuickPick<Row>();
  picker.title = vscode.l10n.t('Choose a Model');
  picker.placeholder = vscode.l10n.t('Search, or type any model’s name on the Hub');
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.busy = true;
  let offered: readonly RouterModel[] = [];
  let others: readonly ModelEntry[] = [];
  let note = '';
  const draw = (): void => {
    const typed = picker.value.trim();
    picker.items = [
      ...section(vscode.l10n.t('recently chosen'), models.recent.map(rowOfEntry)),
      ...section(vscode.l10n.t('your servers and files'), models.configured.map(rowOfEntry)),
      ...section(vscode.l10n.t('from other extensions, for conversations'), others.map(rowOfEntry)),
      ...section(vscode.l10n.t('add'), [
        {
          label: `$(add) ${vscode.l10n.t('Add a server by its URL…')}`,
          command: 'ghoststream.addServer',
          alwaysShow: true,
        },
        {
          label: `$(cloud-download) ${vscode.l10n.t('Use a small local model…')}`,
          command: 'ghoststream.useSmallModel',
          alwaysShow: true,
        },
      ]),
      ...section(note === '' ? 'Hugging Face' : note, offered.map(rowOfModel)),
      ...(/^[\w.-]+\/[\w.:-]+$/.test(typed) && !offered.some(({ id }) => id === typed)
        ? [{ label: typed, description: vscode.l10n.t('as typed'), entry: hubEntry(typed), alwaysShow: true }]
        : []),
    ];
  };
  draw();
  picker.onDidChangeValue(draw);
  void vendorModels().then((list) => {
    others = list;
    draw();
  });
  void catalog
    .models()
    .then((list) => (offered = list))
    .catch((error: unknown) => (note = error instanceof Error ? error.message : String(error)))
    .finally(() => {
      picker.busy = false;
      draw();
    });
  return new Promise((resolve) => {
    picker.onDidAccept(() => {
      resolve(picker.selectedItems[0]);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
}

const section = (label: string, rows: readonly Row[]): Row[] =>
  rows.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...rows];

const rowOfEntry = (entry: ModelEntry): Row => ({
  label: entry.name,
  description: entry.model ?? '',
  detail: `${entry.dialect} · ${entry.url}`,
  entry,
});

function rowOfModel(model: RouterModel): Row {
  const prices = model.offers.flatMap(({ price }) => (price ? [price.input] : []));
  const from =
    prices.length > 0 ? vscode.l10n.t('from {0} per million tokens', dollars(Math.min(...prices))) : '';
  const count =
    model.offers.length === 1
      ? (model.offers[0]?.provider ?? '')
      : vscode.l10n.t('{0} providers', model.offers.length);
  return { label: model.id, description: count, detail: from, model };
}

/** Price, context length and measured speed, as far as the router tells. */
export function describeOffer({ price, contextTokens, firstTokenMs, tokensPerSecond }: Offer): string {
  return [
    ...(price
      ? [vscode.l10n.t('{0} in, {1} out per million tokens', dollars(price.input), dollars(price.output))]
      : []),
    ...(contextTokens === undefined ? [] : [vscode.l10n.t('{0}k context', Math.round(contextTokens / 1000))]),
    ...(firstTokenMs === undefined ? [] : [vscode.l10n.t('first token {0} ms', Math.round(firstTokenMs))]),
    ...(tokensPerSecond === undefined ? [] : [vscode.l10n.t('{0} tokens/s', Math.round(tokensPerSecond))]),
  ].join(' · ');
}

/** By speed, by price, or one provider; each row can be tried before it is chosen. */
async function pickRoute(model: RouterModel, parts: PickerParts): Promise<ModelEntry | undefined> {
  const rows: (vscode.QuickPickItem & { route: Route })[] = [
    { label: `$(zap) ${vscode.l10n.t('Fastest')}`, route: 'fastest' },
    { label: `$(credit-card) ${vscode.l10n.t('Cheapest')}`, route: 'cheapest' },
    ...model.offers.map((offer) => ({
      label: offer.provider,
      detail: describeOffer(offer),
      route: { provider: offer.provider },
    })),
  ];
  const tryIt: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('beaker'),
    tooltip: vscode.l10n.t('Try it: one short request'),
  };
  const organizations = (await parts.accounts.account())?.organizations ?? [];
  const picker = vscode.window.createQuickPick<(typeof rows)[number]>();
  picker.title = model.id;
  picker.placeholder = vscode.l10n.t('Who serves it?');
  picker.matchOnDetail = true;
  picker.items = rows.map((row) => ({ ...row, buttons: [tryIt] }));
  const contextOf = (route: Route): number | undefined =>
    typeof route === 'string'
      ? undefined
      : model.offers.find(({ provider }) => provider === route.provider)?.contextTokens;
  picker.onDidTriggerItemButton(async ({ item }) => {
    picker.busy = true;
    picker.placeholder = await parts.tryModel(hubEntry(routedId(model.id, item.route)));
    picker.busy = false;
  });
  const route = await new Promise<Route | undefined>((resolve) => {
    picker.onDidAccept(() => {
      resolve(picker.selectedItems[0]?.route);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
  if (!route) return undefined;
  const billTo = organizations.length > 0 ? await pickPayer(organizations) : { name: undefined };
  return billTo && hubEntry(routedId(model.id, route), contextOf(route), billTo.name);
}

/** Undefined when the question was left; a name of undefined is the user's own account. */
async function pickPayer(
  organizations: readonly string[],
): Promise<{ name: string | undefined } | undefined> {
  const rows = [
    { label: vscode.l10n.t('My own account'), name: undefined },
    ...organizations.map((name) => ({ label: name, name })),
  ];
  return vscode.window.showQuickPick(rows, { title: vscode.l10n.t('Who pays?') });
}

const hubEntry = (model: string, contextTokens?: number, billTo?: string): ModelEntry => ({
  name: model,
  url: HUB_ORIGINS.router,
  dialect: 'hf-chat:auto',
  model,
  ...(contextTokens === undefined ? {} : { contextTokens }),
  ...(billTo === undefined ? {} : { billTo }),
});

async function pickRoles(entry: ModelEntry): Promise<readonly Role[] | undefined> {
  const able = rolesOf(entry);
  const names: Record<Role, string> = {
    inline: vscode.l10n.t('Ghost text'),
    chat: vscode.l10n.t('Chat'),
    edit: vscode.l10n.t('Editing'),
    commit: vscode.l10n.t('Commit messages'),
  };
  const rows: (vscode.QuickPickItem & { roles: readonly Role[] })[] = [
    { label: vscode.l10n.t('Everything'), roles: able },
    ...able.map((role) => ({ label: names[role], roles: [role] })),
  ];
  return (await vscode.window.showQuickPick(rows, { title: vscode.l10n.t('What for?') }))?.roles;
}

async function pickScope(): Promise<Scope | undefined> {
  const rows: (vscode.QuickPickItem & { scope: Scope })[] = [
    { label: vscode.l10n.t('Everywhere'), scope: 'user' },
    { label: vscode.l10n.t('In this workspace'), scope: 'workspace' },
    { label: vscode.l10n.t('In this window, until it is closed'), scope: 'window' },
  ];
  return (await vscode.window.showQuickPick(rows, { title: vscode.l10n.t('Where?') }))?.scope;
}

/** Ghost text sends many requests: what they cost is said before the first. */
async function acceptsPrice(entry: ModelEntry, { catalog, meter }: PickerParts): Promise<boolean> {
  const { url, dialect, model } = entry;
  const price = catalog.known({ url, dialect, ...(model === undefined ? {} : { model }) })?.price;
  if (!price) return true;
  const use = vscode.l10n.t('Use It');
  const detail = vscode.l10n.t(
    'Ghost text asks while you type. 1,000 requests of the size last seen ({0} tokens in, {1} out) cost about {2}. A daily cap can be set: ghoststream.cost.dailyCap.',
    meter.lastUsage.promptTokens ?? 0,
    meter.lastUsage.completionTokens ?? 0,
    dollars(thousand(meter.lastUsage, price)),
  );
  const question = vscode.l10n.t('Use {0} for ghost text?', entry.name);
  return (await vscode.window.showInformationMessage(question, { modal: true, detail }, use)) === use;
}
