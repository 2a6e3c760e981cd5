/** What inference providers call the Hub's models: asked of the Hub, kept for an hour. */
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { getJson, type AskPorts } from './getJson.ts';
import { HUGGING_FACE } from './url.ts';

const mapping = v.object({
  providerId: v.string(),
  task: v.optional(v.string()),
  status: v.optional(v.string()),
});
const entry = v.object({ ...mapping.entries, provider: v.string() });
/** A list today, an object by provider in older answers. */
export const mappings = v.object({
  inferenceProviderMapping: v.union([
    v.array(entry),
    v.pipe(
      v.record(v.string(), mapping),
      v.transform((all) => Object.entries(all).map(([provider, rest]) => ({ provider, ...rest }))),
    ),
  ]),
});

type ProviderModel = v.InferOutput<typeof entry>;

/** The provider's name for a Hub model that it serves for the task; undefined when the Hub does not say in time. */
export type ProviderModelLookup = (
  model: string,
  provider: string,
  task: string,
) => Promise<string | undefined>;

const KEPT_MS = 3_600_000;
const DEADLINE_MS = 3000;

/** A failure is not kept: the next request asks again. */
export function createProviderModels(ports: AskPorts): ProviderModelLookup {
  const known = new LRUCache<string, readonly ProviderModel[]>({
    max: 200,
    ttl: KEPT_MS,
    ttlResolution: 0,
    perf: { now: () => ports.clock.now() },
  });
  return async (model, provider, task) => {
    const models = known.get(model) ?? (await ask(model, ports));
    if (models) known.set(model, models);
    const served = models?.filter((each) => each.provider === provider) ?? [];
    return (served.find((each) => each.task === task) ?? served[0])?.providerId;
  };
}

async function ask(model: string, ports: AskPorts): Promise<readonly ProviderModel[] | undefined> {
  const path = model.split('/').map(encodeURIComponent).join('/');
  const url = new URL(`/api/models/${path}?expand[]=inferenceProviderMapping`, HUGGING_FACE);
  try {
    const parsed = v.safeParse(mappings, await getJson({ url, deadlineMs: DEADLINE_MS }, ports));
    return parsed.success ? parsed.output.inferenceProviderMapping : [];
  } catch {
    // Most providers use the Hub's own name: the request itself will tell.
    return undefined;
  }
}
