/** Adds up what today's requests cost, and says when ghost text has to pause for it. */
import * as vscode from 'vscode';
import * as v from 'valibot';
import { capReached, dollars, nothingSpent, spendAfter, TYPICAL, type Spend } from '../core/model/spend.ts';
import type { Endpoint, Usage } from '../core/model/words.ts';
import { isRouted, type RouterCatalog } from './routerCatalog.ts';

export interface SpendMeter {
  readonly onUsage: (endpoint: Endpoint, usage: Usage) => void;
  /** In place of `onUsage`, for a request of ghost text. */
  readonly onInlineUsage: (endpoint: Endpoint, usage: Usage) => void;
  /** For the status item: what today cost; empty where nothing did. */
  text(): string;
  /** Why ghost text may not ask this endpoint any more today; undefined when it may. */
  pause(endpoint: Endpoint): string | undefined;
  /** Models whose price the user was told of, by name. */
  readonly told: { has(model: string): boolean; add(model: string): Promise<void> };
  /** The size of the last request for ghost text. */
  readonly inlineSize: Usage;
  readonly onDidChange: vscode.Event<void>;
  dispose(): void;
}

const SPEND = 'cost.spend';
const SIZE = 'cost.inlineSize';
const TOLD = 'cost.told';
const CAP = 'ghoststream.cost.dailyCap';
const spendSchema = v.object({ day: v.string(), dollars: v.number(), unpriced: v.number() });
const sizeSchema = v.object({ promptTokens: v.number(), completionTokens: v.number() });

export function createSpendMeter(globalState: vscode.Memento, catalog: RouterCatalog): SpendMeter {
  const changed = new vscode.EventEmitter<void>();
  // Other windows add to the same sum, so it is read anew each time.
  const spend = (): Spend => {
    const parsed = v.safeParse(spendSchema, globalState.get(SPEND));
    return parsed.success && parsed.output.day === today() ? parsed.output : nothingSpent(today());
  };
  const told: SpendMeter['told'] = {
    has: (model) => globalState.get<readonly string[]>(TOLD, []).includes(model),
    add: async (model) => globalState.update(TOLD, [...globalState.get<readonly string[]>(TOLD, []), model]),
  };
  let cap = readCap();
  const listener = vscode.workspace.onDidChangeConfiguration((event) => {
    if (!event.affectsConfiguration(CAP)) return;
    cap = readCap();
    changed.fire();
  });
  const add = async (endpoint: Endpoint, usage: Usage): Promise<void> => {
    const offer = await catalog.offer(endpoint);
    await globalState.update(SPEND, spendAfter(spend(), today(), usage, offer?.price));
    changed.fire();
  };
  const onUsage: SpendMeter['onUsage'] = (endpoint, usage) => {
    if (isRouted(endpoint)) void add(endpoint, usage);
  };
  return {
    onUsage,
    onInlineUsage: (endpoint, usage) => {
      const { promptTokens, completionTokens } = usage;
      if (promptTokens !== undefined && completionTokens !== undefined)
        void globalState.update(SIZE, { promptTokens, completionTokens });
      onUsage(endpoint, usage);
      if (isRouted(endpoint) && !told.has(endpoint.model ?? ''))
        void import('./costNotice.ts').then(({ tellPrice }) => tellPrice(endpoint, usage, { catalog, told }));
    },
    told,
    text: () => (spend().dollars > 0 ? vscode.l10n.t('{0} today', dollars(spend().dollars)) : ''),
    pause: (endpoint) =>
      isRouted(endpoint) && capReached(spend(), today(), cap)
        ? vscode.l10n.t('paused, today’s cap of {0} is reached', dollars(cap))
        : undefined,
    get inlineSize() {
      const parsed = v.safeParse(sizeSchema, globalState.get(SIZE));
      return parsed.success ? parsed.output : TYPICAL;
    },
    onDidChange: changed.event,
    dispose: () => {
      vscode.Disposable.from(listener, changed).dispose();
    },
  };
}

/** US dollars; 0 is no cap. */
const readCap = (): number => vscode.workspace.getConfiguration().get<number>(CAP, 0);

/** In the user's own calendar. */
function today(): string {
  const now = new Date();
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
