/** How each kind of server puts an answer on the wire, byte for byte as its documents and sources say. */

/** A token to send; a bare string is its text. */
export type FakeToken =
  | string
  | {
      readonly text: string;
      readonly id?: number;
      readonly logprob?: number;
      readonly special?: boolean;
      readonly top?: readonly { readonly text: string; readonly id: number; readonly logprob: number }[];
      /** Chat only: this is a thought, sent as `reasoning_content` or `thinking`. */
      readonly reasoning?: boolean;
    };

/** The server's own word for an ending is chosen from ours. */
export type FakeFinish = 'length' | 'eos_token' | 'stop_sequence';

export interface Wire {
  readonly contentType: string;
  /** What comes before the first token, such as the role of a chat. */
  readonly open: string;
  token(token: Exclude<FakeToken, string>, index: number): string;
  /** The end mark. */
  end(finish: FakeFinish, text: string, count: number): string;
  error(message: string): string;
  /** A comment or ping that keeps a connection alive; empty where the protocol has none. */
  readonly ping: string;
  /** The answer of a server that does not stream. */
  whole(finish: FakeFinish, text: string, count: number): string;
}

export type WireName =
  | 'tgi'
  | 'openai-completions'
  | 'openai-chat'
  | 'llama-infill'
  | 'llama-completion'
  | 'ollama'
  | 'ollama-chat';

const sse = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
const line = (value: object): string => `${JSON.stringify(value)}\n`;

const tgi: Wire = {
  contentType: 'text/event-stream',
  open: '',
  ping: ':\n\n',
  token: ({ text, id = 100, logprob = -0.25, special = false, top }, index) =>
    `data:${JSON.stringify({
      index: index + 1,
      token: { id, text, logprob, special },
      ...(top ? { top_tokens: top.map((other) => ({ ...other, special: false })) } : {}),
      generated_text: null,
      details: null,
    })}\n\n`,
  end: (finish, text, count) =>
    `data:${JSON.stringify({
      index: count + 1,
      token: {
        id: 2,
        text: finish === 'eos_token' ? '</s>' : '',
        logprob: -0.01,
        special: finish === 'eos_token',
      },
      generated_text: text,
      details: { finish_reason: finish, generated_tokens: count + 1, seed: null, input_length: 7 },
    })}\n\n`,
  error: (message) => `data:${JSON.stringify({ error: message, error_type: 'generation' })}\n\n`,
  whole: (finish, text, count) =>
    JSON.stringify({
      generated_text: text,
      details: { finish_reason: finish, generated_tokens: count, seed: null },
    }),
};

const openAiFinish = (finish: FakeFinish): object => ({
  finish_reason: finish === 'length' ? 'length' : 'stop',
  ...(finish === 'stop_sequence' ? { stop_reason: '\n\n' } : {}),
});

const usage = (count: number): object => ({
  usage: { prompt_tokens: 7, completion_tokens: count, total_tokens: 7 + count },
});

const completions: Wire = {
  contentType: 'text/event-stream; charset=utf-8',
  open: '',
  ping: ': ping\n\n',
  token: ({ text, logprob, top }) =>
    sse({
      id: 'cmpl-1',
      object: 'text_completion',
      created: 1,
      model: 'm',
      choices: [
        {
          index: 0,
          text,
          logprobs:
            logprob === undefined
              ? null
              : {
                  tokens: [text],
                  token_logprobs: [logprob],
                  top_logprobs: top
                    ? [Object.fromEntries(top.map((other) => [other.text, other.logprob]))]
                    : null,
                  text_offset: [0],
                },
          finish_reason: null,
          stop_reason: null,
        },
      ],
    }),
  end: (finish) =>
    sse({
      id: 'cmpl-1',
      object: 'text_completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, text: '', logprobs: null, ...openAiFinish(finish) }],
    }) + 'data: [DONE]\n\n',
  error: (message) => sse({ error: { message, type: 'internal_error', code: 500 } }),
  whole: (finish, text, count) =>
    JSON.stringify({
      id: 'cmpl-1',
      object: 'text_completion',
      choices: [{ index: 0, text, logprobs: null, ...openAiFinish(finish) }],
      ...usage(count),
    }),
};

const chatChunk = (delta: object, rest: object = { finish_reason: null }): string =>
  sse({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, ...rest }],
  });

