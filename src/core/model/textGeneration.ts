/** Text generation in the objects of `@huggingface/tasks`, truthfully for every server: what it did not say is absent. */
import type { TextGenerationInput, TextGenerationStreamOutput } from '@huggingface/tasks';
import { streamModel, type ModelPorts, type Timers } from './client.ts';
import { compact, type JsonObject } from './json.ts';
import type { Endpoint, FinishReason, ModelEvent, TextRequest, Token } from './words.ts';

type PromisedToken = TextGenerationStreamOutput['token'];
type PromisedDetails = NonNullable<TextGenerationStreamOutput['details']>;

/** A token of which perhaps only the text is known. */
export type StreamToken = Readonly<
  Pick<PromisedToken, 'text'> & Partial<Pick<PromisedToken, 'id' | 'logprob' | 'special'>>
>;

/** As TextGenerationStreamOutput, without its promise that every server tells everything. */
export interface TextGenerationEvent {
  readonly index: number;
  readonly token: StreamToken;
  readonly top_tokens?: readonly StreamToken[];
  /** Which of several sequences; absent on the first. */
  readonly sequence?: number;
  readonly generated_text?: string;
  readonly details?: Readonly<
    Partial<Pick<PromisedDetails, 'generated_tokens' | 'input_length' | 'seed'>>
  > & {
    /** TGI's three words, and OpenAI's other two. */
    readonly finish_reason: FinishReason;
  };
}

export interface TextGenerationArgs extends TextGenerationInput {
  readonly endpoint: Endpoint;
  readonly timers: Timers;
  readonly ports: ModelPorts;
}

/**
 * Streams one event for each token; the last one has `generated_text` and `details`. Where the server names the end
 * apart from its last token, the last event's token has an empty text. Throws ModelError, as `streamModel` does.
 */
export async function* textGenerationStream(
  args: TextGenerationArgs,
  signal: AbortSignal,
): AsyncGenerator<TextGenerationEvent, void, undefined> {
  const { endpoint, timers, ports } = args;
  const events = streamModel(withRest(endpoint, args), toRequest(args), timers, ports, signal);
  let text = '';
  let index = 0;
  let held: TextGenerationEvent | undefined;
  try {
    for (;;) {
      const next = events.next();
      // The end mark is often in the very record of the last token: one turn tells, and no token waits longer.
      if (held && !(await settledInTurn(next, ports))) {
        yield held;
        held = undefined;
      }
      const { value, done } = await next;
      if (done === true) return;
      if (value.type === 'text-delta') {
        if (held) yield held;
        if (!value.sequence) text += value.text;
        held = toEvent(value, ++index);
      } else if (value.type === 'finish') {
        yield {
          ...(held ?? { index: ++index, token: { text: '' } }),
          generated_text: text,
          details: details(value),
        };
        return;
      }
    }
  } finally {
    await events.return(undefined);
  }
}

function toEvent(
  { text, token, sequence }: Extract<ModelEvent, { type: 'text-delta' }>,
  index: number,
): TextGenerationEvent {
  const told = {
    index,
    // A token's own text may differ from what is to be shown: half a character, a control token.
    token: token ? withoutTop(token) : { text },
  };
  return { ...told, ...compact({ top_tokens: token?.top?.map(withoutTop), sequence }) };
}

function withoutTop({ text, id, logprob, special }: Token): StreamToken {
  return compact({ id, text, logprob, special });
}

function details(
  finish: Extract<ModelEvent, { type: 'finish' }>,
): NonNullable<TextGenerationEvent['details']> {
  return compact({
    finish_reason: finish.finishReason,
    generated_tokens: finish.usage?.completionTokens,
    input_length: finish.usage?.promptTokens,
    seed: finish.seed,
  });
}

/** Parameters that all our dialects have a word for. */
function toRequest({ inputs, parameters = {} }: TextGenerationArgs): TextRequest {
  const { max_new_tokens, stop, temperature, do_sample, top_p, seed, top_n_tokens, details, best_of } =
    parameters;
  return {
    type: 'text',
    prompt: inputs,
    ...compact({
      maxTokens: max_new_tokens,
      stop,
      temperature: do_sample === false ? 0 : temperature,
      topP: top_p,
      seed,
      topTokens: top_n_tokens ?? (details === true ? 0 : undefined),
      sequences: best_of,
    }),
  };
}

const TRANSLATED = [
  'max_new_tokens',
  'stop',
  'temperature',
  'do_sample',
  'top_p',
  'seed',
  'top_n_tokens',
  'details',
  'best_of',
  'return_full_text',
];

/** All other parameters go to the server under their own names, where it looks for them. */
function withRest(endpoint: Endpoint, { parameters = {} }: TextGenerationArgs): Endpoint {
  const rest: JsonObject = compact(
    Object.fromEntries(Object.entries(parameters).filter(([name]) => !TRANSLATED.includes(name))),
  );
  if (Object.keys(rest).length === 0) return endpoint;
  const placed =
    endpoint.dialect === 'tgi'
      ? { parameters: rest }
      : endpoint.dialect === 'ollama'
        ? { options: rest }
        : rest;
  return { ...endpoint, extraBody: { ...placed, ...endpoint.extraBody } };
}

/** Whether the promise settles before the event loop turns. */
async function settledInTurn(promise: Promise<unknown>, { clock }: ModelPorts): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.after(0, () => resolve(false));
    const settle = (): void => {
      cancel();
      resolve(true);
    };
    promise.then(settle, settle);
  });
}
