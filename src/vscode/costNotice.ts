/** Ghost text sends many requests: what they cost is said before a paid model is used for it. Loaded on first use. */
import * as vscode from 'vscode';
import type { ModelEntry } from '../core/model/choice.ts';
import type { Endpoint, Usage } from '../core/model/words.ts';
import { dollars, thousand } from '../core/model/spend.ts';
import type { RouterCatalog } from './routerCatalog.ts';
import type { SpendMeter } from './spendMeter.ts';

interface CostParts {
  readonly catalog: RouterCatalog;
  readonly meter: SpendMeter;
}

/** Tells once of each paid model that the settings brought, with the size just seen; a chosen one was asked about. */
export async function tellPrice(
  endpoint: Endpoint,
  usage: Usage,
  { catalog, told }: Pick<CostParts, 'catalog'> & Pick<SpendMeter, 'told'>,
): Promise<void> {
  const name = endpoint.model ?? '';
  const offer = await catalog.offer(endpoint);
  // Looked at last: other requests end while the price is asked for.
  if (!offer?.price || told.has(name)) return;
  await told.add(name);
  const cap = vscode.l10n.t('Set a Daily Cap');
  const other = vscode.l10n.t('Choose Another Model');
  const text = vscode.l10n.t(
    'Ghost text uses {0}, which costs money: 1,000 requests like the last one about {1}.',
    name,
    dollars(thousand(usage, offer.price)),
  );
  const picked = await vscode.window.showInformationMessage(text, cap, other);
  if (picked === cap) await setDailyCap();
  if (picked === other) await vscode.commands.executeCommand('ghoststream.chooseModel');
}

/** Asks for the cap, in US dollars a day. */
export async function setDailyCap(): Promise<void> {
  const settings = vscode.workspace.getConfiguration('ghoststream.cost');
  const answer = await vscode.window.showInputBox({
    title: vscode.l10n.t('Daily cap for ghost text'),
    prompt: vscode.l10n.t('US dollars a day, after which ghost text from a paid model pauses; 0: no cap'),
    value: String(settings.get<number>('dailyCap', 0)),
    validateInput: (text) =>
      Number(text) >= 0 && text.trim() !== '' ? undefined : vscode.l10n.t('A number, such as 0.5'),
  });
  if (answer !== undefined)
    await settings.update('dailyCap', Number(answer), vscode.ConfigurationTarget.Global);
}

/** Asks before a chosen model is used; models without a price are accepted as they are. */
export async function acceptsPrice(entry: ModelEntry, { catalog, meter }: CostParts): Promise<boolean> {
  const offer = await catalog.offer(entry);
  if (!offer?.price) return true;
  const size = meter.inlineSize;
  const use = vscode.l10n.t('Use It');
  const detail = vscode.l10n.t(
    'Ghost text asks while you type. 1,000 requests of the size last seen ({0} tokens in, {1} out) cost about {2}. A daily cap can be set: Ghoststream: Set Daily Cap.',
    size.promptTokens ?? 0,
    size.completionTokens ?? 0,
    dollars(thousand(size, offer.price)),
  );
  const question = vscode.l10n.t('Use {0} for ghost text?', entry.name);
  const yes = (await vscode.window.showInformationMessage(question, { modal: true, detail }, use)) === use;
  if (yes) await meter.told.add(entry.model ?? '');
  return yes;
}
