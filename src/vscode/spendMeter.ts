/** Adds up what today's requests cost, and says when the day's cap is reached. */
import * as vscode from 'vscode';
import * as v from 'valibot';
import { ModelError } from '../core/model/errors.ts';
import { BILLING_PAGE } from '../core/model/account.ts';
import { capReached, dollars, nothingSpent, spendAfter, TYPICAL, type Spend } from '../core/model/spend.ts';
import type { Endpoint, Usage } from '../core/model/words.ts';
import type { RouterCatalog } from './routerCatalog.ts';

export interface SpendMeter {
  readonly onUsage: (endpoint: Endpoint, usage: Usage) => void;
  /** For the status item: what today cost; empty where nothing did. */
  text(): string;
  /** Throws a ModelError of kind `out-of-credit` when the cap is reached and the endpoint costs money. */
  check(endpoint: Endpoint): void;
  /** The size of the last request. */
  readonly lastUsage: Usage;
  readonly onDidChange: vscode.Event<void>;
  dispose(): void;
}

const SPEND = 'cost.spend';
const spendSchema = v.object({ day: v.string(), dollars: v.number(), unpriced: v.number() });

export function createSpendMeter(globalState: vscode.Memento, catalog: RouterCatalog): SpendMeter {
  const changed = new vscode.EventEmitter<void>();
  let lastUsage: Usage = TYPICAL;
  // Other windows add to the same sum, so it is read anew each time.
  const spend = (): Spend => {
    const parsed = v.safeParse(spendSchema, globalState.get(SPEND));
    return parsed.success && parsed.output.day === today() ? parsed.output : nothingSpent(today());
  };
  return {
    onUsage: (endpoint, usage) => {
      lastUsage = usage;
      const price = catalog.known(endpoint)?.price;
      if (!price) return;
      void globalState.update(SPEND, spendAfter(spend(), today(), usage, price));
      changed.fire();
    },
    text: () => (spend().dollars > 0 ? vscode.l10n.t('{0} today', dollars(spend().dollars)) : ''),
    check: (endpoint) => {
      const cap = vscode.workspace.getConfiguration('ghoststream.cost').get<number>('dailyCap', 0);
      if (!capReached(spend(), today(), cap) || !catalog.known(endpoint)?.price) return;
      const text = vscode.l10n.t(
        'Today’s cap of {0} is reached: ghost text pauses until tomorrow.',
        dollars(cap),
      );
      throw new ModelError('out-of-credit', text, { helpUrl: BILLING_PAGE });
    },
    get lastUsage() {
      return lastUsage;
    },
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  };
}

/** In the user's own calendar. */
function today(): string {
  const now = new Date();
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
