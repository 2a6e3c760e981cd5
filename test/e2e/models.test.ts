/** Choosing a model as a person does, with a scripted Hub, router and local server on loopback. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { serve, type ModelServer } from '../fakes/modelServer.ts';
import { eventually, openEditor, type Editor, type EditorOptions } from './harness/editor.ts';
import { stackPictures } from './harness/pictures.ts';
import { pickerOf, type Picker } from './harness/picker.ts';

const CODER = 'Qwen/Qwen2.5-Coder-32B-Instruct';
const LISTED = {
  data: [
    {
      id: CODER,
      providers: [
        {
          provider: 'nscale',
          status: 'live',
          pricing: { input: 0.06, output: 0.2 },
          context_length: 32_768,
          first_token_latency_ms: 210,
          throughput: 88,
        },
        {
          provider: 'together',
          status: 'live',
          pricing: { input: 0.8, output: 0.8 },
          context_length: 16_384,
          first_token_latency_ms: 340,
          throughput: 61,
        },
      ],
    },
    {
      id: 'deepseek-ai/DeepSeek-V3.2',
      providers: [
        {
          provider: 'novita',
          status: 'live',
          pricing: { input: 0.27, output: 0.4 },
          context_length: 163_840,
        },
      ],
    },
  ],
};
/** What the Hub's search finds beyond the router's list. */
const FOUND = [
  {
    id: 'bigcode/starcoder2-15b',
    inferenceProviderMapping: [
      { provider: 'featherless-ai', providerId: 'starcoder2-15b', status: 'live', task: 'text-generation' },
    ],
  },
];
/** Nothing in its name tells that it fills gaps: only the server does. */
const LOCAL_MODEL = 'helper:latest';

