/** One answer: retries that can be seen and stopped, partial text kept, no end without a word about it. */
import assert from 'node:assert/strict';
import { answer, type AnswerPorts } from '../../../src/core/chat/answer.ts';
import type { ChatEvent } from '../../../src/core/chat/words.ts';
import { ModelError } from '../../../src/core/model/errors.ts';
import type { ModelEvent } from '../../../src/core/model/words.ts';
import { fakeClock } from '../../fakes/clock.ts';

type Try = readonly (string | ModelError)[];

async function run(
  tries: readonly Try[],
  options: { before?: string; stopAfter?: number } = {},
): Promise<{ events: ChatEvent[]; waits: [number, string][]; asked: number }> {
  const clock = fakeClock();
  const controller = new AbortController();
  const waits: [number, string][] = [];
  let asked = 0;
  const ports: AnswerPorts = {
    stream: async function* (): AsyncGenerator<ModelEvent, void, undefined> {
      for (const piece of tries[Math.min(asked++, tries.length - 1)] ?? []) {
        await Promise.resolve();
        if (typeof piece !== 'string') throw piece;
        yield { type: 'text-delta', text: piece };
      }
      yield { type: 'finish', finishReason: 'eos_token' };
    },
    model: { fetch: () => Promise.reject(new Error('unused')), clock, accessToken: () => undefined },
    timers: { firstByteMs: 1, idleMs: 1, totalMs: 1 },
    random: () => 0,
    now: () => 7,
    waiting: (seconds, reason) => {
      waits.push([seconds, reason]);
      if (waits.length === options.stopAfter) controller.abort();
    },
  };
  const events: ChatEvent[] = [];
  const endpoint = { url: 'http://127.0.0.1', dialect: 'openai-chat' } as const;
  const task = {
    id: 'a',
    endpoint,
    request: { type: 'chat', messages: [] },
    before: options.before ?? '',
  } as const;
  const reading = (async (): Promise<'done'> => {
    for await (const event of answer(task, ports, controller.signal)) events.push(event);
    return 'done';
  })();
  for (let i = 0; i < 1000; i++) {
    if ((await Promise.race([reading, clock.pass(100)])) === 'done') break;
  }
  await reading;
  return { events, waits, asked };
}

const text = (piece: string): ChatEvent => ({ type: 'text', id: 'a', text: piece });
const FINISH: ChatEvent = { type: 'finish', id: 'a', at: 7, reason: 'eos_token', usage: undefined };
const busy = (retryAfterMs?: number): ModelError =>
  new ModelError('rate-limited', 'Too many requests.', {
    status: 429,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });

describe('an answer', () => {
  it('waits as long as the server asks, counting down, and then answers', async () => {
    assert.deepEqual(await run([[busy(3000)], ['ok']]), {
      events: [text('ok'), FINISH],
      waits: [
        [3, 'Too many requests.'],
        [2, 'Too many requests.'],
        [1, 'Too many requests.'],
        [0, 'Too many requests.'],
      ],
      asked: 2,
    });
  });

  it('gives up after three more tries and says why', async () => {
    const { events, asked } = await run([[busy(100)]]);
    assert.equal(asked, 4);
    assert.deepEqual(events, [
      {
        type: 'fail',
        id: 'a',
        at: 7,
        failure: {
          kind: 'rate-limited',
          message: 'Too many requests.',
          status: 429,
          remedy: 'again',
          retryable: true,
        },
      },
    ]);
  });

  it('can be stopped while it waits', async () => {
    const { events, asked } = await run([[busy(60_000)]], { stopAfter: 2 });
    assert.deepEqual([events, asked], [[{ type: 'stop', id: 'a', at: 7 }], 1]);
  });

  it('does not try again once text has come: the text stays and the error is told', async () => {
    const { events, asked } = await run([['Hel', new ModelError('server', 'queue full', { status: 503 })]]);
    assert.equal(asked, 1);
    assert.deepEqual(events, [
      text('Hel'),
      {
        type: 'fail',
        id: 'a',
        at: 7,
        failure: { kind: 'server', message: 'queue full', status: 503, remedy: 'log', retryable: true },
      },
    ]);
  });

  it('does not try again when nobody could change the outcome', async () => {
    const { asked } = await run([[new ModelError('unauthorized', 'No token.')]]);
    assert.equal(asked, 1);
  });

  it('drops what the model repeats when it goes on', async () => {
    const before = 'The first step is to open the file';
    const { events } = await run([['step is to open', ' the file', ' and read it.']], { before });
    assert.deepEqual(events, [text(' and read it.'), FINISH]);
  });

  it('keeps all of a continuation that repeats nothing', async () => {
    const { events } = await run([[' and', ' read it.']], { before: 'Open the file' });
    assert.deepEqual(events, [text(' and read it.'), FINISH]);
  });
});
