/** OpenAI's `/v1/completions`, as vLLM, TGI, SGLang, LM Studio and llama.cpp serve it. */
import * as v from 'valibot';
import { ModelError } from '../errors.ts';
import { compact, type JsonObject } from '../json.ts';
import { requestUrl } from '../url.ts';
import type { ModelEvent, ModelRequest, TextRequest } from '../words.ts';
import type { Decoder, Dialect } from './dialect.ts';
import { choiceEnd, choicesOf, createEndings, sequenceOf, tokensOf, usageOf, WHOLE } from './openaiWire.ts';
import { textDeltas } from './tokens.ts';

const wireText = v.string();

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
      const choices = choicesOf(record);
      const usage = usageOf(record);
      if (choices.length === 0 && !usage) return undefined;
      const events: ModelEvent[] = [];
      for (const choice of choices) {
        const sequence = sequenceOf(choice);
        const text = v.is(wireText, choice.text) ? choice.text : '';
        events.push(...textDeltas(text, tokensOf(choice), sequence));
        const end = choiceEnd(choice) ?? (form === 'whole' ? WHOLE : undefined);
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
