/** llama.cpp's own protocol: `/infill` fills a gap with other files in view, `/completion` continues a text. */
import * as v from 'valibot';
import { ModelError } from '../errors.ts';
import { compact, maybe, type JsonObject } from '../json.ts';
import { requestUrl } from '../url.ts';
import type { FinishReason, ModelEvent, ModelRequest, TextRequest, Token } from '../words.ts';
import type { Decoder, Dialect, Ending } from './dialect.ts';
import { contentToken, fromContent, textDeltas } from './tokens.ts';

/** The form of builds before December 2024: `{content, probs:[{tok_str, prob}]}`. */
const olderToken = v.object({
  content: v.string(),
  probs: v.array(v.object({ tok_str: v.string(), prob: v.number() })),
});

const wireRecord = v.object({
  index: maybe(v.number()),
  content: v.string(),
  tokens: maybe(v.array(v.number())),
  stop: maybe(v.boolean()),
  stop_type: maybe(v.string()),
  stopped_limit: maybe(v.boolean()),
  stopped_word: maybe(v.boolean()),
  completion_probabilities: maybe(v.array(v.union([contentToken, olderToken]))),
  tokens_predicted: maybe(v.number()),
  tokens_evaluated: maybe(v.number()),
  timings: maybe(v.object({ cache_n: maybe(v.number()) })),
  generation_settings: maybe(v.object({ seed: maybe(v.number()) })),
});

/** Source: llama.cpp `tools/server/README.md`. */
export const llamaInfill: Dialect = {
  request: (endpoint, request, { limitMs }) => {
    const text = asText(request, 'llama-infill');
    return {
      url: requestUrl(endpoint.url, { kind: 'root', path: '/infill' }),
      body: compact({
        model: endpoint.model,
        input_prefix: text.prompt,
        input_suffix: text.suffix ?? '',
        input_extra: text.files?.map((file) => ({ filename: file.path, text: file.text })),
        prompt: '',
        ...sampling(text, limitMs),
      }),
    };
  },
  decoder: createDecoder,
};

export const llamaCompletion: Dialect = {
  request: (endpoint, request, { limitMs }) => {
    const text = asText(request, 'llama-completion');
    return {
      url: requestUrl(endpoint.url, { kind: 'root', path: '/completion' }),
      body: compact({ model: endpoint.model, prompt: text.prompt, ...sampling(text, limitMs) }),
    };
  },
  decoder: createDecoder,
};

function asText(request: ModelRequest, dialect: string): TextRequest {
  if (request.type === 'text') return request;
  throw new ModelError(
    'invalid-request',
    `The dialect ${dialect} continues text; for a chat use openai-chat.`,
  );
}

function sampling(request: TextRequest, limitMs: number): JsonObject {
  return compact({
    n_predict: request.maxTokens,
    temperature: request.temperature ?? 0,
    top_p: request.topP,
    stop: request.stop,
    seed: request.seed,
    n_probs: request.topTokens === undefined ? undefined : Math.max(1, request.topTokens),
    return_tokens: request.topTokens === undefined ? undefined : true,
    cache_prompt: true,
    // The server bounds its own work too, once a first line is there.
    t_max_predict_ms: Number.isFinite(limitMs) ? limitMs : undefined,
    stream: true,
  });
}

function createDecoder(): Decoder {
  let ending: Ending | undefined;
  return {
    get ending() {
      return ending;
    },
    get over() {
      return ending !== undefined;
    },
    read(record) {
      const parsed = v.safeParse(wireRecord, record);
      if (!parsed.success) return undefined;
      const answer = parsed.output;
      const events: ModelEvent[] = textDeltas(answer.content, tokensOf(answer), answer.index ?? 0);
      if (answer.stop === true) {
        ending = compact({
          finishReason: finishReason(answer),
          seed: answer.generation_settings?.seed,
          usage: usage(answer),
        });
      }
      return events;
    },
  };
}

type Answer = v.InferOutput<typeof wireRecord>;

function tokensOf({ content, completion_probabilities: told, stop, ...answer }: Answer): Token[] {
  const tokens = answer.tokens ?? [];
  const known = (told ?? []).flatMap((entry) =>
    'token' in entry ? fromContent([entry]) : [fromOlder(entry)],
  );
  if (known.length > 0) {
    return known.map((token, at) =>
      token.id === undefined && tokens[at] !== undefined ? { ...token, id: tokens[at] } : token,
    );
  }
  // The last record of a stream repeats nothing; one JSON answer lists all tokens without their texts.
  return tokens.length === 1 && stop !== true ? tokens.map((id) => ({ id, text: content })) : [];
}

function fromOlder({ content, probs }: v.InferOutput<typeof olderToken>): Token {
  const top = probs.map(({ tok_str: text, prob }) => ({ text, logprob: Math.log(prob) }));
  const own = top.find(({ text }) => text === content);
  return compact({ text: content, logprob: own?.logprob, top });
}

function usage(answer: Answer): Ending['usage'] {
  const told = compact({
    promptTokens: answer.tokens_evaluated,
    completionTokens: answer.tokens_predicted,
    cachedTokens: answer.timings?.cache_n,
  });
  return Object.keys(told).length > 0 ? told : undefined;
}

function finishReason({ stop_type: type, stopped_limit: limit, stopped_word: word }: Answer): FinishReason {
  if (type === 'limit' || limit === true) return 'length';
  return type === 'word' || word === true ? 'stop_sequence' : 'eos_token';
}
