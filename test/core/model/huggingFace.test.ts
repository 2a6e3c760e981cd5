/** Inference providers: the request that the package builds, moved to a scripted origin, and what is refused. */
import assert from 'node:assert/strict';
import { PROVIDERS } from '@huggingface/inference';
import type { DialectId } from '../../../src/core/model/words.ts';
import { ask, CHAT, withServer } from './ask.ts';

/** Paths of raw completion under the router, from the package's builders. */
const RAW: Record<string, string> = {
  deepinfra: '/deepinfra/v1/openai/completions',
  'featherless-ai': '/featherless-ai/v1/completions',
  'hf-inference': '/hf-inference/models/org/m/v1/completions',
  ovhcloud: '/ovhcloud/v1/completions',
  scaleway: '/scaleway/v1/completions',
  together: '/together/v1/completions',
};
const NO_CHAT = ['fal-ai', 'replicate', 'wavespeed', 'openai'];

describe('inference providers', () => {
  for (const provider of ['auto', ...Object.keys(PROVIDERS)]) {
    const refused = NO_CHAT.includes(provider);
    it(`${refused ? 'cannot chat' : 'chats'} through ${provider}`, async () => {
      await withServer(
        { dialect: `hf-chat:${provider}`, answers: [{ tokens: ['Hel', 'lo'] }] },
        async (server) => {
          const { text, error } = await ask(server, {
            endpoint: { model: 'org/m' },
            request: { ...CHAT, maxTokens: 9, stop: ['\n'] },
            ports: {
              accessToken: (origin) => (origin === new URL(server.url).origin ? 'secret' : undefined),
            },
          });
          if (refused) {
            assert.deepEqual([error?.kind, server.connections], ['invalid-request', 0]);
            return;
          }
          assert.deepEqual([error, text], [undefined, 'Hello']);
          const [request] = server.requests;
          const { model, max_tokens, stop, stream, messages } = request?.body as Record<string, unknown>;
          assert.deepEqual(
            { model, max_tokens, stop, stream, messages, token: request?.headers.authorization },
            {
              model: 'org/m',
              max_tokens: 9,
              stop: ['\n'],
              stream: true,
              messages: [{ role: 'user', content: 'Say hello, please.' }],
              token: 'Bearer secret',
            },
          );
          assert.match(request?.path ?? '', /\/chat\/completions$/);
        },
      );
    });
  }

  for (const provider of Object.keys(PROVIDERS)) {
    const path = RAW[provider];
    it(`${path ? 'completes raw text' : 'cannot complete raw text'} through ${provider}`, async () => {
      await withServer(
        { dialect: `hf-text:${provider}`, answers: [{ tokens: ['Hel', 'lo'] }] },
        async (server) => {
          const { text, error } = await ask(server, {
            endpoint: { model: 'org/m' },
            request: { type: 'text', prompt: 'say', maxTokens: 9, stop: ['\n'] },
          });
          if (path === undefined) {
            assert.deepEqual([error?.kind, server.connections], ['invalid-request', 0]);
            return;
          }
          assert.deepEqual([error, text, server.requests[0]?.path], [undefined, 'Hello', path]);
          assert.deepEqual(server.requests[0]?.body, {
            model: 'org/m',
            prompt: 'say',
            max_tokens: 9,
            temperature: 0,
            stop: ['\n'],
            stream: true,
          });
        },
      );
    });
  }

  it('leaves the choice behind a colon to the router', async () => {
    await withServer({ dialect: 'hf-chat:auto', answers: [{ tokens: ['x'] }] }, async (server) => {
      await ask(server, { endpoint: { model: 'org/m:fastest', billTo: 'my-org' } });
      const [request] = server.requests;
      assert.deepEqual(
        [request?.path, (request?.body as { model?: string }).model, request?.headers['x-hf-bill-to']],
        ['/v1/chat/completions', 'org/m:fastest', 'my-org'],
      );
    });
  });

  const refused: [DialectId, string | undefined, RegExp][] = [
    ['hf-chat:nobody', 'm', /No inference provider is called nobody. There are: baseten/],
    ['hf-chat:constructor', 'm', /No inference provider is called constructor/],
    ['hf-chat:groq', undefined, /Name the model/],
    ['hf-text:auto', 'm', /name a provider/],
    ['hf-text:groq', 'm', /completes no raw text.*hf-chat:groq/],
    ['hf-chat:openai', 'm', /does not take Hugging Face tokens/],
  ];
  for (const [dialect, model, message] of refused) {
    it(`explains why ${dialect} with ${model ?? 'no model'} cannot be asked`, async () => {
      const { error } = await ask(
        { url: 'http://127.0.0.1:9', dialect },
        { endpoint: model === undefined ? { model: '' } : { model } },
      );
      assert.match(error?.message ?? '', message);
    });
  }

  it('asks the Hub for the provider’s own name only when the router is really meant', async () => {
    const asked: string[] = [];
    const urls: string[] = [];
    await ask(
      { url: 'https://router.huggingface.co', dialect: 'hf-chat:together' },
      {
        endpoint: { model: 'org/m' },
        ports: {
          providerModel: (...question) => {
            asked.push(question.join(' '));
            return Promise.resolve('Org/M-Turbo');
          },
          fetch: (url, init) => {
            urls.push(`${url} ${(JSON.parse(init.body as string) as { model: string }).model}`);
            return Promise.resolve(new Response('data: [DONE]\n\n'));
          },
        },
      },
    );
    assert.deepEqual(
      [asked, urls],
      [
        ['org/m together conversational'],
        ['https://router.huggingface.co/together/v1/chat/completions Org/M-Turbo'],
      ],
    );
  });
});

describe('an Inference Endpoint that is scaled to zero', () => {
  const sent = async (url: string, firstByteMs: number): Promise<string | null> => {
    let waits: string | null = null;
    await ask(
      { url, dialect: 'openai-chat' },
      {
        timers: { firstByteMs },
        ports: {
          fetch: (_url, init) => {
            waits = new Headers(init.headers).get('x-scale-up-timeout');
            return Promise.resolve(new Response('{}', { status: 503 }));
          },
        },
      },
    );
    return waits;
  };

  it('is asked to hold a request that waits long enough', async () => {
    assert.equal(await sent('https://a1.us-east-1.aws.endpoints.huggingface.cloud', 60_000), '60');
  });

  it('is not asked by ghost text, and no other server is', async () => {
    assert.equal(await sent('https://a1.us-east-1.aws.endpoints.huggingface.cloud', 5000), null);
    assert.equal(await sent('https://example.org', 60_000), null);
  });
});
