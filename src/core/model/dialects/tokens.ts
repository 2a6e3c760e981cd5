/** Tokens with log probabilities, in the forms that several servers share. */
import * as v from 'valibot';
import { compact, maybe } from '../json.ts';
import type { ModelEvent, Token } from '../words.ts';

const alternative = v.object({
  token: v.string(),
  id: maybe(v.number()),
  logprob: maybe(v.number()),
});

/** One entry of OpenAI's `logprobs.content`, of llama.cpp's `completion_probabilities`, of Ollama's `logprobs`. */
export const contentToken = v.object({
  ...alternative.entries,
  top_logprobs: maybe(v.array(alternative)),
});

/** OpenAI's older form: parallel lists. */
export const tokenLists = v.object({
  tokens: v.array(v.string()),
  token_logprobs: maybe(v.array(v.nullable(v.number()))),
  top_logprobs: maybe(v.array(v.nullable(v.record(v.string(), v.number())))),
});

export function fromContent(entries: readonly v.InferOutput<typeof contentToken>[]): Token[] {
  return entries.map(({ token, id, logprob, top_logprobs: top }) =>
    compact({
      text: token,
      id,
      logprob,
      top:
        top && top.length > 0
          ? top.map((other) => compact({ text: other.token, id: other.id, logprob: other.logprob }))
          : undefined,
    }),
  );
}

export function fromLists(lists: v.InferOutput<typeof tokenLists>): Token[] {
  return lists.tokens.map((text, at) => {
    const top = lists.top_logprobs?.[at];
    return compact({
      text,
      logprob: lists.token_logprobs?.[at] ?? undefined,
      top: top
        ? Object.entries(top)
            .map(([word, logprob]) => ({ text: word, logprob }))
            .sort((a, b) => b.logprob - a.logprob)
        : undefined,
    });
  });
}

/**
 * One delta for each token. Where the tokens do not spell the text (a character over several tokens, a token held back),
 * the last carries all of it: every token is kept and the text is exactly the server's.
 */
export function textDeltas(text: string, tokens: readonly Token[], sequence?: number): ModelEvent[] {
  const isFirst = sequence === undefined || sequence === 0;
  if (tokens.length === 0) {
    if (text === '') return [];
    return [isFirst ? { type: 'text-delta', text } : { type: 'text-delta', text, sequence }];
  }
  const place = isFirst ? {} : { sequence };
  const spelled = tokens.map((token) => (token.special === true ? '' : token.text)).join('') === text;
  return tokens.map((token, at) => {
    const own = spelled ? (token.special === true ? '' : token.text) : at === tokens.length - 1 ? text : '';
    return { type: 'text-delta', text: own, token, ...place };
  });
}
