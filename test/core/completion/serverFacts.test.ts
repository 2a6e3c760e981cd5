/** The format of a prompt follows what the server tells of its model. */
import assert from 'node:assert/strict';
import { createCapabilities } from '../../../src/core/model/capabilities.ts';
import type { Endpoint } from '../../../src/core/model/words.ts';
import { serverFacts } from '../../../src/core/completion/serverFacts.ts';
import { at } from '../../fakes/caret.ts';
import { fakeClock } from '../../fakes/clock.ts';
import { createDesk, MODEL } from '../../fakes/desk.ts';

const TEMPLATE =
  '{{- if .Suffix }}<|fim_prefix|>{{ .Prompt }}<|fim_suffix|>{{ .Suffix }}<|fim_middle|>{{ end }}<|file_sep|>';

function answering(json: object): ReturnType<typeof serverFacts> {
  return serverFacts(
    createCapabilities({
      clock: fakeClock(),
      accessToken: () => undefined,
      fetch: () => Promise.resolve(new Response(JSON.stringify(json))),
    }),
  );
}

async function promptFor(endpoint: Endpoint, json: object): Promise<unknown> {
  const { fim: _detected, ...model } = MODEL;
  const desk = createDesk(['1'], {
    ports: { model: () => ({ ...model, endpoint }), facts: answering(json) },
  });
  await desk.ask(at('x = |\n'), 1000);
  const request = desk.model.served[0]?.request;
  return request?.type === 'text' ? request.prompt : undefined;
}

describe('a prompt to a server that tells of its model', () => {
  const url = 'http://127.0.0.1:1';

  it('uses the tokens in the template of an Ollama model with a name of the user’s own', async () => {
    assert.equal(
      await promptFor(
        { url, dialect: 'ollama', model: 'mine' },
        { template: TEMPLATE, capabilities: ['insert'] },
      ),
      '<|fim_prefix|>x = <|fim_suffix|>\n<|fim_middle|>',
    );
  });

  it('uses the family that the server reports where no model is configured', async () => {
    assert.equal(
      await promptFor({ url, dialect: 'openai-completions' }, { data: [{ id: 'bigcode/starcoder2-3b' }] }),
      '<fim_prefix>x = <fim_suffix>\n<fim_middle>',
    );
    assert.equal(
      await promptFor(
        { url, dialect: 'tgi' },
        { model_id: 'codellama/CodeLlama-7b-hf', max_total_tokens: 2048 },
      ),
      '<PRE> x =  <SUF>\n <MID>',
    );
  });

  it('does not wait for a server that does not tell', async () => {
    const desk = createDesk(['1'], { ports: { facts: () => new Promise(() => undefined) } });
    assert.equal(await desk.ask(at('x = |\n'), 1000), '1');
  });
});
