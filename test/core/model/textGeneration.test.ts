/** The stream in the words of `@huggingface/tasks`: what each server tells, and nothing that it does not. */
import assert from 'node:assert/strict';
import { textGenerationStream, type TextGenerationEvent } from '../../../src/core/model/textGeneration.ts';
import type { DialectId } from '../../../src/core/model/words.ts';
import type { Answer } from '../../fakes/modelServer.ts';
import { PORTS, TIMERS, withServer } from './ask.ts';

async function generate(
  dialect: DialectId,
  answer: Answer,
  parameters = {},
): Promise<{ events: TextGenerationEvent[]; body: unknown; path: string | undefined }> {
  const events: TextGenerationEvent[] = [];
  let body: unknown;
  let path: string | undefined;
  await withServer({ dialect, answers: [answer] }, async (server) => {
    const args = {
      inputs: 'x',
      parameters,
      endpoint: { url: server.url, dialect },
      timers: TIMERS,
      ports: PORTS,
    };
    for await (const event of textGenerationStream(args, new AbortController().signal)) events.push(event);
    ({ body, path } = server.requests[0] ?? { body: undefined, path: undefined });
  });
  return { events, body, path };
}

/** Whether the end came in the same packet as the last token is chance: an end by itself is put to the token before it. */
function folded(events: readonly TextGenerationEvent[]): TextGenerationEvent[] {
  const last = events.at(-1);
  const before = events.at(-2);
  if (!last || !before || last.token.text !== '' || last.token.id !== undefined) return [...events];
  const { generated_text, details } = last;
  return [
    ...events.slice(0, -2),
    {
      ...before,
      ...(generated_text === undefined ? {} : { generated_text }),
      ...(details === undefined ? {} : { details }),
    },
  ];
}

const tokens = [
  { text: 'Hel', id: 7, logprob: -0.5, top: [{ text: 'Hal', id: 9, logprob: -1 }] },
  { text: 'lo', id: 8, logprob: -0.25 },
];

describe('textGenerationStream', () => {
  it('tells all that TGI tells', async () => {
    const { events } = await generate('tgi', { tokens, finish: 'eos_token' });
    assert.deepEqual(events, [
      {
        index: 1,
        token: { id: 7, text: 'Hel', logprob: -0.5, special: false },
        top_tokens: [{ id: 9, text: 'Hal', logprob: -1, special: false }],
      },
      { index: 2, token: { id: 8, text: 'lo', logprob: -0.25, special: false } },
      {
        index: 3,
        token: { id: 2, text: '</s>', logprob: -0.01, special: true },
        generated_text: 'Hello',
        details: { finish_reason: 'eos_token', generated_tokens: 3, input_length: 7 },
      },
    ]);
  });

  it('leaves absent what vLLM does not tell', async () => {
    const { events } = await generate('openai-completions', { tokens: ['Hel', 'lo'], finish: 'length' });
    assert.deepEqual(folded(events), [
      { index: 1, token: { text: 'Hel' } },
      { index: 2, token: { text: 'lo' }, generated_text: 'Hello', details: { finish_reason: 'length' } },
    ]);
  });

  it('tells log probabilities where they are', async () => {
    const { events } = await generate(
      'llama-completion',
      { tokens, finish: 'stop_sequence' },
      { details: true },
    );
    const end = { finish_reason: 'stop_sequence', generated_tokens: 2, input_length: 7, seed: 42 };
    assert.deepEqual(folded(events), [
      {
        index: 1,
        token: { id: 7, text: 'Hel', logprob: -0.5 },
        top_tokens: [{ id: 9, text: 'Hal', logprob: -1 }],
      },
      { index: 2, token: { id: 8, text: 'lo', logprob: -0.25 }, generated_text: 'Hello', details: end },
    ]);
  });

  it('does not hold a token back until the next one comes', async () => {
    await withServer({ dialect: 'tgi', answers: [{ tokens: ['a'], end: 'hang' }] }, async (server) => {
      const args = {
        inputs: 'x',
        endpoint: { url: server.url, dialect: server.dialect },
        timers: TIMERS,
        ports: PORTS,
      };
      for await (const event of textGenerationStream(args, new AbortController().signal)) {
        assert.equal(event.token.text, 'a');
        break;
      }
      assert.ok(await server.requests[0]?.closed);
    });
  });

  it('sends the parameters in each server’s own words, and unknown ones as they are', async () => {
    const parameters = {
      max_new_tokens: 5,
      do_sample: false,
      temperature: 1,
      stop: ['\n'],
      top_k: 3,
      seed: 4,
    };
    const done: Answer = { tokens: [] };
    assert.deepEqual((await generate('tgi', done, parameters)).body, {
      inputs: 'x',
      parameters: {
        max_new_tokens: 5,
        stop: ['\n'],
        details: true,
        return_full_text: false,
        do_sample: false,
        seed: 4,
        top_k: 3,
      },
      stream: true,
    });
    assert.deepEqual((await generate('openai-completions', done, parameters)).body, {
      prompt: 'x',
      max_tokens: 5,
      temperature: 0,
      stop: ['\n'],
      seed: 4,
      stream: true,
      top_k: 3,
    });
  });

  it('gives several sequences where the server does', async () => {
    const { events, path } = await generate(
      'tgi',
      {
        body: {
          generated_text: 'one',
          details: {
            finish_reason: 'length',
            generated_tokens: 1,
            seed: 1,
            prefill: [],
            tokens: [{ id: 1, text: 'one', logprob: -1, special: false }],
            best_of_sequences: [
              { generated_text: 'two', finish_reason: 'eos_token', generated_tokens: 1, seed: 2, tokens: [] },
            ],
          },
        },
      },
      { best_of: 2 },
    );
    assert.equal(path, '/generate');
    assert.deepEqual(
      events.map(({ token, sequence }) => [token.text, sequence]),
      [
        ['one', undefined],
        ['two', 1],
      ],
    );
    assert.equal(events.at(-1)?.generated_text, 'one');
  });
});
