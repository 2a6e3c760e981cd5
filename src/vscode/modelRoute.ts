/** The second question about a model of the Hub: who serves it, and who pays. */
import * as vscode from 'vscode';
import type { ModelEntry, Role } from '../core/model/choice.ts';
import { routedId, type Offer, type Route, type RouterModel } from '../core/model/routerModels.ts';
import type { Accounts } from './accounts.ts';
import { HUB_ORIGINS } from './hubOrigins.ts';
import { describeOffer, triable } from './modelRows.ts';

export interface RouteParts {
  readonly accounts: Accounts;
  /** One short request; a sentence about how it went. */
  readonly tryModel: (entry: ModelEntry) => Promise<string>;
}

interface RouteRow extends vscode.QuickPickItem {
  readonly entry: ModelEntry;
}

/** By speed, by price, or one provider; each can be tried before it is chosen. Undefined when the question was left. */
export async function pickRoute(model: RouterModel, parts: RouteParts): Promise<ModelEntry | undefined> {
  const rows = routes(model);
  const picker = vscode.window.createQuickPick<RouteRow>();
  picker.title = model.id;
  picker.placeholder = vscode.l10n.t('Who serves it?');
  picker.matchOnDetail = true;
  const tried = new Map<ModelEntry, string>();
  const draw = (): void => {
    picker.items = rows.map((row) => triable(row, tried.get(row.entry)));
  };
  draw();
  picker.onDidTriggerItemButton(async ({ item: { entry } }) => {
    tried.set(entry, vscode.l10n.t('trying …'));
    draw();
    tried.set(entry, await parts.tryModel(entry));
    draw();
  });
  const entry = await new Promise<ModelEntry | undefined>((resolve) => {
    picker.onDidAccept(() => {
      resolve(picker.selectedItems[0]?.entry);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
  const payer = entry && (await pickPayer(parts.accounts));
  return payer && { ...entry, ...(payer.name === undefined ? {} : { billTo: payer.name }) };
}

function routes({ id, offers }: RouterModel): RouteRow[] {
  const talking = offers.filter(({ raw }) => raw !== true);
  const byRouter = (label: string, route: Route): RouteRow => ({
    label,
    entry: hubEntry(routedId(id, route)),
  });
  return [
    ...(talking.length === 0
      ? []
      : [
          byRouter(`$(zap) ${vscode.l10n.t('Fastest')}`, 'fastest'),
          byRouter(`$(credit-card) ${vscode.l10n.t('Cheapest')}`, 'cheapest'),
        ]),
    ...offers.map((offer) => ({
      label: offer.provider,
      detail: describeOffer(offer),
      entry: entryOf(id, offer),
    })),
  ];
}

function entryOf(id: string, { provider, contextTokens, raw }: Offer): ModelEntry {
  const context = contextTokens === undefined ? {} : { contextTokens };
  if (!raw) return { ...hubEntry(routedId(id, { provider })), ...context };
  // A model that completes raw text follows no instructions.
  const roles: Role[] = ['inline'];
  return { ...hubEntry(id), name: `${id}:${provider}`, dialect: `hf-text:${provider}`, roles, ...context };
}

/** A model of the Hub by its name alone, as the router reads it. */
export const hubEntry = (model: string): ModelEntry => ({
  name: model,
  url: HUB_ORIGINS.router,
  dialect: 'hf-chat:auto',
  model,
});

/** Undefined when the question was left; a name of undefined is the user's own account. Asked only where there is a choice. */
async function pickPayer(accounts: Accounts): Promise<{ readonly name: string | undefined } | undefined> {
  const organizations = (await accounts.account())?.organizations ?? [];
  if (organizations.length === 0) return { name: undefined };
  const rows = [
    { label: vscode.l10n.t('My own account'), name: undefined },
    ...organizations.map((name) => ({ label: name, name })),
  ];
  return vscode.window.showQuickPick(rows, { title: vscode.l10n.t('Who pays?') });
}
