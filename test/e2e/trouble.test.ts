/** When the model cannot answer: one clear line in the status bar with an action, no pop-up, no spinner that stays. */
import assert from 'node:assert/strict';
import { serve, type Answer, type ModelServer } from '../fakes/modelServer.ts';
import { eventually, openEditor, type Editor } from './harness/editor.ts';

describe('trouble with the model', () => {
  let server: ModelServer<'openai-completions'>;
  let editor: Editor;

  before(async () => {
    server = await serve({ dialect: 'openai-completions', answers: [{ tokens: ['1;'] }] });
    editor = await openEditor({
      files: { 'a.ts': 'let a = ' },
      open: 'a.ts',
      settings: pointedAt(server.url),
    });
    await editor.statusBar('Ghoststream').waitFor();
  });
  after(async () => {
    await editor.close();
    await server.close();
  });

  function pointedAt(url: string): Record<string, unknown> {
    return { 'ghoststream.models': [{ name: 'Scripted', url, dialect: 'openai-completions', model: 'm' }] };
  }

  /** Points the settings at `url`, types, and waits for what the status bar says. */
  async function say(expected: RegExp, url: string, answer: Answer): Promise<void> {
    server.script([answer]);
    editor.settings(pointedAt(url));
    // The editor reads a changed settings file when it gets to it: typing goes on until then, as a person's does.
    await eventually(
      async () => {
        await editor.press('Control+End', 'Enter');
        await editor.type('let total = a + ');
        await editor.page.waitForTimeout(500);
        return (await editor.statusBar('Ghoststream').textContent()) ?? '';
      },
      (text) => expected.test(text),
      'the status bar does not say it',
    );
    await eventually(
      () => editor.page.locator('.statusbar-item .codicon-modifier-spin').count(),
      (spinners) => spinners === 0,
      'a spinner stays',
    );
    assert.equal(await editor.page.locator('.notification-toast').count(), 0, 'a pop-up');
  }

  /** What the action behind the status item says in its tooltip. */
  async function action(): Promise<string> {
    await editor.page.locator('.statusbar-item', { hasText: 'Ghoststream' }).hover();
    const hover = editor.page.locator('.workbench-hover', { hasText: 'Scripted' });
    await hover.waitFor();
    const text = (await hover.textContent()) ?? '';
    await editor.page.mouse.move(600, 300);
    await hover.waitFor({ state: 'hidden' });
    return text;
  }

  it('names a server that refuses connections', async () => {
    const gone = await serve({ dialect: 'openai-completions', answers: [{ tokens: [] }] });
    await gone.close();
    await say(/Ghoststream: .*127\.0\.0\.1/, gone.url, { tokens: [] });
    await editor.screenshot('trouble-refused');
    assert.match(await action(), /Open the model’s settings/);
  });

  it('asks for an access token when the server wants one', async () => {
    await say(/Ghoststream: .*token/i, server.url, { status: 401, body: { error: { message: 'no key' } } });
    await editor.screenshot('trouble-401');
    assert.match(await action(), /Set an access token/);
  });

  it('says that a wrong address has no such service', async () => {
    await say(/Ghoststream: .*(404|not|no )/i, `${server.url}/nowhere`, { status: 404, body: 'Not Found' });
    assert.match(await action(), /Open the model’s settings/);
  });

  it('says that the model is loading, and goes on by itself when it is there', async () => {
    await say(/Ghoststream: .*load/i, server.url, {
      status: 503,
      body: { error: { message: 'Loading model', type: 'unavailable_error', code: 503 } },
    });
    await editor.screenshot('trouble-loading');
    server.script([{ tokens: ['answer', '(', ')', ';'] }]);
    await eventually(
      async () => {
        await editor.press('Enter');
        await editor.type('let b = ');
        await editor.page.waitForTimeout(600);
        return editor.ghost();
      },
      (text) => text.includes('answer'),
      'it never came back',
    );
    await editor.statusBar(/^\s*Ghoststream$/).waitFor();
  });

  it('shows a rate limit with its end', async () => {
    await say(/Ghoststream: rate limited until/, server.url, {
      status: 429,
      headers: { 'retry-after': '30' },
      body: { error: { message: 'slow down' } },
    });
  });
});
