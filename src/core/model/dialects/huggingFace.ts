/** Hugging Face's inference providers: requests built by `@huggingface/inference`, loaded on first use. */
import { ModelError } from '../errors.ts';
import { isObject, parseJson, type JsonObject } from '../json.ts';
import { parseBase, ROUTER, rootOf } from '../url.ts';
import type { Endpoint, ModelRequest } from '../words.ts';
import type { Dialect, RequestContext, WireRequest } from './dialect.ts';
import { chatBody, createChatDecoder } from './openaiChat.ts';
import { completionBody, createCompletionsDecoder } from './openaiCompletions.ts';

type Task = 'conversational' | 'text-generation';

/** Makes the package build router URLs, whatever token is used: a token of another form makes it address the provider itself. */
const STAND_IN_TOKEN = 'hf_placeholder';

/** Conversations; provider `auto` leaves the choice, and `:fastest` or `:cheapest` behind the model, to the router. */
export function huggingFaceChat(provider: string): Dialect {
  return {
    request: async (endpoint, request, context) => {
      const body = { ...chatBody(request), stream: true };
      const model = modelOf(endpoint);
      if (provider !== 'auto') return build(provider, 'conversational', endpoint, body, context);
      return {
        url: moved(new URL('/v1/chat/completions', ROUTER), endpoint.url),
        body: { model, ...body },
        ...(endpoint.billTo === undefined ? {} : { headers: { 'x-hf-bill-to': endpoint.billTo } }),
      };
    },
    decoder: createChatDecoder,
  };
}

/** Raw text, on the providers that complete it; the prompt's own tokens fill a gap. */
export function huggingFaceText(provider: string): Dialect {
  return {
    request: async (endpoint, request, context) => {
      if (provider === 'auto') {
        throw new ModelError(
          'invalid-request',
          'The router completes no raw text by itself: name a provider, such as hf-text:featherless-ai.',
        );
      }
      return build(provider, 'text-generation', endpoint, textBody(request), context);
    },
    decoder: createCompletionsDecoder,
  };
}

/** Together and Scaleway read only top-level fields; all providers accept them there. */
function textBody(request: ModelRequest): JsonObject {
  const { prompt, ...sampling } = completionBody(request);
  return { inputs: prompt, ...sampling, stream: true };
}

async function build(
  provider: string,
  task: Task,
  endpoint: Endpoint,
  body: JsonObject,
  context: RequestContext,
): Promise<WireRequest> {
  const model = modelOf(endpoint);
  const { getProviderHelper, makeRequestOptionsFromResolvedModel, PROVIDERS } =
    await import('@huggingface/inference');
  const known = Object.entries(PROVIDERS).find(([name]) => name === provider)?.[0] as
    keyof typeof PROVIDERS | undefined;
  if (!known) throw unknownProvider(provider, Object.keys(PROVIDERS));
  if (!(task in PROVIDERS[known])) throw cannot(provider, task);
  const helper = getProviderHelper(known, task);
  if (helper.clientSideRoutingOnly) {
    throw new ModelError(
      'invalid-request',
      `${provider} does not take Hugging Face tokens. Use the dialect openai-chat with its own URL and token.`,
    );
  }
  // Behind another origin stands a test or a gateway, and no Hub.
  const isRouter = moved(new URL(ROUTER), endpoint.url).origin === ROUTER;
  const built = makeRequestOptionsFromResolvedModel(
    (isRouter ? await context.providerModel(model, known, task) : undefined) ?? model,
    helper,
    // The package's types describe its own calls; its builders pass any field on.
    { inputs: '', ...body, model, accessToken: STAND_IN_TOKEN },
    undefined,
    { task, ...(endpoint.billTo === undefined ? {} : { billTo: endpoint.billTo }) },
  );
  const url = new URL(built.url);
  if (url.origin !== ROUTER) throw cannot(provider, task);
  const isRaw = /(?<!chat)\/completions$/.test(url.pathname);
  if (task === 'text-generation' && !isRaw) throw cannot(provider, task);
  const headers = new Headers(built.info.headers);
  headers.delete('authorization');
  const wire = typeof built.info.body === 'string' ? parseJson(built.info.body) : undefined;
  if (!isObject(wire)) throw cannot(provider, task);
  const { inputs: _, ...fields } = wire;
  return { url: moved(url, endpoint.url), body: fields, headers: Object.fromEntries(headers) };
}

/** The same path under another base: the router's is the usual one, a test's or a gateway's may stand in for it. */
function moved(url: URL, base: string): URL {
  const to = parseBase(base.trim() === '' ? ROUTER : base);
  to.pathname = rootOf(to.pathname) + url.pathname;
  return to;
}

function modelOf({ model }: Endpoint): string {
  if (model) return model;
  throw new ModelError('invalid-request', 'Name the model: inference providers serve many.');
}

function unknownProvider(provider: string, known: readonly string[]): ModelError {
  return new ModelError(
    'invalid-request',
    `No inference provider is called ${provider}. There are: ${known.join(', ')}.`,
  );
}

function cannot(provider: string, task: Task): ModelError {
  return new ModelError(
    'invalid-request',
    task === 'conversational'
      ? `The inference provider ${provider} answers no conversations. Choose another.`
      : `The inference provider ${provider} completes no raw text. Choose another, or use hf-chat:${provider}.`,
  );
}
