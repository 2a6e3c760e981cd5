/** What goes with a question, by real keys in a real VS Code: files, symbols, problems, output, changes, pictures. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { openChat, type ChatUnderTest } from './harness/chat.ts';
import { eventually } from './harness/editor.ts';

describe('chat context', () => {
  let chat: ChatUnderTest;

  before(async () => {
    chat = await openChat({
      builtIn: 'all',
      files: {
        'src/a.py': 'class A:\n    ',
        'my dir/c.ts': 'one\ntwo\nthree\n',
        'src/shape.ts': 'const unit = 1;\nexport class Shape {}\n',
        'tsconfig.json': '{}\n',
      },
      prepare: (folder) => {
        git(folder, 'init', '--quiet');
        git(folder, 'add', '--all');
        git(folder, 'commit', '--quiet', '-m', 'Begin');
        writeFileSync(
          path.join(folder, 'src/shape.ts'),
          'const unit: number = "one";\nexport class Shape {}\n',
        );
      },
      // Without the graphics card, the terminal's text is in the page.
      settings: { 'git.enabled': true, 'terminal.integrated.gpuAcceleration': 'off' },
      open: 'src/a.py',
    });
  });
  after(() => chat.close());

  it('takes files by @ and the selection by its chip, which a click leaves out', async () => {
    chat.server.script([{ tokens: ['ok'] }]);
    await chat.startNew();
    await chat.input().click();
    const used = async (): Promise<number> =>
      Number(await chat.frame().locator('.meter').getAttribute('aria-valuenow'));
    const before = await used();
    await chat.editor.type('Look at @file:c.t', 20);
    await chat.frame().locator('.suggestions li', { hasText: 'c.ts' }).first().waitFor();
    await chat.editor.press('Enter');
    await chat.frame().locator('.composer .chip', { hasText: 'my dir/c.ts' }).waitFor();
    await eventually(used, (tokens) => tokens > before + 10, 'the meter does not count what goes along');
    await chat.frame().locator('.composer .chip', { hasText: 'a.py' }).click();
    await chat.input().click();
    await chat.editor.press('End', 'Enter');
    await chat.answered(1);
    assert.match(chat.sent(), /one\\\\ntwo\\\\nthree|one\\ntwo\\nthree/);
    assert.doesNotMatch(chat.sent(), /class A/);
  });

  it('completes slash commands and sends what they stand for', async () => {
    chat.server.script([{ tokens: ['ok'] }]);
    await chat.startNew();
    await chat.input().click();
    await chat.editor.type('/exp', 20);
    await chat.frame().locator('.suggestions li', { hasText: '/explain' }).waitFor();
    await chat.editor.press('Tab');
    await chat.editor.press('Enter');
    await chat.answered(1);
    assert.match(chat.sent(), /Explain what this code does/);
    assert.match(chat.sent(), /class A/);
  });

  it('takes folders, symbols, problems, changes and the last terminal command by @', async () => {
    await chat.editor.openFile('src/shape.ts');
    await chat.editor.command('Terminal: Create New Terminal');
    await chat.editor.page.locator('.terminal-wrapper.active .xterm-rows', { hasText: /[$#]/ }).waitFor();
    // What a quicker command prints does not reach extensions.
    await chat.editor.type('sleep 1; echo said by the terminal', 20);
    await chat.editor.press('Enter');
    await chat.editor.page
      .locator('.terminal-wrapper.active .xterm-rows > div', { hasText: /^said by the terminal/ })
      .waitFor();
    await chat.editor.page.locator('.squiggly-error').first().waitFor();
    chat.server.script([{ tokens: ['ok'] }]);
    await chat.startNew();
    await chat.input().click();
    const suggestion = chat.frame().locator('.suggestions li');
    const chip = (text: string): Locator => chat.frame().locator('.composer .chip', { hasText: text });
    for (const [typed, offered, reference] of [
      ['@folder:sr', 'src', '@folder:src'],
      ['@symbol:Sha', 'Shape', '@symbol:Shape'],
      ['@prob', '@problems', '@problems'],
      ['@chan', '@changes', '@changes'],
      ['@term', '@terminal', '@terminal'],
    ] as const) {
      // What is looked up in the whole folder may not be there at the first letter.
      await eventually(
        async () => {
          await chat.input().fill('');
          await chat.editor.type(typed, 20);
          return suggestion
            .filter({ hasText: offered })
            .first()
            .waitFor({ timeout: 5_000 })
            .then(
              () => true,
              () => false,
            );
        },
        (seen) => seen,
        `${offered} is not offered`,
      );
      await chat.editor.press('Enter');
      await chip(reference).waitFor();
    }
    await chat.editor.type('What is wrong?', 0);
    await chat.editor.screenshot('chat-context');
    await chat.editor.press('Enter');
    await chat.answered(1);
    const sent = chat.sent();
    assert.match(sent, /src\/a\.py\\nsrc\/shape\.ts/);
    assert.match(sent, /Symbol: Shape[^]*class Shape/);
    assert.match(sent, /shape\.ts:1: error:/);
    assert.match(sent, /\+const unit: number/);
    assert.match(sent, /\$ sleep 1; echo said by the terminal\\nsaid by the terminal/);
    await chat.frame().locator('.question .chip', { hasText: 'Shape (src' }).waitFor();
  });

  it('takes pictures by pasting and files by dropping', async () => {
    chat.server.script([{ tokens: ['ok'] }]);
    await chat.startNew();
    await chat.editor.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await chat.editor.page.evaluate(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 20 });
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
      if (blob) await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    });
    await chat.input().click();
    await chat.editor.press('Control+v');
    await chat.frame().locator('.composer .chip img.thumbnail').waitFor();
    // The editor lets a drag through to the page while Shift is held; its last step is played here.
    const file = `file://${chat.editor.folder}/my%20dir/c.ts`;
    await chat
      .frame()
      .locator('.composer')
      .evaluate((composer, uri) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.setData('text/uri-list', uri);
        composer.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      }, file);
    await chat.frame().locator('.composer .chip', { hasText: 'my dir/c.ts' }).waitFor();
    await chat.input().click();
    await chat.editor.type('What is this?', 0);
    await chat.editor.press('Enter');
    await chat.answered(1);
    assert.match(chat.sent(), /data:image\/png;base64,/);
    assert.match(chat.sent(), /one\\ntwo\\nthree/);
    await chat.frame().locator('.question img.picture').waitFor();
  });

  it('leaves the oldest messages out when the window is full, and says so', async () => {
    chat.server.script([{ tokens: ['word '.repeat(1_500)] }]);
    await chat.startNew();
    for (const [index, question] of ['first question', 'second question', 'third question'].entries()) {
      await chat.ask(question);
      await chat.answered(index + 1);
    }
    await chat.ask('the newest question');
    await chat.answered(4);
    assert.match(chat.sent(), /programming assistant[^]*the newest question/);
    assert.doesNotMatch(chat.sent(), /first question/);
    assert.match(
      (await chat.frame().locator('.meter').getAttribute('title')) ?? '',
      /the \d oldest messages will be left out/,
    );
  });
});

function git(folder: string, ...args: readonly string[]): void {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  execFileSync('git', [...who, ...args], { cwd: folder });
}
