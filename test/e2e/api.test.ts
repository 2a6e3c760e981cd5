/** Another extension uses our API: after the user's yes, and never without it. */
import path from 'node:path';
import { serve } from '../fakes/modelServer.ts';
import { openEditor } from './harness/editor.ts';

const CONSUMER = path.resolve(import.meta.dirname, '../fixtures/consumer');

describe('another extension', () => {
  it('uses the models once the user said yes', async () => {
    const chat = await serve({ dialect: 'openai-chat', answers: [{ tokens: ['Hel', 'lo'] }] });
    const text = await serve({
      dialect: 'openai-completions',
      answers: [{ tokens: ['return', ' 1', '\n'] }],
    });
    const editor = await openEditor({
      files: { 'a.py': 'def f():\n    ' },
      open: 'a.py',
      otherExtensions: [CONSUMER],
      settings: {
        'ghoststream.models': [
          { name: 'talker', url: chat.url, dialect: 'openai-chat', roles: ['chat'] },
          { name: 'writer', url: text.url, dialect: 'openai-completions', fim: 'none', roles: ['inline'] },
        ],
        'ghoststream.inline.trigger': 'manual',
      },
    });
    await editor.statusBar('Ghoststream').waitFor();
    const ask = editor.page.locator('.monaco-dialog-box', {
      hasText: 'May the extension “Consumer” (test.consumer)',
    });
    const line = (content: string) =>
      editor.page.locator('.editor-instance .view-line', { hasText: content }).first().waitFor();
    await editor.command('Consumer: Use Ghoststream');
    await ask.waitFor();
    await editor.screenshot('api-consent');
    await ask.getByRole('button', { name: 'Allow' }).click();
    await line('model: talker');
    await line('chat: Hello (eos_token)');
    await line('text: "return 1\\n" (eos_token)');
    await line('completion: "return 1"');
    await editor.close();
    await Promise.all([chat.close(), text.close()]);
  });
});
