/** The objects of `@huggingface/inference`'s `textGenerationStream`, to and from ours. */
import type { TextGenerationInput, TextGenerationStreamOutput } from '@huggingface/tasks';
import type { FinishReason, ModelEvent, TextRequest } from './words.ts';

export type TextGenerationArgs = Pick<TextGenerationInput, 'inputs' | 'parameters'>;

export function toTextRequest({ inputs, parameters = {} }: TextGenerationArgs): TextRequest {
  const { max_new_tokens, stop, temperature, top_p, seed, top_n_tokens } = parameters;
  return {
    type: 'text',
    prompt: inputs,
    ...(max_new_tokens === undefined ? {} : { maxTokens: max_new_tokens }),
    ...(stop === undefined ? {} : { stop }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(top_p === undefined ? {} : { topP: top_p }),
    ...(seed === undefined ? {} : { seed }),
    ...(top_n_tokens === undefined ? {} : { topTokens: top_n_tokens }),
  };
}

/** A token each, as TGI streams them; the last one carries the whole text and why it ended. */
export async function* toTextGeneration(
  events: AsyncIterable<ModelEvent>,
): AsyncGenerator<TextGenerationStreamOutput, void, undefined> {
  let text = '';
  let index = 0;
  let held: TextGenerationStreamOutput | undefined;
  for await (const event of events) {
    if (event.type === 'text-delta' && !event.sequence) {
      if (held) yield held;
      text += event.text;
      const { id = 0, logprob = 0, special = false } = event.token ?? {};
      held = { index: ++index, token: { id, text: event.token?.text ?? event.text, logprob, special } };
    } else if (event.type === 'finish') {
      const token = held?.token ?? { id: 0, text: '', logprob: 0, special: true };
      yield {
        index,
        token,
        generated_text: text,
        details: {
          finish_reason: reasonOf(event.finishReason),
          generated_tokens: event.usage?.completionTokens ?? index,
          input_length: event.usage?.promptTokens ?? 0,
          ...(event.seed === undefined ? {} : { seed: event.seed }),
        },
      };
    }
  }
}

function reasonOf(reason: FinishReason): 'length' | 'eos_token' | 'stop_sequence' {
  return reason === 'length' || reason === 'stop_sequence' ? reason : 'eos_token';
}
