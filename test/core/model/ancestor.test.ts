/** What callers of the ancestor's `textGenerationStream` send and get. */
import assert from 'node:assert/strict';
import { toTextGeneration, toTextRequest } from '../../../src/core/model/ancestor.ts';
import type { ModelEvent } from '../../../src/core/model/words.ts';

async function* streamed(events: readonly ModelEvent[]): AsyncGenerator<ModelEvent> {
  await Promise.resolve();
  yield* events;
}

async function collect(events: readonly ModelEvent[]): Promise<unknown[]> {
  const outputs: unknown[] = [];
  for await (const output of toTextGeneration(streamed(events))) outputs.push(output);
  return outputs;
}

describe("the ancestor's text generation", () => {
  it('asks with its own names', () => {
    const parameters = {
      max_new_tokens: 5,
      stop: ['\n'],
      temperature: 0.2,
      top_p: 0.9,
      seed: 7,
      top_n_tokens: 2,
    };
    assert.deepEqual(toTextRequest({ inputs: 'a', parameters }), {
      type: 'text',
      prompt: 'a',
      maxTokens: 5,
      stop: ['\n'],
      temperature: 0.2,
      topP: 0.9,
      seed: 7,
      topTokens: 2,
    });
    assert.deepEqual(toTextRequest({ inputs: 'a' }), { type: 'text', prompt: 'a' });
  });

  it('gives a token each, and the whole text with the last', async () => {
    assert.deepEqual(
      await collect([
        { type: 'text-delta', text: 'He', token: { text: 'He', id: 5, logprob: -0.5 } },
        { type: 'text-delta', text: 'llo' },
        { type: 'finish', finishReason: 'length', usage: { completionTokens: 2, promptTokens: 3 } },
      ]),
      [
        { index: 1, token: { id: 5, text: 'He', logprob: -0.5, special: false } },
        {
          index: 2,
          token: { id: 0, text: 'llo', logprob: 0, special: false },
          generated_text: 'Hello',
          details: { finish_reason: 'length', generated_tokens: 2, input_length: 3 },
        },
      ],
    );
  });

  it('gives one output for an empty answer', async () => {
    assert.deepEqual(await collect([{ type: 'finish', finishReason: 'eos_token' }]), [
      {
        index: 0,
        token: { id: 0, text: '', logprob: 0, special: true },
        generated_text: '',
        details: { finish_reason: 'eos_token', generated_tokens: 0, input_length: 0 },
      },
    ]);
  });
});
