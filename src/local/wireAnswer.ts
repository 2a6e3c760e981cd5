/** What llama.cpp's server answers, as the objects that become JSON (its tools/server/README.md). */
import type { Figures, Reply, WrittenToken } from './generation.ts';

type End = Extract<Reply, { type: 'end' }>;
type Piece = Extract<Reply, { type: 'piece' }>;

/** What one request's answer needs beside the reply itself. */
export interface AnswerContext {
  readonly id: string;
  readonly model: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly promptTokens: number;
}

const logprob = ({ token, text, probability }: { token: number; text: string; probability: number }) => ({
  id: token,
  token: text,
  bytes: [...Buffer.from(text)],
  logprob: Math.log(Math.max(probability, Number.MIN_VALUE)),
});

const logprobs = (likely: readonly WrittenToken[]) =>
  likely.map((written) => ({ ...logprob(written), top_logprobs: written.top.map(logprob) }));

const timings = (figures: Figures) => ({
  cache_n: figures.cachedTokens,
  prompt_n: figures.promptTokens - figures.cachedTokens,
  prompt_ms: figures.promptMs,
  predicted_n: figures.writtenTokens,
  predicted_ms: figures.writtenMs,
  predicted_per_second: figures.writtenMs > 0 ? (figures.writtenTokens * 1000) / figures.writtenMs : 0,
});

export function nativePiece(piece: Piece, written: number, context: AnswerContext): object {
  return {
    index: 0,
    content: piece.content,
    tokens: piece.tokens,
    stop: false,
    id_slot: 0,
    tokens_predicted: written,
    tokens_evaluated: context.promptTokens,
    ...(piece.likely.length > 0 ? { completion_probabilities: logprobs(piece.likely) } : {}),
  };
}

/** `content` is empty in a stream and the whole text otherwise. */
export function nativeEnd(
  end: End,
  content: string,
  likely: readonly WrittenToken[],
  context: AnswerContext,
): object {
  return {
    index: 0,
    content,
    tokens: [],
    stop: true,
    id_slot: 0,
    model: context.model,
    tokens_predicted: end.figures.writtenTokens,
    tokens_evaluated: end.figures.promptTokens,
    tokens_cached: end.figures.cachedTokens,
    truncated: false,
    superseded: end.superseded,
    stop_type: end.stopType,
    stopping_word: end.stoppingWord,
    timings: timings(end.figures),
    ...(likely.length > 0 ? { completion_probabilities: logprobs(likely) } : {}),
  };
}

const envelope = (context: AnswerContext, object: string) => ({
  id: context.id,
  object,
  created: context.created,
  model: context.model,
});

export function openAiPiece(piece: Piece, chat: boolean, context: AnswerContext): object {
  const probabilities = piece.likely.length > 0 ? { content: logprobs(piece.likely) } : null;
  return {
    ...envelope(context, chat ? 'chat.completion.chunk' : 'text_completion'),
    choices: [
      chat
        ? { index: 0, delta: { content: piece.content }, logprobs: probabilities, finish_reason: null }
        : { index: 0, text: piece.content, logprobs: probabilities, finish_reason: null },
    ],
  };
}

export function openAiEnd(end: End, chat: boolean, context: AnswerContext): object {
  const finish_reason = end.stopType === 'limit' ? 'length' : 'stop';
  return {
    ...envelope(context, chat ? 'chat.completion.chunk' : 'text_completion'),
    choices: [
      chat
        ? { index: 0, delta: {}, logprobs: null, finish_reason }
        : { index: 0, text: '', logprobs: null, finish_reason },
    ],
    timings: timings(end.figures),
  };
}

const usageOf = ({ figures }: End) => ({
  prompt_tokens: figures.promptTokens,
  completion_tokens: figures.writtenTokens,
  total_tokens: figures.promptTokens + figures.writtenTokens,
  prompt_tokens_details: { cached_tokens: figures.cachedTokens },
});

export function openAiUsage(end: End, chat: boolean, context: AnswerContext): object {
  return {
    ...envelope(context, chat ? 'chat.completion.chunk' : 'text_completion'),
    choices: [],
    usage: usageOf(end),
  };
}

/** The answer without a stream. */
export function openAiWhole(
  end: End,
  content: string,
  likely: readonly WrittenToken[],
  chat: boolean,
  context: AnswerContext,
): object {
  const rest = {
    index: 0,
    logprobs: likely.length > 0 ? { content: logprobs(likely) } : null,
    finish_reason: end.stopType === 'limit' ? 'length' : 'stop',
  };
  return {
    ...envelope(context, chat ? 'chat.completion' : 'text_completion'),
    choices: [chat ? { ...rest, message: { role: 'assistant', content } } : { ...rest, text: content }],
    usage: usageOf(end),
    timings: timings(end.figures),
  };
}
