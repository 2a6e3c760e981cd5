/** The router's list of models with prices, asked when somebody needs it and kept for an hour. */
import { getJson, type AskPorts } from '../core/model/getJson.ts';
import { offerOf, parseRouterModels, type Offer, type RouterModel } from '../core/model/routerModels.ts';
import type { Endpoint } from '../core/model/words.ts';
import { HUB_ORIGINS } from './hubOrigins.ts';

export interface RouterCatalog {
  /** Rejects with a ModelError. */
  models(): Promise<readonly RouterModel[]>;
  /** What an endpoint's model costs and can, as far as the list is known now; asks for the list when it is not. */
  known(endpoint: Endpoint): Offer | undefined;
}

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
    known: ({ url, model }) => {
      if (model === undefined || new URL(url).origin !== HUB_ORIGINS.router) return undefined;
      if (!list) void models().catch(() => undefined);
      return list && offerOf(list, model);
    },
  };
}
