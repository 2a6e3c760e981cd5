/** The chat panel in a real VS Code, with real clicks and keys, against a server that streams from a script. */
import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { serve, type ModelServer } from '../fakes/modelServer.ts';
import { openEditor, type Editor } from './harness/editor.ts';

describe('chat panel', () => {
  let server: ModelServer;
  let editor: Editor;
  let chat: Frame;

  before(async () => {
    server = await serve({ dialect: 'openai-chat', answers: [{ tokens: ['ok'] }] });
    editor = await openEditor({
      files: { 'src/a.py': 'class A:\n    \n', 'src/b.ts': 'export const b = 1;\n' },
      open: 'src/a.py',
      settings: {
        'ghoststream.models': [
          { name: 'Scripted', url: server.url, dialect: 'openai-chat', roles: ['chat'] },
        ],
      },
    });
    await editor.command('Ghoststream: Open Chat');
    chat = await editor.webview('.composer');
  });
  after(async () => {
    await editor.close();
    await server.close();
  });

  const ask = async (text: string): Promise<void> => {
    await chat.locator('.composer textarea').click();
    await editor.type(text, 0);
    await editor.press('Enter');
  };
  const answered = async (): Promise<void> => chat.locator('.answer:last-child:not(.running)').waitFor();

  it('streams an answer as Markdown', async () => {
    server.script([{ tokens: ['Hello **bo', 'ld** and', '\n\n```py\n', 'x = 1\n', '```\n'], tokenMs: 30 }]);
    await ask('Say hello');
    await answered();
    const answer = chat.locator('.answer:last-child .markdown');
    assert.equal(await answer.locator('strong').textContent(), 'bold');
    assert.equal(await answer.locator('.code code').textContent(), 'x = 1');
    await editor.screenshot('chat-first');
  });
});
