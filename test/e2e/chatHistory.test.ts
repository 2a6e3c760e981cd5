/** Many conversations, views and windows: each has its own, and all see the same history. */
import assert from 'node:assert/strict';
import { handFed } from '../fakes/modelServer.ts';
import { openChat, type ChatUnderTest } from './harness/chat.ts';
import { eventually, openEditor, type Editor } from './harness/editor.ts';

describe('chat history', () => {
  let chat: ChatUnderTest;

  before(async () => {
    chat = await openChat();
  });
  after(() => chat.close());

  it('finds, renames, pins and deletes conversations', async () => {
    chat.server.script([{ tokens: ['the needle in the hay'] }]);
    await chat.answerTo('A haystack');
    await chat.button('Conversations', chat.frame().locator('header')).last().click();
    const search = chat.frame().locator('.search');
    await search.fill('needle');
    const row = chat.frame().locator('.conversation');
    await eventually(
      () => row.count(),
      (count) => count === 1,
      'the search did not narrow the list',
    );
    await row.hover();
    await chat.button('Rename', row).click();
    await chat.frame().locator('.rename').fill('My search');
    await chat.editor.press('Enter');
    await search.fill('');
    const mine = chat.frame().locator('.conversation', { hasText: 'My search' });
    await mine.waitFor();
    await mine.hover();
    await chat.button('Pin', mine).click();
    await chat.frame().locator('.conversation').first().locator('.title .codicon-pinned').waitFor();
    await chat.editor.screenshot('chat-history');
    await mine.hover();
    await chat.button('Delete', mine).click();
    await chat.editor.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Delete' }).click();
    await eventually(
      () => mine.count(),
      (count) => count === 0,
      'it is still there',
    );
    await search.press('Escape');
  });

  it('streams in a tab and in the side bar at once', async () => {
    const side = handFed();
    const tab = handFed();
    chat.server.script([{ tokens: side }, { tokens: tab }]);
    await chat.startNew();
    await chat.ask('In the side bar');
    side.send('side one');
    await chat.last().locator('p', { hasText: 'side one' }).waitFor();
    await chat.editor.command('Ghoststream: Open Chat in Editor');
    await chat.editor.page.locator('.tab.active', { hasText: 'Chat' }).waitFor();
    const inTab = await eventually(
      async () => {
        for (const frame of chat.editor.page.frames()) {
          if (
            frame !== chat.frame() &&
            (await frame
              .locator('.composer')
              .count()
              .catch(() => 0)) > 0
          )
            return frame;
        }
        return undefined;
      },
      (frame) => frame !== undefined,
      'no page in the tab',
    );
    assert.ok(inTab);
    await inTab.locator('.answer p', { hasText: 'side one' }).waitFor();
    await inTab.getByRole('button', { name: 'New conversation', exact: true }).click();
    await inTab.locator('.composer textarea').click();
    await chat.editor.type('In the tab', 0);
    await chat.editor.press('Enter');
    tab.send('tab one');
    await inTab.locator('.answer p', { hasText: 'tab one' }).waitFor();
    side.send(' and two');
    await chat.last().locator('p', { hasText: 'side one and two' }).waitFor();
    side.end();
    tab.end();
    await inTab.locator('.answer:last-child:not(.running)').waitFor();
    await chat.answered();
    await chat.editor.press('Control+w');
  });

  it('comes back with its conversation and draft after the window was reloaded', async () => {
    chat.server.script([{ tokens: ['remember me'] }]);
    await chat.answerTo('Before the reload');
    await chat.input().fill('still here');
    await eventually(
      () => chat.frame().locator('.composer textarea').inputValue(),
      (text) => text === 'still here',
      '',
    );
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await chat.editor.page.reload();
    await chat.found();
    await chat.last().locator('p', { hasText: 'remember me' }).waitFor();
    assert.equal(await chat.input().inputValue(), 'still here');
    await chat.input().fill('');
  });

  it('copies an answer, exports a conversation, and deletes from a message on', async () => {
    await chat.answerTo('Keep this', { tokens: ['**an** answer'] });
    await chat.last().hover();
    await chat.button('Copy message', chat.last()).click();
    await chat.input().click();
    await chat.editor.press('Control+v');
    assert.equal(await chat.input().inputValue(), '**an** answer');
    await chat.input().fill('');
    await chat.button('Conversations', chat.frame().locator('header')).last().click();
    const row = chat.frame().locator('.conversation', { hasText: 'Keep this' });
    await row.hover();
    await chat.button('Export', row).click();
    await chat.editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Markdown' }).click();
    await chat.editor.page.locator('.tab.active', { hasText: /Keep this/ }).waitFor();
    await chat.frame().locator('.search').press('Escape');
    const question = chat.frame().locator('.question');
    await question.hover();
    await chat.button('Delete from here', question).click();
    await eventually(
      () => chat.frame().locator('.message').count(),
      (count) => count === 0,
      'the messages are still there',
    );
  });

  it('gives a conversation a model and instructions of its own', async () => {
    await chat.answerTo('Hello', { tokens: ['ok'] });
    await chat.frame().locator('.composer .model').click();
    await chat.editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Second' }).click();
    await chat.frame().locator('.composer .model', { hasText: 'Second' }).waitFor();
    await chat.button('Instructions for this conversation').click();
    await chat.frame().locator('dialog textarea').fill('Speak like a pirate.');
    await chat.button('Save').click();
    await chat.ask('And now?');
    await chat.answered(2);
    assert.match(chat.sent(), /"model":"second"[^]*Speak like a pirate/);
    await chat.answerTo('Elsewhere');
    assert.match(chat.sent(), /"model":"scripted"/);
    assert.doesNotMatch(chat.sent(), /pirate/);
  });

  it('is the same in two windows, each with its own conversation and draft', async () => {
    const tokens = handFed();
    await chat.answerTo(
      'Asked in the first window',
      { tokens: ['first answer'] },
      { tokens },
      { tokens: ['own'] },
    );
    const second = await openSecondWindow(chat);
    try {
      const page = await second.webview('.composer');
      await page.getByRole('button', { name: 'Conversations', exact: true }).last().click();
      await page.locator('.conversation .open', { hasText: 'Asked in the first window' }).click();
      await page.locator('.answer p', { hasText: 'first answer' }).waitFor();
      await page.locator('.composer textarea').fill('a draft of the second window');
      await chat.ask('Asked again');
      tokens.send('seen by both');
      await page.locator('.answer p', { hasText: 'seen by both' }).waitFor();
      tokens.end();
      await chat.answered(2);
      await page.locator('.answer:last-child .by', { hasText: 'Scripted' }).waitFor();
      assert.equal(await chat.input().inputValue(), '');
      await page.getByRole('button', { name: 'New conversation', exact: true }).click();
      await page.locator('.composer textarea').click();
      await second.type('Asked in the second', 0);
      await second.press('Enter');
      await page.locator('.answer p', { hasText: 'own' }).waitFor();
      assert.equal(await chat.frame().locator('.answer').count(), 2);
      await chat.button('Conversations', chat.frame().locator('header')).last().click();
      await chat.frame().locator('.conversation', { hasText: 'Asked in the second' }).waitFor();
      await chat.frame().locator('.search').press('Escape');
    } finally {
      await second.close();
    }
  });
});

/** On another folder of the same machine, with the panel open. */
async function openSecondWindow(chat: ChatUnderTest): Promise<Editor> {
  const second = await openEditor({ settings: chat.settings() });
  await second.command('Ghoststream: Open Chat');
  return second;
}
