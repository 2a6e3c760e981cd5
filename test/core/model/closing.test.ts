/** Every way out of a stream closes its connection, and nothing is delivered after it. */
import assert from 'node:assert/strict';
import { streamModel, type Timers } from '../../../src/core/model/client.ts';
import type { DialectId, ModelEvent } from '../../../src/core/model/words.ts';
import { handFed, type ModelServer } from '../../fakes/modelServer.ts';
import { ask, askOnce, CHAT, isChat, PORTS, TEXT, TIMERS, withServer } from './ask.ts';

const DIALECTS: readonly DialectId[] = ['tgi', 'openai-chat', 'llama-completion', 'ollama'];

function open(
  server: ModelServer,
  signal = new AbortController().signal,
  timers: Partial<Timers> = {},
): AsyncGenerator<ModelEvent, void, undefined> {
  return streamModel(
    { url: server.url, dialect: server.dialect },
    isChat(server.dialect) ? CHAT : TEXT,
    { ...TIMERS, ...timers },
    PORTS,
    signal,
  );
}

/** How long the server saw the connection open after a moment. */
async function closedWithin(server: ModelServer, since: number): Promise<number> {
  const request = server.requests[0];
  assert.ok(await request?.closed, 'the client closed before the answer was over');
  return (request?.closedAt ?? Infinity) - since;
}

describe('leaving a stream', () => {
  for (const dialect of DIALECTS) {
    it(`closes the connection when the reader breaks off (${dialect})`, async () => {
      await withServer({ dialect, answers: [{ tokens: ['a', 'b'], end: 'hang' }] }, async (server) => {
        for await (const event of open(server)) if (event.type === 'text-delta') break;
        const since = performance.now();
        assert.ok((await closedWithin(server, since)) < 100);
      });
    });

    it(`closes the connection when it is aborted in the middle (${dialect})`, async () => {
      await withServer({ dialect, answers: [{ tokens: ['a', 'b'], end: 'hang' }] }, async (server) => {
        const abort = new AbortController();
        let since = 0;
        const { events, error } = await ask(server, {
          signal: abort.signal,
          onEvent: () => {
            since = performance.now();
            abort.abort();
          },
        });
        assert.deepEqual([events.length, error?.kind], [1, 'canceled']);
        assert.ok((await closedWithin(server, since)) < 100);
      });
    });

    it(`closes the connection when the server reports an error and holds on (${dialect})`, async () => {
      await withServer(
        { dialect, answers: [{ tokens: ['a'], end: 'error' }, { tokens: ['b'] }] },
        async (server) => {
          assert.equal((await ask(server)).error?.kind, 'server');
          await server.requests[0]?.closed;
          assert.equal((await ask(server)).text, 'b');
        },
      );
    });
  }

  it('sends nothing when it is aborted before it begins', async () => {
    await withServer({ dialect: 'tgi', answers: [{ tokens: ['x'] }] }, async (server) => {
      const { error } = await ask(server, { signal: AbortSignal.abort() });
      assert.deepEqual([error?.kind, server.connections], ['canceled', 0]);
    });
  });

  it('ends a read that waits, at once, when it is aborted', async () => {
    await withServer({ dialect: 'tgi', answers: [{ tokens: handFed() }] }, async (server) => {
      const abort = new AbortController();
      const reading = open(server, abort.signal).next();
      await server.arrived(1);
      abort.abort();
      await assert.rejects(reading, { kind: 'canceled' });
      assert.ok(await server.requests[0]?.closed);
    });
  });

  it('ends a read that waits, at once, when the reader returns', async () => {
    await withServer({ dialect: 'tgi', answers: [{ tokens: handFed() }] }, async (server) => {
      const events = open(server);
      const reading = events.next();
      await server.arrived(1);
      const returned = events.return(undefined);
      assert.deepEqual(await Promise.all([reading, returned]), [
        { value: undefined, done: true },
        { value: undefined, done: true },
      ]);
      assert.ok(await server.requests[0]?.closed);
    });
  });

  it('gives nothing more of what has already arrived', async () => {
    const raw = Array.from({ length: 50 }, (_, at) => `data: {"content":"${at} ","stop":false}\n\n`).join('');
    const abort = new AbortController();
    const { text, error } = await askOnce(
      'llama-completion',
      { raw },
      {
        signal: abort.signal,
        onEvent: (event) => event.type === 'text-delta' && event.text === '4 ' && abort.abort(),
      },
    );
    assert.deepEqual([text, error?.kind], ['0 1 2 3 4 ', 'canceled']);
  });

  it('is over for good after its end', async () => {
    await withServer({ dialect: 'tgi', answers: [{ tokens: ['x'] }] }, async (server) => {
      const events = open(server);
      while ((await events.next()).done !== true);
      assert.deepEqual(await events.next(), { value: undefined, done: true });
      assert.equal(server.requests.length, 1);
    });
  });

  it('takes no listener of the caller’s signal with it', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const counting = Object.assign(Object.create(signal) as AbortSignal, {
      addEventListener: () => listeners++,
      removeEventListener: () => listeners--,
    });
    await withServer({ dialect: 'tgi', answers: [{ tokens: ['x'] }] }, async (server) => {
      for await (const event of open(server, counting)) assert.ok(event);
    });
    assert.equal(listeners, 0);
  });
});

describe('the timers', () => {
  const timed: [string, Parameters<typeof askOnce>[1], Partial<Timers>, RegExp, string][] = [
    [
      'no first token',
      { firstTokenMs: 60_000, tokens: ['x'] },
      { firstByteMs: 60 },
      /did not begin to answer/,
      '',
    ],
    [
      'comments alone',
      { firstTokenMs: 60_000, pingMs: 10, tokens: ['x'] },
      { firstByteMs: 80 },
      /did not begin/,
      '',
    ],
    ['silence in the middle', { tokens: ['a'], end: 'hang' }, { idleMs: 60 }, /fell silent/, 'a'],
    [
      'comments in the middle',
      { tokens: ['a'], end: 'hang', pingMs: 10 },
      { idleMs: 80 },
      /fell silent/,
      'a',
    ],
    [
      'an answer without end',
      {
        tokens: (function* () {
          for (;;) yield 'a';
        })(),
        tokenMs: 5,
      },
      { totalMs: 150 },
      /was not done after 0\.15 s/,
      'a',
    ],
  ];
  for (const [name, answer, timers, message, start] of timed) {
    it(`end ${name} and close the connection`, async () => {
      await withServer({ dialect: 'openai-completions', answers: [answer] }, async (server) => {
        const { text, error } = await ask(server, { timers });
        assert.deepEqual([error?.kind, text.startsWith(start)], ['timeout', true]);
        assert.match(error?.message ?? '', message);
        assert.ok(await server.requests[0]?.closed);
      });
    });
  }

  it('do not count while the reader is slow', async () => {
    await withServer({ dialect: 'tgi', answers: [{ tokens: ['a', 'b', 'c'] }] }, async (server) => {
      let text = '';
      for await (const event of open(server, undefined, { firstByteMs: 1000, idleMs: 40 })) {
        await new Promise((resolve) => setTimeout(resolve, 60));
        if (event.type === 'text-delta') text += event.text;
      }
      assert.equal(text, 'abc');
    });
  });

  it('leave a slow model alone while its tokens come', async () => {
    const { text, error } = await askOnce(
      'ollama',
      { tokens: ['a', 'b', 'c', 'd', 'e', 'f'], tokenMs: 40 },
      { timers: { idleMs: 400, firstByteMs: 400 } },
    );
    assert.deepEqual([text, error], ['abcdef', undefined]);
  });
});
