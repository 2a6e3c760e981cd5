/** What a server wants to see with each call, and what the user adds to each request, is there whatever is asked. */
import assert from 'node:assert/strict';
import { createCapabilities } from '../../../src/core/model/capabilities.ts';
import { modelFor, parseModels } from '../../../src/core/model/choice.ts';
import { detectServer } from '../../../src/core/model/detect.ts';
import type { DialectId } from '../../../src/core/model/words.ts';
import { ask, askOnce, CHAT, isChat, PORTS, TEXT, withServer } from './ask.ts';

const DIALECTS: readonly DialectId[] = [
  'tgi',
  'openai-completions',
  'openai-chat',
  'llama-infill',
  'llama-completion',
  'ollama',
  'ollama-chat',
  'hf-chat:auto',
  'hf-text:featherless-ai',
];

/** Gives its secrets to one origin alone. */
const portsFor = (url: string) => ({
  ...PORTS,
  accessToken: (origin: string) => (origin === new URL(url).origin ? 'secret-token' : undefined),
  ownHeaders: (origin: string) =>
    origin === new URL(url).origin ? { 'X-Api-Key': 'secret-key' } : undefined,
});

describe('every call to a server', () => {
  for (const dialect of DIALECTS) {
    it(`carries its access token and the headers stored for it: ${dialect}`, () =>
      withServer({ dialect, answers: [{ tokens: ['a'] }] }, async (server) => {
        const ports = portsFor(server.url);
        const { error } = await ask(server, { ports });
        assert.equal(error, undefined);
        await createCapabilities(ports).of({ url: server.url, dialect, model: 'm' });
        await detectServer(server.url, ports);
        const calls = [...server.requests, ...server.asked];
        assert.ok(calls.length >= 3, `${calls.length} calls`);
        assert.deepEqual(
          calls.filter(
            ({ headers }) =>
              headers.authorization !== 'Bearer secret-token' || headers['x-api-key'] !== 'secret-key',
          ),
          [],
        );
      }));
  }

  it('leaves the secrets of another server at home', () =>
    withServer({ dialect: 'tgi', answers: [{ tokens: ['a'] }] }, async (server) => {
      await ask(server, { ports: portsFor('https://elsewhere.example') });
      const [request] = server.requests;
      assert.deepEqual(
        [request?.headers.authorization, request?.headers['x-api-key']],
        [undefined, undefined],
      );
    }));

  it('never shows a stored header in an error', async () => {
    const { error } = await askOnce(
      'tgi',
      { status: 400, body: { error: 'bad key secret-key' } },
      { ports: { ownHeaders: () => ({ 'X-Api-Key': 'secret-key' }) } },
    );
    assert.equal(error?.kind, 'invalid-request');
    assert.doesNotMatch(error.message, /secret-key/);
  });
});

describe('what the settings add to each request', () => {
  const entry = {
    name: 'mine',
    url: 'http://127.0.0.1:1',
    dialect: 'ollama',
    model: 'm',
    extraBody: { keep_alive: '30m', options: { num_gpu: 0 } },
  };

  for (const [role, path] of [
    ['inline', '/api/generate'],
    ['chat', '/api/chat'],
  ] as const) {
    it(`reaches Ollama with the context window: ${role}`, async () => {
      const model = modelFor(parseModels([entry]).models, role);
      assert.ok(model);
      const { dialect, extraBody } = model.endpoint;
      assert.ok(extraBody);
      await withServer({ dialect, answers: [{ tokens: ['a'] }] }, async (server) => {
        const request = { ...(isChat(dialect) ? CHAT : TEXT), contextTokens: 16_384 };
        await ask(server, { request, endpoint: { extraBody } });
        const [sent] = server.requests;
        const body = Object(sent?.body) as Record<string, unknown>;
        assert.equal(sent?.path, path);
        assert.equal(body.keep_alive, '30m');
        const { num_gpu, num_ctx } = Object(body.options) as Record<string, unknown>;
        assert.deepEqual([num_gpu, num_ctx], [0, 16_384]);
      });
    });
  }
});
