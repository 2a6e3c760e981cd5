/** Choosing a model, an account and a limit as a person does, with a scripted Hub and router on loopback. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { serve, type ModelServer } from '../fakes/modelServer.ts';
import { openEditor, type Editor } from './harness/editor.ts';

const TOKEN = 'hf_e2eTokenOfNobody';
const MODELS = {
  data: [
    {
      id: 'org/coder',
      providers: [
        {
          provider: 'quick',
          status: 'live',
          pricing: { input: 100, output: 200 },
          context_length: 32_768,
          first_token_latency_ms: 210,
          throughput: 88,
        },
      ],
    },
    { id: 'org/talker', providers: [{ provider: 'slow', status: 'live' }] },
  ],
};
const WHOAMI = {
  id: '1',
  name: 'ada',
  orgs: [{ name: 'lab' }],
  auth: { accessToken: { role: 'fineGrained', fineGrained: { global: [], scoped: [] } } },
};

describe('choosing a model', () => {
  let hub: ModelServer<'openai-chat'>;
  let editor: Editor;

  before(async () => {
    hub = await serve({
      dialect: 'openai-chat',
      answers: [{ tokens: ['40', ' +', ' 2'] }],
      pages: { '/v1/models': MODELS, '/api/whoami-v2': WHOAMI },
    });
    editor = await openEditor({
      files: { 'sum.py': 'total =' },
      open: 'sum.py',
      env: { GHOSTSTREAM_TEST_ORIGINS: JSON.stringify({ hub: hub.url, router: hub.url }) },
    });
    await editor.statusBar('choose a model').waitFor();
  });
  after(async () => {
    await editor.close();
    await hub.close();
  });

  const row = (text: string) =>
    editor.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
  const pick = async (text: string): Promise<void> => {
    await row(text).click();
  };

  it('asks nobody before somebody wants to choose', () => {
    assert.deepEqual([hub.asked.length, hub.requests.length], [0, 0]);
  });

  it('takes a pasted token, asks whose it is, and names what it lacks', async () => {
    await editor.command('Ghoststream: Sign In to Hugging Face');
    await pick('Paste an access token');
    const input = editor.page.locator('.quick-input-widget input[type=password]');
    await input.waitFor();
    await input.fill(TOKEN);
    await editor.press('Enter');
    await editor.notification('inference.serverless.write').waitFor();
    await editor.screenshot('sign-in-missing-permission');
    assert.equal(hub.asked.at(-1)?.headers.authorization, `Bearer ${TOKEN}`);
    await editor.command('Notifications: Clear All Notifications');
  });

  it('finds a model by its name, with price, context and speed, tries it, and says what ghost text will cost', async () => {
    await editor.command('Ghoststream: Choose a Model');
    await row('org/coder').waitFor();
    await editor.page.locator('.quick-input-widget input').first().fill('coder');
    await editor.screenshot('choose-model');
    await pick('org/coder');
    const offer = row('$100 in');
    await offer.waitFor();
    assert.match((await offer.textContent()) ?? '', /\$100 in, \$200 out.*33k context.*210 ms.*88 tokens/);
    await offer.hover();
    await offer.locator('.codicon-beaker').click();
    await editor.page.locator('.quick-input-widget input[placeholder*="First token after"]').waitFor();
    await editor.screenshot('try-model');
    await offer.click();
    await pick('lab');
    await pick('Ghost text');
    await editor.page.locator('.monaco-dialog-box', { hasText: '1,000 requests' }).waitFor();
    await editor.screenshot('cost-notice');
    await editor.page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Use It' }).click();
    await pick('In this workspace');
    await editor.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  });

  it('signs out without a trace', async () => {
    await editor.command('Ghoststream: Sign Out of Hugging Face');
    await editor.notification('Signed out').waitFor();
    assert.equal(readFileSync(`${editor.folder}/sum.py`, 'utf8'), 'total =');
    assert.ok(!editor.console.some((line) => line.includes(TOKEN)));
  });
});
