/** Our models through VS Code's own language-model API, as its chat and other extensions use them. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { streamChatModel } from '../../src/vscode/vendorModel.ts';
import { clock } from '../../src/vscode/clock.ts';
import type { ModelEvent } from '../../src/core/model/words.ts';
import { handFed, serve, type ModelServer } from '../fakes/modelServer.ts';

const CONTEXT_TOKENS = 8192;
/** One gray dot: the editor decodes images to make large ones smaller. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

describe('our models in the language-model API', () => {
  let server: ModelServer;
  let model: vscode.LanguageModelChat;

  before(async () => {
    server = await serve({ dialect: 'openai-chat', answers: [] });
    const entry = { url: server.url, dialect: 'openai-chat', contextTokens: CONTEXT_TOKENS };
    await setModels([
      { ...entry, name: 'seer', model: 'seer-7b', images: true },
      { ...entry, name: 'blind', tools: false },
    ]);
    const found = await vscode.lm.selectChatModels({ vendor: 'ghoststream', id: 'seer' });
    assert.ok(found[0]);
    model = found[0];
  });
  after(async () => {
    await vscode.workspace
      .getConfiguration('ghoststream')
      .update('models', undefined, vscode.ConfigurationTarget.Global);
    await server.close();
  });

  const user = (...content: ConstructorParameters<typeof vscode.LanguageModelChatMessage>[1][]) =>
    content.map(
      (part) => new vscode.LanguageModelChatMessage(vscode.LanguageModelChatMessageRole.User, part),
    );
  const sent = (): unknown => server.requests.at(-1)?.body;

  async function read(response: vscode.LanguageModelChatResponse): Promise<unknown[]> {
    const parts: unknown[] = [];
    for await (const part of response.stream) parts.push(part);
    return parts;
  }

  async function failure(answer: Parameters<ModelServer['script']>[0]): Promise<unknown> {
    server.script(answer);
    try {
      await read(await model.sendRequest(user('Hi')));
    } catch (error) {
      return error;
    }
    return undefined;
  }

  it('are listed with what they can', async () => {
    const all = await vscode.lm.selectChatModels({ vendor: 'ghoststream' });
    assert.deepEqual(
      all.map(({ id, name, family, maxInputTokens }) => ({ id, name, family, maxInputTokens })),
      [
        { id: 'seer', name: 'seer', family: 'seer-7b', maxInputTokens: CONTEXT_TOKENS * 0.75 },
        { id: 'blind', name: 'blind', family: 'blind', maxInputTokens: CONTEXT_TOKENS * 0.75 },
      ],
    );
  });

  it('stream their text', async () => {
    server.script([{ tokens: ['Hel', 'lo'] }]);
    const texts: string[] = [];
    for await (const text of (await model.sendRequest(user('Hi'))).text) texts.push(text);
    assert.equal(texts.join(''), 'Hello');
  });

  it('call two tools at once, and get both results', async () => {
    const delta = (tool_calls: object[]): string =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls } }] })}\n\n`;
    server.script([
      {
        raw: [
          delta([{ index: 0, id: 'call_a', type: 'function', function: { name: 'weather', arguments: '' } }]),
          delta([
            { index: 1, id: 'call_b', type: 'function', function: { name: 'time', arguments: '{"zone"' } },
          ]),
          delta([{ index: 0, function: { arguments: '{"city":"Bern"}' } }]),
          delta([{ index: 1, function: { arguments: ':"CET"}' } }]),
          'data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n\n',
        ],
      },
      { tokens: ['Sunny at noon.'] },
    ]);
    const tools: vscode.LanguageModelChatTool[] = ['weather', 'time'].map((name) => ({
      name,
      description: `Tells the ${name}`,
      inputSchema: { type: 'object' },
    }));
    const question = user('Weather and time?');
    const calls = await read(await model.sendRequest(question, { tools }));
    assert.deepEqual(
      calls.map((part) =>
        part instanceof vscode.LanguageModelToolCallPart ? [part.callId, part.name, part.input] : part,
      ),
      [
        ['call_a', 'weather', { city: 'Bern' }],
        ['call_b', 'time', { zone: 'CET' }],
      ],
    );
    const result = (id: string, text: string): vscode.LanguageModelToolResultPart =>
      new vscode.LanguageModelToolResultPart(id, [new vscode.LanguageModelTextPart(text)]);
    const made = calls.filter((part) => part instanceof vscode.LanguageModelToolCallPart);
    const answer = await model.sendRequest(
      [
        ...question,
        vscode.LanguageModelChatMessage.Assistant(made),
        vscode.LanguageModelChatMessage.User([result('call_a', 'sunny'), result('call_b', 'noon')]),
      ],
      { tools },
    );
    assert.equal(
      (await read(answer))
        .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : part))
        .join(''),
      'Sunny at noon.',
    );
    const { messages } = sent() as { messages: unknown[] };
    const call = (id: string, name: string, input: object): object => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    });
    assert.deepEqual(messages, [
      { role: 'user', content: 'Weather and time?' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [call('call_a', 'weather', { city: 'Bern' }), call('call_b', 'time', { zone: 'CET' })],
      },
      { role: 'tool', tool_call_id: 'call_a', content: 'sunny' },
      { role: 'tool', tool_call_id: 'call_b', content: 'noon' },
    ]);
  });

  it('see an image where they can, and say so where they cannot', async () => {
    server.script([{ tokens: ['A cat.'] }]);
    const image = vscode.LanguageModelDataPart.image(Buffer.from(PNG, 'base64'), 'image/png');
    const question = [
      vscode.LanguageModelChatMessage.User([new vscode.LanguageModelTextPart('What?'), image]),
    ];
    await read(await model.sendRequest(question));
    assert.deepEqual((sent() as { messages: unknown[] }).messages, [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What?' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
        ],
      },
    ]);
    const [blind] = await vscode.lm.selectChatModels({ vendor: 'ghoststream', id: 'blind' });
    assert.ok(blind);
    await assert.rejects(async () => read(await blind.sendRequest(question)), /sees no images/);
  });

  it('close the connection within 100 ms when they are canceled', async () => {
    const took: number[] = [];
    // The best of three: another process may hold the machine up once.
    for (let round = 0; round < 3; round++) {
      const tokens = handFed();
      server.script([{ tokens }]);
      const cancel = new vscode.CancellationTokenSource();
      const arrived = server.arrived(server.requests.length + 1);
      const response = await model.sendRequest(user('Hi'), {}, cancel.token);
      const request = await arrived;
      tokens.send('One');
      const parts = response.stream[Symbol.asyncIterator]();
      assert.ok((await parts.next()).value instanceof vscode.LanguageModelTextPart);
      const before = performance.now();
      cancel.cancel();
      assert.equal(await request.closed, true);
      took.push(performance.now() - before);
    }
    console.log(`      closed after ${took.map(Math.round).join(', ')} ms`);
    assert.ok(Math.min(...took) < 100);
  });

  it('say by their code why they refuse', async () => {
    const limited = await failure([
      { status: 429, headers: { 'retry-after': '30' }, body: { error: 'slow down' } },
    ]);
    assert.ok(limited instanceof vscode.LanguageModelError, String(limited));
    assert.equal(limited.code, vscode.LanguageModelError.Blocked.name);
    const refused = await failure([{ status: 401, body: { error: 'no token' } }]);
    assert.ok(refused instanceof vscode.LanguageModelError, String(refused));
    assert.equal(refused.code, vscode.LanguageModelError.NoPermissions.name);
    const long = await failure([
      {
        status: 400,
        body: {
          error: {
            message: "This model's maximum context length is 8192 tokens",
            code: 'context_length_exceeded',
          },
        },
      },
    ]);
    assert.ok(long instanceof Error);
    assert.equal(long.name, 'context-exceeded');
    assert.match(long.message, /longer than the model seer-7b can read/);
  });

  it('come back to our own chat like any other vendor’s', async () => {
    server.script([{ tokens: ['Hel', 'lo'] }]);
    const events: ModelEvent[] = [];
    const stream = streamChatModel(
      { url: 'vscode-lm:ghoststream/seer', dialect: 'openai-chat' },
      {
        type: 'chat',
        messages: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: 'Hi' },
        ],
      },
      { firstByteMs: 5000, idleMs: 5000, totalMs: 5000 },
      { fetch: (url, init) => fetch(url, init), clock, accessToken: () => undefined },
      new AbortController().signal,
    );
    for await (const event of stream) events.push(event);
    assert.deepEqual(events.at(-1), { type: 'finish', finishReason: 'eos_token' });
    const text = events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
    assert.equal(text, 'Hello');
  });

  it('count tokens, rather a few too many', async () => {
    const text = 'function add(a, b) { return a + b; }';
    const count = await model.countTokens(text);
    assert.ok(count >= text.length / 4 && count <= text.length, `${count}`);
  });

  it('ask nothing of the user when another extension lists them and there are none', async () => {
    await setModels([]);
    // A question would wait for its answer for ever.
    assert.deepEqual(await vscode.lm.selectChatModels({ vendor: 'ghoststream' }), []);
  });
});

/** Resolves when the editor has asked for the models anew. */
async function setModels(models: readonly object[] | undefined): Promise<void> {
  const changed = new Promise<void>((resolve) => {
    const listener = vscode.lm.onDidChangeChatModels(() => {
      listener.dispose();
      resolve();
    });
  });
  await vscode.workspace
    .getConfiguration('ghoststream')
    .update('models', models, vscode.ConfigurationTarget.Global);
  await changed;
}
