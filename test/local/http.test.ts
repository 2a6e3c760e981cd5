/** The local server's HTTP surface, over real sockets, with an engine that the test paces. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createLocalServer } from '../../src/local/http.ts';
import { fakeEngine, type FakeEngine } from '../fakes/localEngine.ts';

const SECRET = 'a-secret-of-this-start';

interface Running {
  readonly engine: FakeEngine;
  readonly post: (
    path: string,
    body: object,
    init?: { readonly signal?: AbortSignal; readonly secret?: string },
  ) => Promise<Response>;
  readonly get: (path: string) => Promise<Response>;
}

describe('the local model server', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function start(engine: FakeEngine, options: { readonly loading?: true } = {}): Promise<Running> {
    const server = createLocalServer(options.loading ? { secret: SECRET } : { secret: SECRET, engine });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    const base = `http://127.0.0.1:${address.port}`;
    return {
      engine,
      post: (path, body, { signal, secret = SECRET } = {}) =>
        fetch(base + path, {
          method: 'POST',
          headers: { authorization: `Bearer ${secret}` },
          body: JSON.stringify(body),
          ...(signal ? { signal } : {}),
        }),
      get: (path) => fetch(base + path, { headers: { authorization: `Bearer ${SECRET}` } }),
    };
  }

  const events = async (response: Response): Promise<unknown[]> =>
    (await response.text())
      .split('\n\n')
      .filter((event) => event !== '')
      .map((event): unknown => {
        const data = event.replace(/^data: /, '');
        return data === '[DONE]' ? data : JSON.parse(data);
      });

  /** The text of a stream, and the given fields of its last event. */
  const told = (stream: readonly unknown[]): string =>
    stream.map((event) => /"content":"((?:[^"\\]|\\.)*)"/.exec(JSON.stringify(event))?.[1] ?? '').join('');

  const wait = async (until: () => boolean): Promise<void> => {
    while (!until()) await new Promise((resolve) => setImmediate(resolve));
  };

  it('streams an infill token by token and ends with one stop', async () => {
    const { post, engine } = await start(fakeEngine('sum'));
    const response = await post('/infill', {
      input_prefix: 'a = ',
      input_suffix: ';',
      input_extra: [{ filename: 'b.ts', text: 'B' }],
      n_predict: 20,
      stream: true,
    });
    const stream = await events(response);
    assert.equal(response.headers.get('content-type'), 'text/event-stream');
    assert.deepEqual(engine.asked, [{ desk: 'inline', prompt: '[b.ts]B<a = |;>' }]);
    assert.equal(stream.length, 4);
    assert.deepEqual(stream[0], {
      index: 0,
      content: 's',
      tokens: [115],
      stop: false,
      id_slot: 0,
      tokens_predicted: 1,
      tokens_evaluated: 15,
    });
    const { timings: _timings, ...last } = stream[3] as Record<string, unknown>;
    assert.deepEqual(last, {
      index: 0,
      content: '',
      tokens: [],
      stop: true,
      id_slot: 0,
      model: 'fake',
      tokens_predicted: 4,
      tokens_evaluated: 15,
      tokens_cached: 0,
      truncated: false,
      superseded: false,
      stop_type: 'eos',
      stopping_word: '',
    });
  });

  it('does not read again what the last prompt shares with this one', async () => {
    const { post } = await start(fakeEngine('x'));
    const ask = async (prompt: string): Promise<unknown> => {
      const body = (await (await post('/completion', { prompt, n_predict: 1 })).json()) as Record<
        string,
        unknown
      >;
      return [body.tokens_cached, body.tokens_evaluated];
    };
    assert.deepEqual(await ask('const a = 1;'), [0, 12]);
    assert.deepEqual(await ask('const a = 12;'), [11, 13]);
    assert.deepEqual(await ask('const a = 12;'), [12, 13]);
  });

  it('never shows a part of a stop sequence, and says which one it was', async () => {
    const { post } = await start(fakeEngine('one\ntwo\n\nthree'));
    const stream = await events(
      await post('/completion', { prompt: 'p', stop: ['\n\n', '###'], stream: true }),
    );
    assert.equal(told(stream), 'one\\ntwo');
    const last = stream.at(-1) as Record<string, unknown>;
    assert.deepEqual([last.stop_type, last.stopping_word], ['word', '\n\n']);
  });

  it('shows what looked like the beginning of a stop sequence when it was none', async () => {
    const { post } = await start(fakeEngine('a#b##'));
    const stream = await events(await post('/completion', { prompt: 'p', stop: ['###'], stream: true }));
    assert.equal(told(stream), 'a#b##');
  });

  it('stops at the limit', async () => {
    const { post } = await start(fakeEngine('endless'));
    const body = await (await post('/completion', { prompt: 'p', n_predict: 3 })).json();
    const { content, stop_type, tokens_predicted } = body as Record<string, unknown>;
    assert.deepEqual(
      { content, stop_type, tokens_predicted },
      { content: 'end', stop_type: 'limit', tokens_predicted: 3 },
    );
  });

  it('tells probabilities when asked', async () => {
    const { post } = await start(fakeEngine('y'));
    const [first] = await events(await post('/completion', { prompt: 'p', n_probs: 1, stream: true }));
    const likely = { id: 121, token: 'y', bytes: [121], logprob: Math.log(0.5) };
    assert.deepEqual((first as Record<string, unknown>).completion_probabilities, [
      { ...likely, top_logprobs: [likely] },
    ]);
  });

  it('speaks OpenAI completions with usage and [DONE]', async () => {
    const { post } = await start(fakeEngine('ok'));
    const stream = await events(
      await post('/v1/completions', {
        prompt: 'p',
        max_tokens: 8,
        stream: true,
        stream_options: { include_usage: true },
      }),
    );
    assert.deepEqual(
      stream.map((event) => (typeof event === 'string' ? event : (event as Record<string, unknown>).choices)),
      [
        [{ index: 0, text: 'o', logprobs: null, finish_reason: null }],
        [{ index: 0, text: 'k', logprobs: null, finish_reason: null }],
        [{ index: 0, text: '', logprobs: null, finish_reason: 'stop' }],
        [],
        '[DONE]',
      ],
    );
    assert.deepEqual((stream[3] as Record<string, unknown>).usage, {
      prompt_tokens: 1,
      completion_tokens: 3,
      total_tokens: 4,
      prompt_tokens_details: { cached_tokens: 0 },
    });
  });

  it('answers a conversation and stops where the template does', async () => {
    const { post, engine } = await start(fakeEngine('Hi!\nuser: more'));
    const body = await (
      await post('/v1/chat/completions', {
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
      })
    ).json();
    assert.deepEqual((body as { choices: unknown }).choices, [
      { index: 0, logprobs: null, finish_reason: 'stop', message: { role: 'assistant', content: 'Hi!' } },
    ]);
    assert.deepEqual(engine.asked, [{ desk: 'chat', prompt: 'user:Hello\n' }]);
  });

  for (const [what, path, body, status, message] of [
    ['an unknown path', '/nothing', {}, 404, 'File Not Found'],
    ['an empty prompt', '/completion', { prompt: '' }, 400, 'The prompt is empty.'],
    [
      'a prompt over the context window',
      '/v1/completions',
      { prompt: 'x'.repeat(1025) },
      400,
      'The request has 1025 tokens and exceeds the available context size of 1024 tokens.',
    ],
  ] as const) {
    it(`says what is wrong with ${what}`, async () => {
      const { post } = await start(fakeEngine(''));
      const response = await post(path, body);
      const { error } = (await response.json()) as { error: Record<string, unknown> };
      assert.deepEqual([response.status, error.code, error.message], [status, status, message]);
    });
  }

  it('answers nobody without the secret', async () => {
    const { post, engine } = await start(fakeEngine('x'));
    for (const secret of ['', 'wrong', `${SECRET} `.repeat(2)]) {
      assert.equal((await post('/completion', { prompt: 'p' }, { secret })).status, 401);
    }
    assert.deepEqual(engine.asked, []);
  });

  it('says that it is loading until the model is there', async () => {
    const { post, get } = await start(fakeEngine('x'), { loading: true });
    assert.equal((await get('/health')).status, 503);
    assert.equal((await post('/infill', { input_prefix: 'p' })).status, 503);
  });

  it('tells its context window', async () => {
    const { get } = await start(fakeEngine('x'));
    const { default_generation_settings } = (await (await get('/props')).json()) as Record<string, unknown>;
    assert.deepEqual(default_generation_settings, { n_ctx: 1024 });
  });

  it('stops reading a long prompt when the connection closes', async () => {
    const engine = fakeEngine('x');
    engine.hold();
    const { post } = await start(engine);
    const leave = new AbortController();
    const asked = post('/completion', { prompt: 'x'.repeat(400), stream: true }, { signal: leave.signal });
    await wait(() => engine.running === 1);
    engine.allow(3);
    await wait(() => engine.steps === 3);
    leave.abort();
    await assert.rejects(asked);
    engine.allow(2);
    await wait(() => engine.running === 0);
    assert.ok(engine.steps <= 5, `${engine.steps} steps`);
  });

  it('lets a newer request for ghost text take the place of an older one, which ends without an error', async () => {
    const engine = fakeEngine('ab'.repeat(100_000), { contextTokens: 1_000_000 });
    const { post } = await start(engine);
    const old = events(await post('/completion', { prompt: 'p', stream: true }));
    const next = await post('/completion', { prompt: 'q', n_predict: 2 });
    const last = (await old).at(-1) as Record<string, unknown>;
    assert.deepEqual([last.stop, last.superseded, last.stop_type], [true, true, 'limit']);
    assert.equal(((await next.json()) as Record<string, unknown>).content, 'ab');
  });

  it('gives several answers to the same prompt one after the other', async () => {
    const { post } = await start(fakeEngine('ab'));
    const all = await Promise.all([1, 2, 3].map((seed) => post('/completion', { prompt: 'p', seed })));
    const texts = await Promise.all(
      all.map(async (response) => ((await response.json()) as { content: string }).content),
    );
    assert.deepEqual(texts, ['ab', 'ab', 'ab']);
  });

  it('lets a chat answer wait while ghost text is written, and then go on', async () => {
    const engine = fakeEngine('abcdef');
    engine.hold();
    const { post } = await start(engine);
    const chat = post('/v1/chat/completions', { messages: [{ role: 'user', content: 'q' }] });
    engine.allow(3);
    await wait(() => engine.steps === 3);
    const inline = post('/completion', { prompt: 'p' });
    await wait(() => engine.running === 2 || engine.asked.length === 2);
    engine.allow(Infinity);
    assert.equal(((await (await inline).json()) as { content: string }).content, 'abcdef');
    const answer = (await (await chat).json()) as { choices: { message: { content: string } }[] };
    assert.equal(answer.choices[0]?.message.content, 'abcdef');
  });
});
