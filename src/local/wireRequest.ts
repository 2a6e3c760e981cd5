/** What a request in the wire protocol of llama.cpp's server asks for (its tools/server/README.md). */
import * as v from 'valibot';
import type { ChatMessage, Engine, Sampling } from './engine.ts';
import type { Generation } from './generation.ts';

const count = v.pipe(v.number(), v.integer());
const stopSchema = v.optional(
  v.union([
    v.array(v.string()),
    v.pipe(
      v.string(),
      v.transform((word) => [word]),
    ),
  ]),
  [],
);
/** llama.cpp's defaults, also where OpenAI's differ: `/v1` is llama.cpp's own. */
const samplingSchema = {
  temperature: v.optional(v.pipe(v.number(), v.minValue(0)), 0.8),
  top_k: v.optional(count, 40),
  top_p: v.optional(v.number(), 0.95),
  min_p: v.optional(v.number(), 0.05),
  seed: v.nullish(count),
};

const nativeSchema = v.object({
  ...samplingSchema,
  prompt: v.optional(v.string(), ''),
  input_prefix: v.optional(v.string(), ''),
  input_suffix: v.optional(v.string(), ''),
  input_extra: v.optional(
    v.array(v.object({ filename: v.optional(v.string(), ''), text: v.optional(v.string(), '') })),
    [],
  ),
  n_predict: v.optional(count, -1),
  n_probs: v.optional(count, 0),
  stop: stopSchema,
  stream: v.optional(v.boolean(), false),
  t_max_predict_ms: v.optional(v.number(), 0),
});

const contentSchema = v.union([
  v.string(),
  v.pipe(
    v.array(v.object({ type: v.string(), text: v.optional(v.string(), '') })),
    v.transform((parts) => parts.map(({ text }) => text).join('')),
  ),
]);

const openAiSchema = v.object({
  ...samplingSchema,
  prompt: v.optional(v.string(), ''),
  messages: v.optional(
    v.array(
      v.object({
        role: v.pipe(
          v.picklist(['system', 'developer', 'user', 'assistant', 'tool']),
          v.transform((role): ChatMessage['role'] =>
            role === 'developer' ? 'system' : role === 'tool' ? 'user' : role,
          ),
        ),
        content: v.nullish(contentSchema, ''),
      }),
    ),
    [],
  ),
  max_tokens: v.nullish(count),
  max_completion_tokens: v.nullish(count),
  logprobs: v.nullish(v.union([v.boolean(), count])),
  top_logprobs: v.nullish(count),
  stop: v.optional(v.nullable(stopSchema), []),
  stream: v.optional(v.boolean(), false),
  stream_options: v.nullish(v.object({ include_usage: v.optional(v.boolean(), false) })),
});

export type Route = '/infill' | '/completion' | '/v1/completions' | '/v1/chat/completions';

export interface Asked {
  readonly generation: Generation;
  readonly stream: boolean;
  readonly includeUsage: boolean;
}

/** The request in the server's terms, or a sentence that says what is wrong with it. */
export function readRequest(route: Route, body: unknown, engine: Engine): Asked | string {
  if (route === '/infill' || route === '/completion') {
    const parsed = v.safeParse(nativeSchema, body);
    if (!parsed.success) return problem(parsed.issues[0]);
    const ask = parsed.output;
    const limit = limitOf(ask.n_predict, engine);
    const prompt =
      route === '/completion'
        ? engine.tokenize(ask.prompt, 'markup')
        : engine.infill(
            {
              prefix: ask.input_prefix,
              suffix: ask.input_suffix,
              files: ask.input_extra.map(({ filename, text }) => ({ path: filename, text })),
            },
            engine.contextTokens - limit,
          );
    const generation: Generation = {
      desk: 'inline',
      prompt,
      sampling: samplingOf(ask, ask.n_probs),
      limit,
      stop: filled(ask.stop),
      ...(ask.t_max_predict_ms > 0 ? { writeMs: ask.t_max_predict_ms } : {}),
    };
    return fits(generation, engine) ?? { generation, stream: ask.stream, includeUsage: false };
  }
  const parsed = v.safeParse(openAiSchema, body);
  if (!parsed.success) return problem(parsed.issues[0]);
  const ask = parsed.output;
  const chat = route === '/v1/chat/completions';
  const talk = chat ? engine.conversation(ask.messages) : undefined;
  const probabilities =
    typeof ask.logprobs === 'number'
      ? Math.max(1, ask.logprobs)
      : ask.logprobs
        ? Math.max(1, ask.top_logprobs ?? 0)
        : 0;
  const prompt = talk?.tokens ?? engine.tokenize(ask.prompt, 'markup');
  const generation: Generation = {
    desk: chat ? 'chat' : 'inline',
    prompt,
    sampling: samplingOf(ask, probabilities),
    limit: Math.min(
      limitOf(ask.max_completion_tokens ?? ask.max_tokens ?? -1, engine),
      Math.max(1, engine.contextTokens - prompt.length),
    ),
    stop: filled([...(ask.stop ?? []), ...(talk?.stop ?? [])]),
  };
  return (
    fits(generation, engine) ?? {
      generation,
      stream: ask.stream,
      includeUsage: ask.stream_options?.include_usage ?? false,
    }
  );
}

const filled = (stop: readonly string[]): string[] => stop.filter((word) => word !== '');

/** No limit means half the window: the other half is for the prompt. */
const limitOf = (asked: number, { contextTokens }: Engine): number =>
  Math.min(asked < 0 ? Infinity : asked, Math.floor(contextTokens / 2));

function samplingOf(
  ask: { temperature: number; top_k: number; top_p: number; min_p: number; seed?: number | null | undefined },
  probabilities: number,
): Sampling {
  return {
    temperature: ask.temperature,
    ...(ask.temperature > 0 ? { topK: ask.top_k, topP: ask.top_p, minP: ask.min_p } : {}),
    ...(ask.seed === null || ask.seed === undefined || ask.seed < 0 ? {} : { seed: ask.seed }),
    probabilities,
  };
}

function fits({ prompt, limit }: Generation, { contextTokens }: Engine): string | undefined {
  if (prompt.length === 0) return 'The prompt is empty.';
  return prompt.length + Math.min(limit, 1) > contextTokens
    ? `The request has ${prompt.length} tokens and exceeds the available context size of ${contextTokens} tokens.`
    : undefined;
}

const problem = (issue: v.BaseIssue<unknown>): string => `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`;
