/** An account of Hugging Face, what it pays, and what is left of it, with a scripted Hub and router on loopback. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { serve, type ModelServer } from '../fakes/modelServer.ts';
import { eventually, openEditor, type Editor } from './harness/editor.ts';
import { stackPictures } from './harness/pictures.ts';
import { pickerOf, type Picker } from './harness/picker.ts';

const NARROW = 'hf_tokenWithoutTheScope';
const TOKEN = 'hf_tokenThatMayCallProviders';
/** Lies around on the machine: offered, never read unasked. */
const AROUND = 'hf_tokenOfTheEnvironment';
const SCOPE = 'inference.serverless.write';
const USER = 'ada-of-the-tests';
const ORGANIZATION = 'lab-of-the-tests';

const LISTED = {
  data: [
    {
      id: 'org/coder',
      providers: [{ provider: 'quick', status: 'live', pricing: { input: 100, output: 200 } }],
    },
  ],
};
const whoami = (...permissions: readonly string[]) => ({
  id: '1',
  name: USER,
  orgs: [{ name: ORGANIZATION }],
  auth: { accessToken: { role: 'fineGrained', fineGrained: { global: permissions, scoped: [] } } },
});

describe('an account', () => {
  let hub: ModelServer<'openai-chat'>;
  let editor: Editor;
  let picker: Picker;

  before(async () => {
    hub = await serve({
      dialect: 'openai-chat',
      answers: [{ tokens: ['paid_answer', '(1, ', '2)'] }],
      pages: {
        '/v1/models': LISTED,
        '/api/whoami-v2': {
          handle: ({ headers }, response) => {
            const known = headers.authorization === `Bearer ${TOKEN}` ? whoami(SCOPE) : whoami();
            response.end(JSON.stringify(known));
          },
        },
      },
    });
    editor = await openEditor({
      files: { 'sum.py': 'total =' },
      open: 'sum.py',
      env: {
        GHOSTSTREAM_TEST_ORIGINS: JSON.stringify({ hub: hub.url, router: hub.url, local: [] }),
        HF_TOKEN: AROUND,
      },
    });
    picker = pickerOf(editor);
    await editor.statusBar('choose a model').waitFor();
  });
  after(async () => {
    await editor.close();
    await hub.close();
  });

  async function signInWith(token: string): Promise<void> {
    await editor.command('Ghoststream: Sign In to Hugging Face');
    await picker.row('Use HF_TOKEN of the environment').waitFor();
    await picker.pick('Paste an access token');
    const input = editor.page.locator('.quick-input-widget input[type=password]');
    await input.waitFor();
    await input.fill(token);
    await editor.press('Enter');
  }
  const clear = (): Promise<void> => editor.command('Notifications: Clear All Notifications');

  /** The editor's question before it opens a page, answered with no. */
  async function refusePage(address: string | RegExp): Promise<void> {
    const dialog = editor.page.locator('.monaco-dialog-box', { hasText: address });
    await dialog.waitFor();
    await dialog.locator('.monaco-button', { hasText: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Types until `right` says that what was waited for is there. */
  async function typeUntil(right: () => Promise<boolean>, otherwise: string): Promise<void> {
    await eventually(
      async () => {
        await editor.press('Control+End', 'Enter');
        await editor.type('total = ');
        await editor.page.waitForTimeout(400);
        return right();
      },
      (is) => is,
      otherwise,
    );
  }
  async function setCapTo(dollars: string): Promise<void> {
    await editor.page.locator('.quick-input-widget', { hasText: 'Daily cap for ghost text' }).waitFor();
    await picker.input.fill(dollars);
    await editor.press('Enter');
    await picker.gone();
  }
  const statusHas = async (text: RegExp): Promise<boolean> =>
    text.test((await editor.statusBar('Ghoststream').textContent()) ?? '');

  it('takes a pasted token, asks whose it is, names what it lacks, and leads to where a better one is made', async () => {
    await signInWith(NARROW);
    const warning = editor.notification(SCOPE);
    await warning.waitFor();
    await editor.screenshot('sign-in-missing-permission');
    assert.equal(hub.asked.at(-1)?.headers.authorization, `Bearer ${NARROW}`);
    await warning.locator('.monaco-button', { hasText: 'Create a Token' }).click();
    // The editor shortens the address in the middle.
    await refusePage(/huggingface\.co\/settings\/tokens\/new.*fineGrained/);
    await clear();
  });

  it('bills the organization that was picked', async () => {
    await signInWith(TOKEN);
    await editor.notification(`Signed in to Hugging Face as ${USER}`).waitFor();
    await clear();
    await editor.command('Ghoststream: Choose a Model');
    await picker.pick('org/coder');
    await picker.pick('quick');
    await picker.pick(ORGANIZATION);
    await picker.pick('Ghost text');
    await editor.page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Use It' }).click();
    await picker.pick('Everywhere');
    await picker.gone();
    await typeUntil(async () => (await editor.ghost()).includes('paid_answer'), 'no ghost text');
    const headers = hub.requests.at(-1)?.headers;
    assert.deepEqual([headers?.['x-hf-bill-to'], headers?.authorization], [ORGANIZATION, `Bearer ${TOKEN}`]);
  });

  it('keeps the token when the question for another one is left', async () => {
    await editor.command('Ghoststream: Sign In to Hugging Face');
    await picker.pick('Paste an access token');
    await editor.page.locator('.quick-input-widget input[type=password]').waitFor();
    await editor.press('Escape');
    await picker.gone();
    await typeUntil(async () => (await editor.ghost()).includes('paid_answer'), 'no ghost text');
    assert.equal(hub.requests.at(-1)?.headers.authorization, `Bearer ${TOKEN}`);
    assert.equal(await editor.page.locator('.notification-toast').count(), 0, 'a complaint');
  });

  it('adds up what today costs in the status bar, and pauses at the day’s cap', async () => {
    await typeUntil(() => statusHas(/\$\d.* today/), 'no spend in the status bar');
    await editor.command('Ghoststream: Set Daily Cap');
    await setCapTo('0.000001');
    await editor.statusBar(/paused, today’s cap of .* is reached/).waitFor();
    const bar = await editor.statusBar('Ghoststream').boundingBox();
    if (bar) await stackPictures([await editor.page.screenshot({ clip: bar })], 'states/cap', 'few colors');
    const before = hub.requests.length;
    await editor.press('Control+End', 'Enter');
    await editor.type('paused = ');
    await editor.command('Ghoststream: Why Was Nothing Suggested?');
    await editor.notification('today’s cap').waitFor();
    assert.equal(hub.requests.length, before);
    await clear();
    await editor.statusBar('Ghoststream').click();
    await setCapTo('0');
    // The focus is back on the status bar, where it came from.
    await editor.page.locator('.editor-instance .monaco-editor').first().click();
    await typeUntil(async () => (await editor.ghost()).includes('paid_answer'), 'it stayed paused');
  });

  it('leads to the billing page when the credit is used up', async () => {
    hub.script([{ status: 402, body: { error: 'You have exceeded your monthly included credits' } }]);
    await typeUntil(() => statusHas(/credit/), 'the status bar does not say it');
    await editor.statusBar('Ghoststream').click();
    await refusePage('huggingface.co/settings/billing');
    await editor.page.locator('.editor-instance .monaco-editor').first().click();
    hub.script([{ tokens: ['paid_answer', '(1, ', '2)'] }]);
  });

  it('tells once what a paid model costs that the settings brought', async () => {
    editor.settings({
      'ghoststream.models': [{ name: 'Paid', url: hub.url, dialect: 'hf-chat:auto', model: 'org/coder' }],
    });
    await editor.command('Ghoststream: Forget Chosen Models');
    const notice = editor.notification(
      /org\/coder, which costs money: 1,000 requests like the last one about \$/,
    );
    await typeUntil(() => notice.isVisible(), 'nothing was told');
    await clear();
  });

  it('takes the environment’s token only when it is picked', async () => {
    const calls = [...hub.asked, ...hub.requests];
    assert.ok(!calls.some(({ headers }) => headers.authorization?.includes(AROUND)));
    await editor.command('Ghoststream: Sign In to Hugging Face');
    await picker.pick('Use HF_TOKEN of the environment');
    await editor.notification(USER).waitFor();
    assert.equal(hub.asked.at(-1)?.headers.authorization, `Bearer ${AROUND}`);
    await clear();
  });

  it('signs out without a trace in the profile, the browser’s storage, or the logs', async () => {
    const secrets = [TOKEN, NARROW, AROUND, USER, ORGANIZATION];
    assert.ok((await traces(secrets)).length > 0, 'the search finds nothing even now');
    await editor.command('Ghoststream: Sign Out of Hugging Face');
    await editor.notification('Signed out').waitFor();
    await clear();
    await eventually(
      () => traces(secrets),
      (found) => found.length === 0,
      'something is left',
    );
    assert.ok(!editor.console.some((line) => secrets.some((secret) => line.includes(secret))));
  });

  /** Where one of the texts is found: in a file of the profile or of the workspace, or in what the browser keeps. */
  async function traces(texts: readonly string[]): Promise<string[]> {
    const files = [editor.userDataDir, editor.folder].flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => path.join(parentPath, name)),
    );
    const kept = JSON.stringify(await editor.page.context().storageState({ indexedDB: true }));
    const places = [
      ...files.map((file) => ({ place: file, content: readFileSync(file, 'latin1') })),
      { place: 'the browser', content: kept },
    ];
    return places.flatMap(({ place, content }) =>
      texts.filter((text) => content.includes(text)).map((text) => `${place}: ${text}`),
    );
  }
});
