/** What a model can do, asked of its server when first needed: with a deadline, kept for a while, forgotten on error. */
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { getJson, type AskPorts } from './getJson.ts';
import { compact, maybe } from './json.ts';
import { knownMarks } from './tokenizer.ts';
import { requestUrl, ROUTER, type Route } from './url.ts';
import type { DialectId, Endpoint } from './words.ts';

/** What is not known is absent. */
export interface Capabilities {
  /** The model's name as the server gives it: which FIM tokens it knows follows from it. */
  readonly model?: string;
  /** Control tokens of its tokenizer, as far as the server shows them. */
  readonly specialTokens?: readonly string[];
  /** Context window in tokens. */
  readonly contextTokens?: number;
  /** Requests that the server works on at once. */
  readonly slots?: number;
  /** The server itself fills a gap when it is given a suffix. */
  readonly fillsGaps?: boolean;
  readonly vision?: boolean;
  readonly tools?: boolean;
  /** US dollars for a million tokens, from the cheapest provider of the router. */
  readonly price?: { readonly input: number; readonly output: number };
  /** Of the router's fastest provider. */
  readonly speed?: { readonly firstTokenMs?: number; readonly tokensPerSecond?: number };
}

export interface CapabilityLookup {
  /** Never rejects: an empty answer says that nothing is known (yet). */
  of(endpoint: Endpoint): Promise<Capabilities>;
  /** After an error of the model's: the server may be another one now. */
  forget(endpoint: Endpoint): void;
}

const KEPT_MS = 600_000;
const DEADLINE_MS = 1500;

/** `marks` are control tokens that the server's tokenizer is asked about, where it can be. */
export function createCapabilities(ports: AskPorts, marks: readonly string[] = []): CapabilityLookup {
  const known = new LRUCache<string, Promise<Capabilities>>({
    max: 100,
    ttl: KEPT_MS,
    ttlResolution: 0,
    perf: { now: () => ports.clock.now() },
  });
  return {
    of(endpoint) {
      const key = keyOf(endpoint);
      const kept = known.get(key);
      if (kept) return kept;
      const asked = Promise.all([askServer(endpoint, ports), askTokenizer(endpoint, marks, ports)]).then(
        ([told, specialTokens]) => ({ ...told, ...(specialTokens ? { specialTokens } : {}) }),
        (): Capabilities => {
          known.delete(key);
          return {};
        },
      );
      known.set(key, asked);
      return asked;
    },
    forget: (endpoint) => known.delete(keyOf(endpoint)),
  };
}

const keyOf = ({ url, dialect, model }: Endpoint): string => `${dialect} ${url} ${model ?? ''}`;

function askServer(endpoint: Endpoint, ports: AskPorts): Promise<Capabilities> {
  switch (endpoint.dialect) {
    case 'tgi':
      return ask(endpoint, ports, '/info').then(fromInfo);
    case 'llama-infill':
    case 'llama-completion':
      return ask(endpoint, ports, '/props').then(fromProps);
    case 'ollama':
    case 'ollama-chat':
      return ask(endpoint, ports, '/api/show', { model: endpoint.model ?? '' }).then(fromShow);
    case 'openai-completions':
    case 'openai-chat':
      return getJson(question(endpoint, { kind: 'versioned', path: '/models' }), ports).then(
        fromModels(endpoint),
      );
    default:
      return ask({ ...endpoint, url: endpoint.url || ROUTER }, ports, '/v1/models').then(
        fromModels(endpoint),
      );
  }
}

/** Dialects whose prompts hold FIM tokens of ours, on servers that may show their tokenizer. */
const OWN_MARKS: readonly DialectId[] = ['tgi', 'openai-completions', 'llama-completion'];

async function askTokenizer(
  endpoint: Endpoint,
  marks: readonly string[],
  ports: AskPorts,
): Promise<readonly string[] | undefined> {
  if (marks.length === 0 || !OWN_MARKS.includes(endpoint.dialect)) return undefined;
  const known = await knownMarks(
    question(endpoint, { kind: 'root', path: '/tokenize' }),
    endpoint.model,
    marks,
    ports,
  );
  return known && known.length > 0 ? known : undefined;
}

function ask(endpoint: Endpoint, ports: AskPorts, path: string, body?: object): Promise<unknown> {
  return getJson({ ...question(endpoint, { kind: 'root', path }), ...(body ? { body } : {}) }, ports);
}

function question(
  { url, headers }: Endpoint,
  route: Route,
): { url: URL; headers: Endpoint['headers']; deadlineMs: number } {
  return { url: requestUrl(url, route), headers, deadlineMs: DEADLINE_MS };
}

/** TGI's `/info`. */
function fromInfo(json: unknown): Capabilities {
  const info = read(
    v.object({
      model_id: maybe(v.string()),
      max_total_tokens: maybe(v.number()),
      max_input_tokens: maybe(v.number()),
      max_input_length: maybe(v.number()),
    }),
    json,
  );
  return compact({
    model: info?.model_id,
    contextTokens: info?.max_total_tokens ?? info?.max_input_tokens ?? info?.max_input_length,
  });
}

