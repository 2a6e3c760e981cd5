/** A model that Ollama has to load first: loaded once, by a request that nobody closes, while ghost text waits. */
import assert from 'node:assert/strict';
import { streamModel } from '../../../src/core/model/client.ts';
import { withColdStart, type Stream } from '../../../src/core/model/coldStart.ts';
import { ModelError } from '../../../src/core/model/errors.ts';
import type { LoggedRequest, ModelServer } from '../../fakes/modelServer.ts';
import { PORTS, TIMERS, withServer } from './ask.ts';

const patient: Stream = (endpoint, request, timers, signal) =>
  streamModel(endpoint, request, timers, PORTS, signal);

/** Impatient as ghost text is: the first token has to come within 60 ms. */
async function complete(stream: Stream, server: ModelServer): Promise<string> {
  const endpoint = { url: server.url, dialect: server.dialect, model: 'm' };
  const request = { type: 'text', prompt: 'x = ', maxTokens: 8, contextTokens: 2048 } as const;
  const timers = { ...TIMERS, firstByteMs: 60 };
  let text = '';
  try {
    for await (const event of stream(endpoint, request, timers, new AbortController().signal)) {
      if (event.type === 'text-delta') text += event.text;
    }
  } catch (error) {
    return error instanceof ModelError ? error.kind : String(error);
  }
  return text;
}

const promptOf = ({ body }: LoggedRequest): unknown => (body as { prompt?: unknown }).prompt;

describe('a model that is not in memory', () => {
  it('is loaded by one request that outlasts those of ghost text', async () => {
    const answers = [
      { tokens: ['never'], headersMs: 5000 },
      { tokens: [], headersMs: 400 },
      { tokens: ['1'] },
    ];
    await withServer({ dialect: 'ollama', answers }, async (server) => {
      const stream = withColdStart(patient, PORTS.clock, () => 5000);
      const told = [await complete(stream, server), await complete(stream, server)];
      assert.deepEqual(told, ['loading', 'loading']);
      assert.deepEqual(server.requests.map(promptOf), ['x = ', '']);
      let text = 'loading';
      while (text === 'loading') text = await complete(stream, server);
      assert.equal(text, '1');
      assert.deepEqual(server.requests.map(promptOf), ['x = ', '', 'x = ']);
      const [first, load] = server.requests.map(({ body }) => (body as { options?: object }).options);
      assert.deepEqual(load, first, 'other options would load the model anew');
    });
  });

  it('is not asked for on servers that keep their models', async () => {
    await withServer(
      { dialect: 'tgi', answers: [{ tokens: ['never'], headersMs: 5000 }] },
      async (server) => {
        const stream = withColdStart(patient, PORTS.clock, () => 5000);
        assert.equal(await complete(stream, server), 'timeout');
        assert.equal(server.requests.length, 1);
      },
    );
  });

  it('can be tried again when loading failed', async () => {
    const answers = [{ tokens: ['never'], headersMs: 5000 }, { status: 500, body: {} }, { tokens: ['1'] }];
    await withServer({ dialect: 'ollama', answers }, async (server) => {
      const stream = withColdStart(patient, PORTS.clock, () => 5000);
      assert.equal(await complete(stream, server), 'loading');
      assert.equal(await complete(stream, server), '1');
    });
  });
});
