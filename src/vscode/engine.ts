/** The completion engine with VS Code's world: its network, the settings, the stored access tokens. */
import { confident } from '../core/completion/confidence.ts';
import { rememberFacts, type Memory } from '../core/completion/rememberedFacts.ts';
import { serverFacts } from '../core/completion/serverFacts.ts';
import { createSuggester, type InspectableSuggester, type SuggestPorts } from '../core/completion/suggest.ts';
import type { EngineEvent } from '../core/completion/words.ts';
import { FIM_MARKS } from '../core/completion/fim.ts';
import { createCapabilities } from '../core/model/capabilities.ts';
import { withColdStart } from '../core/model/coldStart.ts';
import { streamModel, type ModelPorts } from '../core/model/client.ts';
import type { Fetch } from '../core/ports.ts';
import { LOCAL_ORIGIN } from './localModel.ts';
import type { Models } from './models.ts';
import { chatFirstTokenTimeoutMs, type Settings } from './settings.ts';
import type { SpendMeter } from './spendMeter.ts';

/** VS Code replaces the global `fetch` for proxies and certificates, also after we were loaded: looked up at each call. */
export const fetch: Fetch = (url, init) => globalThis.fetch(url, init);

export function createEngine(
  models: Models,
  settings: Settings,
  ports: ModelPorts,
  meter: Pick<SpendMeter, 'pause' | 'onInlineUsage'>,
  memory: Memory,
  around: Pick<SuggestPorts, 'loadSyntax' | 'gather' | 'excluded'>,
  report: (event: EngineEvent) => void,
): InspectableSuggester {
  const mayAskAhead = (): boolean =>
    settings.inline.askAhead || models.current('inline')?.endpoint.url === LOCAL_ORIGIN;
  const inlinePorts = { ...ports, onUsage: meter.onInlineUsage };
  const stream = withColdStart(
    (endpoint, request, timers, signal) => streamModel(endpoint, request, timers, inlinePorts, signal),
    ports.clock,
    chatFirstTokenTimeoutMs,
  );
  const suggester = createSuggester(
    {
      get ahead() {
        return mayAskAhead() ? 'always' : 'never';
      },
    },
    {
      clock: ports.clock,
      ...around,
      model: () => {
        const model = models.current('inline');
        return model && meter.pause(model.endpoint) === undefined ? model : undefined;
      },
      facts: rememberFacts(serverFacts(createCapabilities(ports, FIM_MARKS)), memory),
      stream: async function* (endpoint, request, timers, signal) {
        const { firstTokenTimeoutMs: firstByteMs, minimumProbability: least } = settings.inline;
        const wanted = least > 0 ? { ...request, topTokens: 0 } : request;
        const events = stream(endpoint, wanted, { ...timers, firstByteMs }, signal);
        yield* least > 0 ? confident(events, { first: least, mean: least }) : events;
      },
      report,
    },
  );
  const modelNow = (): string => JSON.stringify(models.current('inline') ?? null);
  let before = modelNow();
  const listener = models.onDidChange(() => {
    // A local model that has finished loading is still the same model: the request that waits for it goes on.
    const now = modelNow();
    if (now !== before) suggester.forget();
    before = now;
  });
  return {
    ...suggester,
    get lastRequest() {
      return suggester.lastRequest;
    },
    dispose: () => {
      listener.dispose();
      suggester.dispose();
    },
  };
}
