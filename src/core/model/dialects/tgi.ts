/** Text Generation Inference's own protocol: `/generate_stream`, and `/generate` for several sequences. */
import * as v from 'valibot';
import { ModelError } from '../errors.ts';
import { compact, maybe, type JsonObject } from '../json.ts';
import { requestUrl } from '../url.ts';
import type { FinishReason, ModelEvent, Token } from '../words.ts';
import type { Decoder, Dialect, Ending } from './dialect.ts';
import { textDeltas } from './tokens.ts';

const wireToken = v.object({
  id: maybe(v.number()),
  text: v.string(),
  logprob: maybe(v.number()),
  special: maybe(v.boolean()),
});

const wireDetails = v.object({
  finish_reason: maybe(v.string()),
  generated_tokens: maybe(v.number()),
  input_length: maybe(v.number()),
  seed: maybe(v.number()),
  tokens: maybe(v.array(wireToken)),
  top_tokens: maybe(v.array(v.array(wireToken))),
});

const wireSequence = v.object({ ...wireDetails.entries, generated_text: v.string() });

const wireRecord = v.object({
  index: maybe(v.number()),
  token: maybe(wireToken),
  top_tokens: maybe(v.array(wireToken)),
  generated_text: maybe(v.string()),
  details: maybe(v.object({ ...wireDetails.entries, best_of_sequences: maybe(v.array(wireSequence)) })),
});

/** Source: the OpenAPI document of text-generation-inference, `GenerateParameters` and `StreamResponse`. */
export const tgi: Dialect = {
  request(endpoint, request) {
    if (request.type === 'chat') {
      throw new ModelError('invalid-request', 'The dialect tgi continues text; for a chat use openai-chat.');
    }
    const { temperature, topP, sequences = 1 } = request;
    const sampled = sequences > 1 || (temperature !== undefined && temperature > 0);
    return {
      // A stream cannot carry several sequences: TGI refuses best_of there.
      url: requestUrl(endpoint.url, { kind: 'root', path: sequences > 1 ? '/generate' : '/generate_stream' }),
      body: compact({
        inputs: request.prompt,
        parameters: compact({
          max_new_tokens: request.maxTokens,
          stop: request.stop?.slice(0, 4),
          details: true,
          return_full_text: false,
          do_sample: sampled,
          // TGI refuses a temperature of 0 and a top_p of 1; both mean "leave it out".
          temperature: temperature !== undefined && temperature > 0 ? temperature : undefined,
          top_p: topP !== undefined && topP > 0 && topP < 1 ? topP : undefined,
          seed: request.seed,
          top_n_tokens:
            request.topTokens !== undefined && request.topTokens > 0 ? request.topTokens : undefined,
          best_of: sequences > 1 ? sequences : undefined,
        }),
        stream: sequences === 1,
      }),
    };
  },
  decoder: () => createDecoder(),
};

function createDecoder(): Decoder {
  let ending: Ending | undefined;
  let streamed = false;
  return {
    get ending() {
      return ending;
    },
    get over() {
      return ending !== undefined;
    },
    read(record: JsonObject) {
      const parsed = v.safeParse(wireRecord, record);
      if (!parsed.success) return undefined;
      const { token, top_tokens: top, generated_text: whole, details } = parsed.output;
      if (!token && typeof whole !== 'string') return undefined;
      const events: ModelEvent[] = [];
      if (token) {
        streamed = true;
        const told = toToken(token, top);
        // An empty text belongs to a character that is not complete yet: the token is kept all the same.
        events.push({ type: 'text-delta', text: told.special === true ? '' : told.text, token: told });
      }
      if (typeof whole !== 'string') return events;
      if (!streamed) {
        events.push(...wholeSequence(whole, details, 0));
        for (const [at, other] of (details?.best_of_sequences ?? []).entries()) {
          events.push(...wholeSequence(other.generated_text, other, at + 1));
          events.push({
            type: 'sequence-finish',
            sequence: at + 1,
            finishReason: finishReason(other.finish_reason),
          });
        }
      }
      ending = compact({
        finishReason: finishReason(details?.finish_reason),
        seed: details?.seed,
        usage: usage(details),
      });
      return events;
    },
  };
}

type WireToken = v.InferOutput<typeof wireToken>;
type WireDetails = v.InferOutput<typeof wireDetails>;

function wholeSequence(
  text: string,
  details: WireDetails | null | undefined,
  sequence: number,
): ModelEvent[] {
  const tokens = (details?.tokens ?? []).map((token, at) => toToken(token, details?.top_tokens?.[at]));
  return textDeltas(text, tokens, sequence);
}

function toToken({ id, text, logprob, special }: WireToken, top?: readonly WireToken[] | null): Token {
  return compact({
    text,
    id,
    logprob,
    special,
    top: top && top.length > 0 ? top.map((other) => toToken(other)) : undefined,
  });
}

function usage(details: WireDetails | null | undefined): Ending['usage'] {
  const told = compact({ promptTokens: details?.input_length, completionTokens: details?.generated_tokens });
  return Object.keys(told).length > 0 ? told : undefined;
}

function finishReason(word: string | null | undefined): FinishReason {
  return word === 'length' || word === 'stop_sequence' ? word : 'eos_token';
}
