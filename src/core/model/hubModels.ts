/** The Hub's search for models that inference providers serve (`/api/models`), beyond what the router lists. */
import * as v from 'valibot';
import { mappings } from './providerModels.ts';
import type { RouterModel } from './routerModels.ts';

const rowSchema = v.object({ id: v.string(), ...mappings.entries });

const MOST = 20;

/** The question for models whose name has `text` in it, the most used first. */
export function hubSearchUrl(hub: string, text: string): URL {
  const url = new URL('/api/models', hub);
  url.searchParams.set('search', text);
  url.searchParams.set('inference_provider', 'all');
  url.searchParams.set('pipeline_tag', 'text-generation');
  url.searchParams.set('sort', 'downloads');
  url.searchParams.set('limit', String(MOST));
  url.searchParams.append('expand[]', 'inferenceProviderMapping');
  return url;
}

/** Rows that cannot be read, and models that nobody serves for text, are left out. Prices are not told here. */
export function parseHubModels(answer: unknown): RouterModel[] {
  const list = v.safeParse(v.array(v.unknown()), answer);
  if (!list.success) return [];
  return list.output.flatMap((row) => {
    const parsed = v.safeParse(rowSchema, row);
    if (!parsed.success) return [];
    const { id, inferenceProviderMapping } = parsed.output;
    const offers = inferenceProviderMapping.flatMap(({ provider, status = 'live', task }) =>
      status === 'live' && (task === 'conversational' || task === 'text-generation')
        ? [{ provider, tools: false, ...(task === 'text-generation' ? { raw: true } : {}) }]
        : [],
    );
    return offers.length === 0 ? [] : [{ id, offers }];
  });
}
