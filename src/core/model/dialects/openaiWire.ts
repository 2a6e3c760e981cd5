/** What OpenAI's two protocols share on the wire, with what vLLM, SGLang, llama.cpp and others add. */
import * as v from 'valibot';
import { anyObject, compact, maybe, rarely, type JsonObject } from '../json.ts';
import type { FinishReason, ModelEvent, Usage } from '../words.ts';
import type { Ending } from './dialect.ts';
import { contentToken, fromContent, fromLists, tokenLists } from './tokens.ts';
import type { Token } from '../words.ts';

const wireChoices = v.array(anyObject);
const wireIndex = v.number();

/**
 * The choices of a record as they came. Their fields are checked where they are read: a schema of all that a choice may
 * hold would copy it for every token, and most of it is rare in a stream.
 */
export function choicesOf({ choices }: JsonObject): readonly JsonObject[] {
  return v.is(wireChoices, choices) ? choices : [];
}

/** Which of the sequences a choice belongs to. */
export function sequenceOf({ index }: JsonObject): number {
  return v.is(wireIndex, index) ? index : 0;
}

const wireUsage = v.object({
  prompt_tokens: maybe(v.number()),
  completion_tokens: maybe(v.number()),
  prompt_tokens_details: maybe(v.object({ cached_tokens: maybe(v.number()) })),
});

/** Log probabilities come in the chat form (llama.cpp, SGLang) or as lists (vLLM). */
const wireLogprobs = v.object({
  content: maybe(v.array(contentToken)),
  tokens: maybe(tokenLists.entries.tokens),
  token_logprobs: tokenLists.entries.token_logprobs,
  top_logprobs: tokenLists.entries.top_logprobs,
});

const readLogprobs = rarely(v.object({ logprobs: maybe(wireLogprobs) }));
const readUsage = rarely(v.object({ usage: maybe(wireUsage) }));

/** The tokens of a choice with their log probabilities, where the server tells them. */
export function tokensOf(choice: JsonObject): readonly Token[] {
  const logprobs = readLogprobs(choice)?.logprobs;
  if (!logprobs) return NO_TOKENS;
  if (logprobs.content) return fromContent(logprobs.content);
  return logprobs.tokens ? fromLists({ ...logprobs, tokens: logprobs.tokens }) : NO_TOKENS;
}

const NO_TOKENS: readonly Token[] = [];

/** What the record says about tokens used. */
export function usageOf(record: JsonObject): Usage | undefined {
  const usage = readUsage(record)?.usage;
  if (!usage) return undefined;
  const told = compact({
    promptTokens: usage.prompt_tokens,
    completionTokens: usage.completion_tokens,
    cachedTokens: usage.prompt_tokens_details?.cached_tokens,
  });
  return Object.keys(told).length > 0 ? told : undefined;
}

/** What names a stop sequence: vLLM's `stop_reason`, SGLang's `matched_stop`, llama.cpp's `stop_type`. */
const wireEnd = v.object({
  finish_reason: v.string(),
  stop_reason: maybe(v.union([v.string(), v.number()])),
  matched_stop: maybe(v.union([v.string(), v.number()])),
  stop_type: maybe(v.string()),
  seed: maybe(v.number()),
});

/** How a choice ended; undefined while it goes on. Read apart from the rest, for all choices but the last go on. */
export function choiceEnd(choice: JsonObject): { reason: FinishReason; seed?: number } | undefined {
  if (!choice.finish_reason) return undefined;
  const parsed = v.safeParse(wireEnd, choice);
  if (!parsed.success || parsed.output.finish_reason === '') return undefined;
  return compact({ reason: toFinishReason(parsed.output), seed: parsed.output.seed });
}

/** One JSON body is complete even where its server gives no reason. */
export const WHOLE = { reason: 'eos_token' } as const;

/** OpenAI's `stop` means a stop sequence only when the server names one; a token's number is an end token. */
function toFinishReason(end: v.InferOutput<typeof wireEnd>): FinishReason {
  const word = end.finish_reason.toLowerCase();
  if (/length|max_tokens/.test(word)) return 'length';
  if (/tool|function/.test(word)) return 'tool_calls';
  if (/content_filter|safety|refusal/.test(word)) return 'content_filter';
  const named =
    word === 'stop_sequence' ||
    typeof end.stop_reason === 'string' ||
    typeof end.matched_stop === 'string' ||
    end.stop_type === 'word';
  return named ? 'stop_sequence' : 'eos_token';
}

/** Collects how the sequences end; the answer has ended when all have. */
export function createEndings(sequences: number): {
  /** The `sequence-finish` event to give for a sequence other than the first. */
  finish(sequence: number, end: { reason: FinishReason; seed?: number }): readonly ModelEvent[];
  usage(usage: Usage): void;
  ending(isDone: 'done' | 'running'): Ending | undefined;
} {
  const reasons = new Map<number, FinishReason>();
  let counted: Usage | undefined;
  let sown: number | undefined;
  return {
    finish(sequence, { reason, seed }) {
      if (reasons.has(sequence)) return [];
      reasons.set(sequence, reason);
      if (sequence === 0) sown = seed;
      return sequence === 0 ? [] : [{ type: 'sequence-finish', sequence, finishReason: reason }];
    },
    usage: (usage) => {
      counted = usage;
    },
    ending: (isDone) =>
      isDone === 'done' || reasons.size >= sequences
        ? compact({ finishReason: reasons.get(0) ?? 'eos_token', usage: counted, seed: sown })
        : undefined,
  };
}
