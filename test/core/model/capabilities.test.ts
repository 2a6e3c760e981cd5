/** What a model can do, as each server tells it; asked once, late, and never in the way. */
import assert from 'node:assert/strict';
import { createCapabilities, type Capabilities } from '../../../src/core/model/capabilities.ts';
import type { DialectId } from '../../../src/core/model/words.ts';
import type { ServeOptions } from '../../fakes/modelServer.ts';
import { PORTS, withServer } from './ask.ts';

const ROUTER_MODEL = {
  id: 'org/m',
  object: 'model',
  architecture: { input_modalities: ['text', 'image'] },
  providers: [
    {
      provider: 'a',
      status: 'live',
      context_length: 8192,
      pricing: { input: 0.5, output: 1 },
      supports_tools: true,
      first_token_latency_ms: 300,
      throughput: 90,
    },
    {
      provider: 'b',
      status: 'live',
      context_length: 131072,
      pricing: { input: 0.1, output: 0.2 },
      throughput: 200,
    },
  ],
};

const TOLD: [dialect: DialectId, pages: ServeOptions['pages'], told: Capabilities][] = [
  [
    'tgi',
    { '/info': { model_id: 'org/m', max_total_tokens: 8192, max_input_tokens: 8191 } },
    { model: 'org/m', contextTokens: 8192 },
  ],
  [
    'llama-infill',
    {
      '/props': {
        model_path: '/models/qwen2.5-coder-0.5b-q8_0.gguf',
        default_generation_settings: { n_ctx: 4096 },
        modalities: { vision: false },
      },
    },
    { model: 'qwen2.5-coder-0.5b-q8_0.gguf', contextTokens: 4096, vision: false },
  ],
  [
    'ollama',
    {
      '/api/show': {
        capabilities: ['completion', 'insert', 'tools'],
        parameters: 'stop "<|end|>"\nnum_ctx                        16384',
        model_info: { 'general.basename': 'Qwen2.5-Coder', 'qwen2.context_length': 32768 },
      },
    },
    { model: 'Qwen2.5-Coder', contextTokens: 16384, fillsGaps: true, vision: false, tools: true },
  ],
  [
    'openai-chat',
    { '/v1/models': { data: [{ id: 'm', max_model_len: 32768 }, { id: 'other' }] } },
    { model: 'm', contextTokens: 32768 },
  ],
  [
    'openai-completions',
    { '/v1/models': { data: [{ id: 'one.gguf', meta: { n_ctx_train: 2048 } }] } },
    { model: 'one.gguf', contextTokens: 2048 },
  ],
  [
    'hf-chat:auto',
    { '/v1/models': { data: [ROUTER_MODEL] } },
    {
      model: 'org/m',
      contextTokens: 131072,
      vision: true,
      tools: true,
      price: { input: 0.1, output: 0.2 },
      speed: { firstTokenMs: 300, tokensPerSecond: 200 },
    },
  ],
];

describe('capabilities', () => {
  for (const [dialect, pages, told] of TOLD) {
    it(`are read from what a server for ${dialect} tells`, async () => {
      await withServer({ dialect, answers: [], pages: pages ?? {} }, async (server) => {
        const model = dialect.startsWith('hf') ? 'org/m:fastest' : 'm';
        const lookup = createCapabilities(PORTS);
        assert.deepEqual(await lookup.of({ url: server.url, dialect, model }), told);
      });
    });
  }

  for (const [server, dialect, answer] of [
    [
      'TGI',
      'tgi',
      [
        { id: 0, text: '<fim_a>', start: 0, stop: 7 },
        { id: 9, text: '<' },
      ],
    ],
    [
      'llama.cpp',
      'llama-completion',
      {
        tokens: [
          { id: 0, piece: '<fim_a>' },
          { id: 9, piece: [240, 159] },
        ],
      },
    ],
    ['vLLM', 'openai-completions', { count: 2, tokens: [0, 9], token_strs: ['▁<fim_a>', '<'] }],
  ] as const) {
    it(`name the control tokens that the tokenizer of ${server} knows`, async () => {
      const pages = {
        '/info': { model_id: 'm' },
        '/props': {},
        '/v1/models': { data: [] },
        '/tokenize': { body: answer },
      };
      await withServer({ dialect, answers: [], pages }, async (running) => {
        const lookup = createCapabilities(PORTS, ['<fim_a>', '<fim_b>']);
        const told = await lookup.of({ url: `${running.url}/v1`, dialect, model: 'm' });
        assert.deepEqual(told.specialTokens, ['<fim_a>']);
      });
    });
  }

  it('say nothing of tokens where no tokenizer answers', async () => {
    await withServer(
      { dialect: 'tgi', answers: [], pages: { '/info': { model_id: 'm' } } },
      async (server) => {
        const lookup = createCapabilities(PORTS, ['<fim_a>']);
        assert.deepEqual(await lookup.of({ url: server.url, dialect: 'tgi' }), { model: 'm' });
      },
    );
  });

  it('are asked once, and again after they were forgotten', async () => {
    await withServer(
      { dialect: 'tgi', answers: [], pages: { '/info': { model_id: 'm' } } },
      async (server) => {
        const lookup = createCapabilities(PORTS);
        const endpoint = { url: server.url, dialect: server.dialect };
        await Promise.all([lookup.of(endpoint), lookup.of(endpoint)]);
        await lookup.of(endpoint);
        assert.equal(server.asked.length, 1);
        lookup.forget(endpoint);
        await lookup.of(endpoint);
        assert.equal(server.asked.length, 2);
      },
    );
  });

  it('are empty when nobody tells, and asked again the next time', async () => {
    await withServer({ dialect: 'tgi', answers: [] }, async (server) => {
      const lookup = createCapabilities(PORTS);
      const endpoint = { url: server.url, dialect: server.dialect };
      assert.deepEqual([await lookup.of(endpoint), await lookup.of(endpoint)], [{}, {}]);
      assert.equal(server.asked.length, 2);
    });
  });

  it('carry the token to the model’s own server alone', async () => {
    await withServer(
      { dialect: 'tgi', answers: [], pages: { '/info': { model_id: 'm' } } },
      async (server) => {
        const lookup = createCapabilities({
          ...PORTS,
          accessToken: (origin) => (origin === new URL(server.url).origin ? 'token' : undefined),
        });
        await lookup.of({ url: server.url, dialect: 'tgi', headers: { 'x-key': 'k' } });
        const [request] = server.asked;
        assert.deepEqual([request?.headers.authorization, request?.headers['x-key']], ['Bearer token', 'k']);
      },
    );
  });
});
