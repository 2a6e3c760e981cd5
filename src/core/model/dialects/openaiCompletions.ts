/** OpenAI's `/v1/completions`, as vLLM, TGI, SGLang, LM Studio and llama.cpp serve it. */
import * as v from 'valibot';
import { ModelError } from '../errors.ts';
import { compact, maybe, type JsonObject } from '../json.ts';
import { requestUrl } from '../url.ts';
import type { ModelEvent, ModelRequest, TextRequest } from '../words.ts';
import type { Decoder, Dialect } from './dialect.ts';
import { choiceEnd, createEndings, toTokens, toUsage, WHOLE, wireLogprobs, wireUsage } from './openaiWire.ts';
import { textDeltas } from './tokens.ts';

const wireRecord = v.object({
  choices: maybe(
    v.array(
      v.object({
        index: maybe(v.number()),
        text: maybe(v.string()),
        logprobs: maybe(wireLogprobs),
        finish_reason: maybe(v.string()),
      }),
    ),
  ),
  usage: maybe(wireUsage),
});

export const openaiCompletions: Dialect = {
  request: (endpoint, request) => ({
    url: requestUrl(endpoint.url, { kind: 'versioned', path: '/completions' }),
    body: compact({ model: endpoint.model, ...completionBody(request), stream: true }),
  }),
  decoder: createCompletionsDecoder,
};

/** The body without `model` and `stream`. A suffix is left out: vLLM, TGI and llama.cpp refuse it. */
export function completionBody(request: ModelRequest): JsonObject {
  if (request.type === 'chat') {
    throw new ModelError(
      'invalid-request',
      'The dialect openai-completions continues text; for a chat use openai-chat.',
    );
  }
  return compact({
    prompt: request.prompt,
    // vLLM stops after 16 tokens when not told otherwise, and samples when no temperature is given.
    max_tokens: request.maxTokens,
    temperature: request.temperature ?? 0,
    top_p: request.topP,
    stop: request.stop?.slice(0, 4),
    seed: request.seed,
    logprobs: request.topTokens,
    n: several(request),
  });
}

function several({ sequences = 1 }: TextRequest): number | undefined {
  return sequences > 1 ? sequences : undefined;
}

export function createCompletionsDecoder(request: ModelRequest): Decoder {
  const endings = createEndings(request.type === 'text' ? (request.sequences ?? 1) : 1);
  let done: 'done' | 'running' = 'running';
  return {
    get ending() {
      return endings.ending(done);
    },
    get over() {
      return done === 'done';
    },
    done: () => {
      done = 'done';
    },
    read(record, form) {
      const parsed = v.safeParse(wireRecord, record);
      if (!parsed.success) return undefined;
      const choices = parsed.output.choices ?? [];
      const usage = toUsage(parsed.output.usage);
      if (choices.length === 0 && !usage) return undefined;
      const events: ModelEvent[] = [];
      for (const [at, choice] of choices.entries()) {
        const sequence = choice.index ?? 0;
        events.push(...textDeltas(choice.text ?? '', toTokens(choice.logprobs), sequence));
        const end = choice.finish_reason ? choiceEnd(record, at) : form === 'whole' ? WHOLE : undefined;
        if (end) events.push(...endings.finish(sequence, end));
      }
      if (usage) {
        endings.usage(usage);
        if (choices.length === 0 || endings.ending(done)) events.push({ type: 'usage', ...usage });
      }
      return events;
    },
  };
}
