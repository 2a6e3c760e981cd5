/** What Hugging Face offers now: the router's list with prices, kept for an hour, and the Hub's search. */
import { getJson, type AskPorts } from '../core/model/getJson.ts';
import { hubSearchUrl, parseHubModels } from '../core/model/hubModels.ts';
import { offerOf, parseRouterModels, type Offer, type RouterModel } from '../core/model/routerModels.ts';
import type { ModelEntry } from '../core/model/choice.ts';
import type { Endpoint } from '../core/model/words.ts';
import { HUB_ORIGINS } from './hubOrigins.ts';

export interface RouterCatalog {
  /** Rejects with a ModelError. */
  models(): Promise<readonly RouterModel[]>;
  /** Models of the Hub that somebody serves and whose name has `text` in it. Rejects with a ModelError. */
  search(text: string): Promise<readonly RouterModel[]>;
  /** What an endpoint's model costs and can; undefined for other servers than the router, and where nobody knows. */
  offer(endpoint: Pick<ModelEntry, 'url' | 'dialect' | 'model'>): Promise<Offer | undefined>;
}

/** Whether requests to an endpoint go through Hugging Face's router, which charges for them. */
export const isRouted = ({ url, dialect }: Pick<Endpoint, 'url' | 'dialect'>): boolean =>
  dialect.startsWith('hf-') && URL.canParse(url) && new URL(url).origin === HUB_ORIGINS.router;

const KEPT_MS = 3_600_000;
const DEADLINE_MS = 10_000;

export function createRouterCatalog(ports: AskPorts): RouterCatalog {
  let list: readonly RouterModel[] | undefined;
  let until = 0;
  let asking: Promise<readonly RouterModel[]> | undefined;
  const ask = async (): Promise<readonly RouterModel[]> => {
    const url = new URL('/v1/models', HUB_ORIGINS.router);
    list = parseRouterModels(await getJson({ url, deadlineMs: DEADLINE_MS }, ports));
    until = ports.clock.now() + KEPT_MS;
    return list;
  };
  const models = (): Promise<readonly RouterModel[]> => {
    if (list && ports.clock.now() < until) return Promise.resolve(list);
    return (asking ??= ask().finally(() => (asking = undefined)));
  };
  return {
    models,
    search: async (text) =>
      parseHubModels(
        await getJson({ url: hubSearchUrl(HUB_ORIGINS.hub, text), deadlineMs: DEADLINE_MS }, ports),
      ),
    offer: async (endpoint) => {
      if (!isRouted(endpoint)) return undefined;
      // An old list is better than none where the router does not answer.
      const known = await models().catch(() => list);
      return known && offerOf(known, endpoint);
    },
  };
}
