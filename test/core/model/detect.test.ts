/** Which protocol a server speaks that is added by its URL alone. */
import assert from 'node:assert/strict';
import { detectServer, type Detected } from '../../../src/core/model/detect.ts';
import { serve, type ServeOptions } from '../../fakes/modelServer.ts';
import { PORTS, withServer } from './ask.ts';

type Pages = NonNullable<ServeOptions['pages']>;

const LIST = { data: [{ id: 'm' }] };

const ENGINES: [what: string, pages: Pages, expected: Detected | undefined][] = [
  [
    'llama.cpp, though it answers for Ollama and OpenAI too',
    {
      '/props': { default_generation_settings: { n_ctx: 4096 } },
      '/api/tags': { models: [{ name: 'm' }] },
      '/v1/models': LIST,
    },
    { server: 'llama.cpp', dialect: 'llama-infill', models: [] },
  ],
  [
    'Text Generation Inference',
    { '/info': { model_id: 'org/m', version: '3' }, '/v1/models': LIST },
    { server: 'Text Generation Inference', dialect: 'tgi', models: ['org/m'] },
  ],
  [
    'Ollama, though it answers for OpenAI too',
    { '/api/tags': { models: [{ name: 'qwen:1.5b' }, { name: 'llama3' }] }, '/v1/models': LIST },
    { server: 'Ollama', dialect: 'ollama', models: ['qwen:1.5b', 'llama3'] },
  ],
  [
    'vLLM',
    { '/v1/models': LIST },
    { server: 'vLLM, LM Studio or the like', dialect: 'openai-completions', models: ['m'] },
  ],
  ['no model server', { '/': { hello: 1 }, '/info': { some: 'page' } }, undefined],
];

describe('an unknown server', () => {
  for (const [what, pages, expected] of ENGINES) {
    it(`is ${what}`, () =>
      withServer({ dialect: 'tgi', answers: [], pages }, async ({ url }) =>
        assert.deepEqual(await detectServer(`${url}/v1/chat/completions`, PORTS), expected),
      ));
  }

  it('that is not there is an error, not a guess', async () => {
    const server = await serve({ dialect: 'tgi', answers: [] });
    await server.close();
    await assert.rejects(detectServer(server.url, PORTS), { kind: 'unreachable' });
  });

  it('that wants a token first says so, and tells all with it', async () => {
    const locked: ServeOptions['pages'] = {
      '/v1/models': {
        handle: ({ headers }, response) => {
          response.writeHead(headers.authorization === 'Bearer key' ? 200 : 401);
          response.end(JSON.stringify(headers.authorization === 'Bearer key' ? LIST : { error: 'no key' }));
        },
      },
    };
    await withServer({ dialect: 'openai-chat', answers: [], pages: locked }, async ({ url }) => {
      await assert.rejects(detectServer(url, PORTS), { kind: 'unauthorized' });
      const found = await detectServer(url, { ...PORTS, accessToken: () => 'key' });
      assert.deepEqual(found?.models, ['m']);
    });
  });
});