describe('choosing a model', () => {
  let hub: ModelServer<'openai-chat'>;
  let local: ModelServer<'ollama'>;
  /** Where a workspace wants to send everything. */
  let elsewhere: ModelServer<'openai-completions'>;
  let editor: Editor;
  let picker: Picker;
  let options: EditorOptions;
  /** Whether the local server still tells what its model can do. */
  let tells = true;

  before(async () => {
    hub = await serve({
      dialect: 'openai-chat',
      answers: [{ tokens: ['hub_answer', '(1, ', '2)'] }],
      pages: { '/v1/models': LISTED, '/api/models': { body: FOUND } },
    });
    local = await serve({
      dialect: 'ollama',
      answers: [{ tokens: ['local_answer', '(1, ', '2)'] }],
      pages: {
        '/api/tags': { models: [{ name: LOCAL_MODEL }] },
        '/api/show': {
          handle: (_, response) => {
            if (tells) response.end(JSON.stringify({ capabilities: ['completion', 'insert'] }));
          },
        },
      },
    });
    elsewhere = await serve({ dialect: 'openai-completions', answers: [{ tokens: ['stolen'] }] });
    const redirected = { name: 'R', url: elsewhere.url, dialect: 'openai-completions' };
    options = {
      files: {
        'sum.py': 'total =',
        '.vscode/settings.json': JSON.stringify({
          'ghoststream.models': [redirected],
          'ghoststream.local.modelPath': '/tmp/other.gguf',
          'ghoststream.local.runtimePath': '/tmp',
          'ghoststream.cost.dailyCap': 0.000001,
        }),
      },
      open: 'sum.py',
      env: {
        GHOSTSTREAM_TEST_ORIGINS: JSON.stringify({
          hub: hub.url,
          router: hub.url,
          local: [{ label: 'Ollama', url: local.url }],
        }),
      },
    };
    editor = await openEditor(options);
    picker = pickerOf(editor);
    await editor.statusBar('choose a model').waitFor();
  });
  after(async () => {
    await editor.close();
    await Promise.all([hub.close(), local.close(), elsewhere.close()]);
  });

  /** Types until the ghost text has `part`: a provider that is registered late is asked at the next key. */
  async function ghostIn(window: Editor, part: string): Promise<void> {
    await eventually(
      async () => {
        await window.press('Control+End', 'Enter');
        await window.type('total = ');
        await window.page.waitForTimeout(400);
        return window.ghost();
      },
      (text) => text.includes(part),
      `no ghost text with ${part}`,
    );
  }

  /** The list of rows, for the README. */
  async function shoot(name: string): Promise<void> {
    const box = await editor.page.locator('.quick-input-widget').boundingBox();
    if (box) await stackPictures([await editor.page.screenshot({ clip: box })], name, 'few colors');
  }

  it('asks nobody before somebody wants to choose', () => {
    assert.deepEqual([hub.connections, local.connections], [0, 0]);
  });

  it('offers a server that runs on this machine, and sends it not one byte before the yes', async () => {
    await editor.command('Ghoststream: Choose a Model');
    await picker.row(local.url).waitFor();
    await editor.screenshot('choose-local-server');
    assert.deepEqual([local.connections > 0, local.bytes], [true, 0]);
    await picker.pick(local.url);
    await picker.row('detected: Ollama').waitFor();
    await editor.screenshot('add-server-dialect');
    await picker.pick('detected: Ollama');
    await editor.statusBar(/^\s*Ghoststream$/).waitFor();
    const added = editor.notification('is added and used from now on');
    await added.locator('.monaco-button', { hasText: 'Test Connection' }).click();
    await picker.row(/first token after \d+ ms.*fills gaps \(FIM\): yes/).waitFor();
    await picker.row(/Chat, Editing, Commit messages: helper/).waitFor();
    await editor.screenshot('test-connection');
    await editor.press('Escape');
    await ghostIn(editor, 'local_answer');
    assert.equal(local.requests[0]?.path, '/api/generate');
  });

  it('finds models by their name: the router’s with price, context and speed, and the Hub’s beyond', async () => {
    await editor.command('Ghoststream: Choose a Model');
    await picker.row('DeepSeek-V3.2').waitFor();
    await shoot('choose-model');
    await picker.input.fill('coder');
    await picker.row('bigcode/starcoder2-15b').waitFor();
    const asked = hub.asked.find(({ path: asked }) => asked.startsWith('/api/models?'));
    assert.match(asked?.path ?? '', /search=coder.*inference_provider=all/);
    assert.match(
      (await picker.row('bigcode/starcoder2-15b').textContent()) ?? '',
      /raw text.*featherless-ai/,
    );
    assert.match((await picker.row(CODER).textContent()) ?? '', /from \$0\.06 per million.*33k context/);
    await editor.screenshot('search-models');
    await picker.pick(CODER);
    const offer = picker.row('$0.06 in');
    await offer.waitFor();
    assert.match(
      (await offer.textContent()) ?? '',
      /\$0\.06 in, \$0\.20 out.*33k context.*210 ms.*88 tokens/,
    );
  });

  it('tries a model with one short request', async () => {
    const before = hub.requests.length;
    const offer = picker.row('nscale');
    await offer.hover();
    await offer.locator('.codicon-beaker').first().click();
    const tried = picker.row(/first token after \d+ ms · \d+ tokens\/s · fills gaps \(FIM\): no/);
    await tried.waitFor();
    await editor.screenshot('try-model');
    assert.equal(hub.requests.length, before + 1);
    await picker.pick('nscale');
  });

  it('says what ghost text will cost, and chooses for this workspace without touching a file', async () => {
    const files = snapshot(editor);
    await picker.pick('Ghost text');
    await editor.page.locator('.monaco-dialog-box', { hasText: '1,000 requests' }).waitFor();
    await editor.screenshot('cost-notice');
    await editor.page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Use It' }).click();
    await picker.pick('In this workspace');
    await picker.gone();
    await ghostIn(editor, 'hub_answer');
    assert.deepEqual(snapshot(editor), files);
  });

  it('keeps to the other model in another workspace, and to its own in a window', async () => {
    const { open: _, ...rest } = options;
    const other = await openEditor({ ...rest, files: { 'b.py': '' }, open: 'b.py', beside: editor });
    const inOther = pickerOf(other);
    await other.statusBar(/Ghoststream/).waitFor();
    await ghostIn(other, 'local_answer');

    await other.command('Ghoststream: Choose a Model');
    await inOther.row('recently chosen').waitFor();
    await other.screenshot('choose-recent');
    await inOther.pick(`${CODER}:nscale`);
    await inOther.pick('Ghost text');
    await other.page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Use It' }).click();
    await inOther.pick('In this window');
    await inOther.gone();
    await ghostIn(other, 'hub_answer');
    await other.close();
  });

  it('starts with the saved choice while nothing else can be reached, and waits for no answer but the model’s', async () => {
    await hub.close();
    tells = false;
    const [asked, answered] = [local.asked.length, local.requests.length];
    const { open: _, ...rest } = options;
    const offline = await openEditor({ ...rest, files: { 'c.py': '' }, open: 'c.py', beside: editor });
    await offline.statusBar(/Ghoststream/).waitFor();
    await ghostIn(offline, 'local_answer');
    const [first] = local.requests.slice(answered);
    // What the server said last time is remembered: its model is given what follows the caret.
    assert.ok(Object.hasOwn(Object(first?.body) as object, 'suffix'), JSON.stringify(first?.body));
    const open = local.asked.slice(asked).filter(({ closedAt }) => closedAt === undefined);
    console.log(`      ${open.length} questions still unanswered when the first ghost text was there`);
    await offline.close();
  });

  it('sends nothing to where a workspace’s settings point', () => {
    assert.equal(elsewhere.connections, 0);
  });
});

/** The workspace's files and the settings, with their contents. */
function snapshot({ folder, userDataDir }: Editor): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  const settings = ['User', 'Machine'].map((scope) => path.join(userDataDir, scope, 'settings.json'));
  return Object.fromEntries(
    [...files, ...settings]
      .filter((file) => existsSync(file))
      .map((file) => [file, readFileSync(file, 'utf8')]),
  );
}