/** llama.cpp's `/props`. */
function fromProps(json: unknown): Capabilities {
  const props = read(
    v.object({
      model_alias: maybe(v.string()),
      model_path: maybe(v.string()),
      total_slots: maybe(v.number()),
      default_generation_settings: maybe(v.object({ n_ctx: maybe(v.number()) })),
      modalities: maybe(v.object({ vision: maybe(v.boolean()) })),
      chat_template_caps: maybe(v.object({ supports_tools: maybe(v.boolean()) })),
    }),
    json,
  );
  return compact({
    model: props?.model_path?.replace(/^.*[\\/]/, '') ?? props?.model_alias,
    contextTokens: props?.default_generation_settings?.n_ctx,
    slots: props?.total_slots,
    vision: props?.modalities?.vision,
    tools: props?.chat_template_caps?.supports_tools,
  });
}

/** Ollama's `/api/show`; `insert` means that it fills gaps, `num_ctx` is what it is set to use. */
function fromShow(json: unknown): Capabilities {
  const show = read(
    v.object({
      capabilities: maybe(v.array(v.string())),
      parameters: maybe(v.string()),
      template: maybe(v.string()),
      model_info: maybe(v.record(v.string(), v.unknown())),
    }),
    json,
  );
  const can = show?.capabilities;
  const trained = Object.entries(show?.model_info ?? {}).find(([name]) =>
    name.endsWith('.context_length'),
  )?.[1];
  const set = /^num_ctx\s+(\d+)/m.exec(show?.parameters ?? '')?.[1];
  const name = show?.model_info?.['general.basename'];
  return compact({
    model: typeof name === 'string' ? name : undefined,
    contextTokens: set === undefined ? (typeof trained === 'number' ? trained : undefined) : Number(set),
    fillsGaps: can?.includes('insert'),
    // The template of a model that fills gaps holds the very tokens it was trained with.
    specialTokens: show?.template?.match(/<[^<>\s{}]{2,40}>|\[[A-Z]{3,12}\]/g) ?? undefined,
    vision: can?.includes('vision'),
    tools: can?.includes('tools'),
  });
}

const provider = v.object({
  context_length: maybe(v.number()),
  supports_tools: maybe(v.boolean()),
  pricing: maybe(v.object({ input: v.number(), output: v.number() })),
  first_token_latency_ms: maybe(v.number()),
  throughput: maybe(v.number()),
});

const listed = v.object({
  id: v.string(),
  max_model_len: maybe(v.number()),
  context_length: maybe(v.number()),
  meta: maybe(v.object({ n_ctx: maybe(v.number()), n_ctx_train: maybe(v.number()) })),
  architecture: maybe(v.object({ input_modalities: maybe(v.array(v.string())) })),
  providers: maybe(v.array(provider)),
});

/** OpenAI's list of models, with what vLLM, llama.cpp and Hugging Face's router add. */
function fromModels({ model }: Endpoint): (json: unknown) => Capabilities {
  return (json) => {
    const list = read(v.object({ data: v.array(listed) }), json)?.data ?? [];
    const name = model?.replace(/:[\w-]+$/, '');
    const found =
      list.find(({ id }) => id === model || id === name) ?? (list.length === 1 ? list[0] : undefined);
    if (!found) return {};
    const providers = found.providers ?? [];
    const prices = providers.flatMap(({ pricing }) => (pricing ? [pricing] : []));
    const modalities = found.architecture?.input_modalities;
    const speed = compact({
      firstTokenMs: least(providers.map((each) => each.first_token_latency_ms)),
      tokensPerSecond: most(providers.map((each) => each.throughput)),
    });
    return compact({
      model: found.id,
      contextTokens:
        found.max_model_len ??
        found.context_length ??
        found.meta?.n_ctx ??
        found.meta?.n_ctx_train ??
        most(providers.map((each) => each.context_length)),
      vision: modalities?.includes('image'),
      tools: providers.length > 0 ? providers.some((each) => each.supports_tools === true) : undefined,
      price: prices.sort((a, b) => a.input + a.output - b.input - b.output)[0],
      speed: Object.keys(speed).length > 0 ? speed : undefined,
    });
  };
}

function read<S extends v.GenericSchema>(schema: S, json: unknown): v.InferOutput<S> | undefined {
  const parsed = v.safeParse(schema, json);
  return parsed.success ? parsed.output : undefined;
}

const numbers = (values: readonly (number | null | undefined)[]): number[] =>
  values.filter((value) => typeof value === 'number');

function least(values: readonly (number | null | undefined)[]): number | undefined {
  const known = numbers(values);
  return known.length > 0 ? Math.min(...known) : undefined;
}

function most(values: readonly (number | null | undefined)[]): number | undefined {
  const known = numbers(values);
  return known.length > 0 ? Math.max(...known) : undefined;
}