const chat: Wire = {
  contentType: 'text/event-stream',
  open: chatChunk({ role: 'assistant', content: '' }),
  ping: ': keep-alive\n\n',
  token: ({ text, id, logprob, top = [], reasoning }) =>
    chatChunk(
      reasoning === true ? { reasoning_content: text } : { content: text },
      logprob === undefined
        ? { finish_reason: null }
        : {
            finish_reason: null,
            logprobs: {
              content: [
                {
                  token: text,
                  id,
                  logprob,
                  top_logprobs: top.map(({ text: token, ...other }) => ({ token, ...other })),
                },
              ],
            },
          },
    ),
  end: (finish, _text, count) =>
    chatChunk({}, openAiFinish(finish)) +
    sse({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [],
      ...usage(count),
    }) +
    'data: [DONE]\n\n',
  error: (message) => sse({ error: { message, type: 'server_error', code: 500 } }),
  whole: (finish, text, count) =>
    JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: text }, ...openAiFinish(finish) }],
      ...usage(count),
    }),
};

const llamaEnd = (finish: FakeFinish, content: string, count: number): object => ({
  index: 0,
  content,
  tokens: [],
  stop: true,
  model: 'm.gguf',
  stop_type: { length: 'limit', eos_token: 'eos', stop_sequence: 'word' }[finish],
  stopping_word: finish === 'stop_sequence' ? '\n\n' : '',
  tokens_predicted: count,
  tokens_evaluated: 7,
  tokens_cached: 7 + count,
  timings: { cache_n: 5, prompt_n: 2 },
  generation_settings: { seed: 42 },
});

const llama: Wire = {
  contentType: 'text/event-stream',
  open: '',
  ping: ':\n\n',
  token: ({ text, id, logprob, top = [] }) =>
    sse({
      index: 0,
      content: text,
      tokens: id === undefined ? [] : [id],
      stop: false,
      id_slot: 0,
      tokens_predicted: 1,
      tokens_evaluated: 7,
      ...(logprob === undefined
        ? {}
        : {
            completion_probabilities: [
              {
                id,
                token: text,
                logprob,
                top_logprobs: top.map(({ text: token, ...other }) => ({ token, ...other })),
              },
            ],
          }),
    }),
  end: (finish, _text, count) => sse(llamaEnd(finish, '', count)),
  error: (message) => `error: ${JSON.stringify({ code: 500, message, type: 'server_error' })}\n\n`,
  whole: (finish, text, count) => JSON.stringify(llamaEnd(finish, text, count)),
};

const ollamaBase = { model: 'm', created_at: '2026-01-01T00:00:00Z' };
const ollamaEnd = (finish: FakeFinish, count: number): object => ({
  done: true,
  done_reason: finish === 'length' ? 'length' : 'stop',
  prompt_eval_count: 7,
  eval_count: count,
});

const ollama: Wire = {
  contentType: 'application/x-ndjson',
  open: '',
  ping: '',
  token: ({ text, logprob, reasoning }) =>
    line({
      ...ollamaBase,
      ...(reasoning === true ? { response: '', thinking: text } : { response: text }),
      done: false,
      ...(logprob === undefined ? {} : { logprobs: [{ token: text, logprob }] }),
    }),
  end: (finish, _text, count) =>
    line({ ...ollamaBase, response: '', ...ollamaEnd(finish, count), context: [1, 2] }),
  error: (message) => line({ error: message }),
  whole: (finish, text, count) =>
    JSON.stringify({ ...ollamaBase, response: text, ...ollamaEnd(finish, count) }),
};

const ollamaMessage = (content: string): object => ({ message: { role: 'assistant', content } });

const ollamaChat: Wire = {
  ...ollama,
  token: ({ text, reasoning }) =>
    line({
      ...ollamaBase,
      ...(reasoning === true
        ? { message: { role: 'assistant', content: '', thinking: text } }
        : ollamaMessage(text)),
      done: false,
    }),
  end: (finish, _text, count) => line({ ...ollamaBase, ...ollamaMessage(''), ...ollamaEnd(finish, count) }),
  whole: (finish, text, count) =>
    JSON.stringify({ ...ollamaBase, ...ollamaMessage(text), ...ollamaEnd(finish, count) }),
};

export const WIRES: Readonly<Record<WireName, Wire>> = {
  tgi,
  'openai-completions': completions,
  'openai-chat': chat,
  'llama-infill': llama,
  'llama-completion': llama,
  ollama,
  'ollama-chat': ollamaChat,
};
