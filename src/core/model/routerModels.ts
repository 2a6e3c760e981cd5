/** The models that Hugging Face's router offers (`/v1/models`), as rows for a picker. */
import * as v from 'valibot';
import type { DialectId } from './words.ts';

const numberOr = v.optional(v.nullable(v.number()));
const providerSchema = v.object({
  provider: v.string(),
  status: v.optional(v.string(), 'live'),
  context_length: numberOr,
  pricing: v.nullish(v.object({ input: numberOr, output: numberOr })),
  supports_tools: v.nullish(v.boolean()),
  first_token_latency_ms: numberOr,
  throughput: numberOr,
});
const listSchema = v.object({ data: v.array(v.unknown()) });
const modelSchema = v.object({ id: v.string(), providers: v.optional(v.array(v.unknown()), []) });

/** US dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** A model at one provider; what the router does not say is absent. */
export interface Offer {
  readonly provider: string;
  readonly price?: Price;
  readonly contextTokens?: number;
  readonly firstTokenMs?: number;
  readonly tokensPerSecond?: number;
  readonly tools: boolean;
  /** Raw text, which fills gaps with the model's own tokens, in place of conversations. */
  readonly raw?: boolean;
}

export interface RouterModel {
  readonly id: string;
  readonly offers: readonly Offer[];
}

/** Rows that cannot be read are left out, as are providers that are not live. */
export function parseRouterModels(answer: unknown): RouterModel[] {
  const list = v.safeParse(listSchema, answer);
  if (!list.success) return [];
  return list.output.data.flatMap((row) => {
    const model = v.safeParse(modelSchema, row);
    if (!model.success) return [];
    const offers = model.output.providers.flatMap(parseOffer);
    return offers.length === 0 ? [] : [{ id: model.output.id, offers }];
  });
}

function parseOffer(row: unknown): Offer[] {
  const parsed = v.safeParse(providerSchema, row);
  if (!parsed.success || parsed.output.status !== 'live') return [];
  const { provider, pricing, context_length, first_token_latency_ms, throughput, supports_tools } =
    parsed.output;
  const { input, output } = pricing ?? {};
  return [
    {
      provider,
      ...(typeof input === 'number' && typeof output === 'number' ? { price: { input, output } } : {}),
      ...present('contextTokens', context_length),
      ...present('firstTokenMs', first_token_latency_ms),
      ...present('tokensPerSecond', throughput),
      tools: supports_tools ?? false,
    },
  ];
}

function present(name: keyof Offer, value: number | null | undefined): Partial<Offer> {
  return typeof value === 'number' ? { [name]: value } : {};
}

/** Who serves the model: the router's choice by speed or price, or one provider. */
export type Route = 'fastest' | 'cheapest' | { readonly provider: string };

/** The model's name on the router, such as `org/name:fastest`. */
export const routedId = (id: string, route: Route): string =>
  `${id}:${typeof route === 'string' ? route : route.provider}`;

/** Of an endpoint, what names its model. */
interface Named {
  readonly dialect: DialectId;
  readonly model?: string | undefined;
}

/**
 * The offer that an endpoint's model most likely means: its provider stands in the dialect (`hf-chat:<provider>`) or
 * behind the model's name (`org/name:<provider>`). Undefined when none fits.
 */
export function offerOf(models: readonly RouterModel[], { dialect, model = '' }: Named): Offer | undefined {
  const [, id = model, behind] = /^(.*?)(?::([^/:]*))?$/.exec(model) ?? [];
  const provider = /^hf-(?:chat|text):(?!auto$)(.+)$/.exec(dialect)?.[1];
  const route = provider ?? behind ?? 'fastest';
  const offers = models.find((each) => each.id === id)?.offers ?? [];
  if (route === 'fastest') return best(offers, (offer) => -(offer.tokensPerSecond ?? 0));
  if (route === 'cheapest')
    return best(offers, ({ price }) => (price ? price.input + price.output : Infinity));
  return offers.find((offer) => offer.provider === route);
}

const best = (offers: readonly Offer[], cost: (offer: Offer) => number): Offer | undefined =>
  [...offers].sort((a, b) => cost(a) - cost(b))[0];
