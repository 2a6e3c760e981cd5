/** What OpenAI's two protocols share on the wire, with what vLLM, SGLang, llama.cpp and others add. */
import * as v from 'valibot';
import { compact, maybe } from '../json.ts';
import type { FinishReason, ModelEvent, Usage } from '../words.ts';
import type { Ending } from './dialect.ts';
import { contentToken, fromContent, fromLists, tokenLists } from './tokens.ts';
import type { Token } from '../words.ts';

export const wireUsage = v.object({
  prompt_tokens: maybe(v.number()),
  completion_tokens: maybe(v.number()),
  prompt_tokens_details: maybe(v.object({ cached_tokens: maybe(v.number()) })),
});

/** What names a stop sequence: vLLM's `stop_reason`, SGLang's `matched_stop`, llama.cpp's `stop_type`. */
export const stopEntries = {
  finish_reason: maybe(v.string()),
  stop_reason: maybe(v.union([v.string(), v.number()])),
  matched_stop: maybe(v.union([v.string(), v.number()])),
  stop_type: maybe(v.string()),
};

/** Log probabilities come in the chat form (llama.cpp, SGLang) or as lists (vLLM). */
export const wireLogprobs = v.object({
  content: maybe(v.array(contentToken)),
  tokens: maybe(tokenLists.entries.tokens),
  token_logprobs: tokenLists.entries.token_logprobs,
  top_logprobs: tokenLists.entries.top_logprobs,
});

export function toTokens(logprobs: v.InferOutput<typeof wireLogprobs> | undefined): Token[] {
  if (!logprobs) return [];
  if (logprobs.content) return fromContent(logprobs.content);
  return logprobs.tokens ? fromLists({ ...logprobs, tokens: logprobs.tokens }) : [];
}

export function toUsage(usage: v.InferOutput<typeof wireUsage> | undefined): Usage | undefined {
  if (!usage) return undefined;
  const told = compact({
    promptTokens: usage.prompt_tokens,
    completionTokens: usage.completion_tokens,
    cachedTokens: usage.prompt_tokens_details?.cached_tokens,
  });
  return Object.keys(told).length > 0 ? told : undefined;
}

interface Stop {
  readonly finish_reason?: string | undefined;
  readonly stop_reason?: string | number | undefined;
  readonly matched_stop?: string | number | undefined;
  readonly stop_type?: string | undefined;
}

/** OpenAI's `stop` means a stop sequence only when the server names one; a token's number is an end token. */
export function toFinishReason(stop: Stop): FinishReason | undefined {
  const word = stop.finish_reason?.toLowerCase();
  if (word === undefined || word === '') return undefined;
  if (/length|max_tokens/.test(word)) return 'length';
  if (/tool|function/.test(word)) return 'tool_calls';
  if (/content_filter|safety|refusal/.test(word)) return 'content_filter';
  const named =
    word === 'stop_sequence' ||
    typeof stop.stop_reason === 'string' ||
    typeof stop.matched_stop === 'string' ||
    stop.stop_type === 'word';
  return named ? 'stop_sequence' : 'eos_token';
}

/** Collects how the sequences end; the answer has ended when all have. */
export function createEndings(sequences: number): {
  /** The `sequence-finish` event to give for a sequence other than the first. */
  finish(sequence: number, reason: FinishReason): readonly ModelEvent[];
  usage(usage: Usage): void;
  seed(seed: number): void;
  ending(isDone: 'done' | 'running'): Ending | undefined;
} {
  const reasons = new Map<number, FinishReason>();
  let counted: Usage | undefined;
  let sown: number | undefined;
  return {
    finish(sequence, reason) {
      if (reasons.has(sequence)) return [];
      reasons.set(sequence, reason);
      return sequence === 0 ? [] : [{ type: 'sequence-finish', sequence, finishReason: reason }];
    },
    usage: (usage) => {
      counted = usage;
    },
    seed: (seed) => {
      sown = seed;
    },
    ending: (isDone) =>
      isDone === 'done' || reasons.size >= sequences
        ? compact({ finishReason: reasons.get(0) ?? 'eos_token', usage: counted, seed: sown })
        : undefined,
  };
}
