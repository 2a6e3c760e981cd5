/** Other extensions and our models, in a real editor: one that uses the exported API, and one whose model our chat uses. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { handFed, serve, type ModelServer } from '../fakes/modelServer.ts';
import { eventually, openEditor, type Editor } from './harness/editor.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../fixtures');

describe('other extensions', () => {
  let talker: ModelServer;
  let writer: ModelServer;
  let editor: Editor;

  before(async () => {
    talker = await serve({
      dialect: 'openai-chat',
      answers: [{ tokens: ['Hel', 'lo'] }],
      pages: { '/v1/models': { data: [] } },
    });
    writer = await serve({ dialect: 'openai-completions', answers: [{ tokens: ['return', ' 1'] }] });
    editor = await openEditor({
      files: { 'f.py': 'def f():\n    ' },
      open: 'f.py',
      settings: {
        'ghoststream.models': [
          { name: 'talker', url: talker.url, dialect: 'openai-chat', roles: ['chat'] },
          { name: 'writer', url: writer.url, dialect: 'openai-completions', roles: ['inline'] },
        ],
      },
      env: { GHOSTSTREAM_TEST_ORIGINS: JSON.stringify({ hub: talker.url, router: talker.url }) },
      otherExtensions: ['consumer', 'parrot'].map((name) => path.join(FIXTURES, name)),
    });
    await editor.statusBar('Ghoststream').waitFor();
  });
  after(async () => {
    await editor.close();
    await talker.close();
    await writer.close();
  });

  const dialog = () => editor.page.locator('.monaco-dialog-box', { hasText: 'Consumer' });
  /** Runs the extension on the Python file, and waits for the document with what it got. */
  async function use(answer?: string): Promise<string> {
    await editor.openFile('f.py');
    await editor.command('Consumer: Use Ghoststream');
    if (answer !== undefined) {
      await editor.screenshot('api-consent');
      await dialog().getByRole('button', { name: answer }).click();
    }
    await editor.page.locator('.tab.active', { hasText: 'Untitled' }).waitFor();
    const lines = editor.page.locator('.editor-instance .view-lines').first();
    const text = await eventually(
      () => lines.innerText(),
      (found) => /completion:|error:/.test(found),
      'the extension shows nothing',
    );
    return text.replaceAll('\u00a0', ' ');
  }
  const close = (): Promise<void> => editor.command('View: Revert and Close Editor');

  it('get nothing without the user’s yes, and are not asked about twice', async () => {
    const refused = "error: The user did not let test.consumer use Ghoststream's models.";
    assert.equal(await use('Cancel'), refused);
    await close();
    assert.equal(await use(), refused);
    await close();
    assert.deepEqual([talker.requests.length, writer.requests.length], [0, 0]);
  });

  it('use the models after one yes, which outlives the window', async () => {
    const expected = [
      'model: talker',
      'chat: Hello (eos_token)',
      'text: return| 1 = return 1 (eos_token)',
      'completion: return 1',
    ].join('\n');
    await editor.page.reload();
    await editor.statusBar('Ghoststream').waitFor();
    assert.equal(await use('Allow'), expected);
    await close();
    await editor.page.reload();
    await editor.statusBar('Ghoststream').waitFor();
    assert.equal(await use(), expected);
    await close();
  });

  it('close the connection when they leave an answer', async () => {
    const tokens = handFed();
    talker.script([{ tokens }]);
    const arrived = talker.arrived(talker.requests.length + 1);
    await editor.command('Consumer: Leave an Answer');
    const request = await arrived;
    tokens.send('Once upon');
    await editor.notification('Left at “Once upon”').waitFor();
    assert.equal(await request.closed, true);
  });

  it('lend our chat their model when the user chooses it, and hear of that', async () => {
    const row = (text: string) =>
      editor.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
    await editor.command('Ghoststream: Choose a Model');
    await row('vscode-lm:parrot/polly').click();
    await row('Commit messages').waitFor();
    assert.equal(await row('Ghost text').count(), 0);
    await editor.screenshot('api-choose-other-vendor');
    await row('Chat').click();
    await row('In this window').click();
    await editor.notification('Now Polly').waitFor();
    await editor.command('Ghoststream: Open Chat');
    const chat = await editor.webview('.composer');
    const ask = async (text: string): Promise<void> => {
      await chat.locator('.composer textarea').click();
      await editor.type(text, 0);
      await editor.press('Enter');
    };
    await ask('Pieces of eight');
    await chat.locator('.answer:not(.running) .markdown', { hasText: 'Pieces of eight' }).waitFor();
    await ask('Now wait');
    await chat.locator('.answer.running .markdown', { hasText: 'Now wait' }).waitFor();
    await chat.getByRole('button', { name: 'Stop', exact: true }).click();
    await editor.statusBar('Parrot canceled').waitFor();
    await editor.screenshot('api-other-vendor');
  });
});
