/** What the code and the links of an answer do, by real clicks in a real VS Code. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openChat, type ChatUnderTest } from './harness/chat.ts';
import { eventually } from './harness/editor.ts';

describe('chat code', () => {
  let chat: ChatUnderTest;

  before(async () => {
    chat = await openChat({
      builtIn: 'all',
      files: {
        'src/a.py': 'class A:\n    ',
        'src/b.ts': 'export const b = 1;\n',
        'my dir/c.ts': 'one\ntwo\nthree\n',
        'src/shape.ts': 'const unit = 1;\nexport class Shape {\n  area() {\n    return unit;\n  }\n}\n',
        'tsconfig.json': '{}\n',
      },
      open: 'src/a.py',
    });
  });
  after(() => chat.close());

  it('inserts code with the indentation of the caret', async () => {
    chat.server.script([{ tokens: ['```python\ndef f(self):\n    return 1\n```'] }]);
    await chat.answerTo('A method');
    await chat.last().locator('.code').hover();
    await chat.button('Insert at cursor', chat.last()).click();
    await eventually(
      () => chat.editor.saved('src/a.py'),
      (text) => text.includes('return 1'),
      'nothing was inserted',
    ).then((text) => assert.equal(text, 'class A:\n    def f(self):\n        return 1'));
  });

  it('applies code to the file it names, after a look at the difference', async () => {
    chat.server.script([{ tokens: ['```ts\n// path: src/b.ts\nexport const b = 2;\n```'] }]);
    await chat.answerTo('Change b');
    await chat.last().locator('.code').hover();
    await chat.button('Apply to a file…', chat.last()).click();
    await chat.editor.page.locator('.tab', { hasText: 'b.ts: proposed change' }).waitFor();
    await chat.editor
      .notification('Apply the proposed change')
      .getByRole('button', { name: /Apply to src\/b\.ts/ })
      .click();
    await chat.editor.page.locator('.tab.active.dirty', { hasText: 'b.ts' }).waitFor();
    assert.match(await chat.editor.saved('src/b.ts'), /b = 2;/);
  });

  it('asks where code belongs that names no file, and changes nothing after a no', async () => {
    await chat.editor.openFile('src/a.py');
    await chat.answerTo('What else?', { tokens: ['```ts\nexport const other = 3;\n```'] });
    await chat.editor.openFile('my dir/c.ts');
    await chat.last().locator('.code').hover();
    await chat.button('Apply to a file…', chat.last()).click();
    const offered = chat.editor.page.locator('.quick-input-list .monaco-list-row');
    await offered.filter({ hasText: 'src/a.py' }).filter({ hasText: 'went with the question' }).waitFor();
    await offered.filter({ hasText: 'my dir/c.ts' }).click();
    await chat.editor.page.locator('.tab', { hasText: 'c.ts: proposed change' }).waitFor();
    await chat.editor
      .notification('Apply the proposed change')
      .getByRole('button', { name: 'Discard' })
      .click();
    await chat.editor.page
      .locator('.tab', { hasText: 'c.ts: proposed change' })
      .waitFor({ state: 'detached' });
    assert.equal(await chat.editor.page.locator('.tab.dirty').count(), 0);
  });

  it('opens files and lines on a click, and refuses what is no page or file', async () => {
    chat.server.script([
      {
        tokens: [
          'See [c](<my dir/c.ts#L2>), `src/a.py:1`, [gone](src/gone.ts) and [run](command:workbench.action.quit)',
        ],
      },
    ]);
    await chat.answerTo('Where?');
    await chat.last().locator('[data-link]', { hasText: /^c$/ }).click();
    await chat.editor.page.locator('.tab.active', { hasText: 'c.ts' }).waitFor();
    await chat.editor.statusBar(/Ln 2/).waitFor();
    await chat.last().locator('code[data-link]', { hasText: 'src/a.py:1' }).click();
    await chat.editor.page.locator('.tab.active', { hasText: 'a.py' }).waitFor();
    await chat.last().locator('[data-link]', { hasText: 'gone' }).click();
    await chat.editor.notification('There is no file').waitFor();
  });

  it('makes a link of code that names a symbol, once the pointer comes, and leaves other words alone', async () => {
    await chat.editor.openFile('src/b.ts');
    await chat.answerTo('Which class?', { tokens: ['It is `Shape`, not `Nothing`.'] });
    const named = chat.last().locator('code', { hasText: 'Shape' });
    // The language server may still be reading the folder.
    await eventually(
      async () => {
        await chat.frame().locator('.composer').hover();
        await named.hover();
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        return named.getAttribute('role');
      },
      (role) => role === 'link',
      'the symbol is not found',
    ).catch(() => undefined);
    await named.click();
    await chat.editor.page.locator('.tab.active', { hasText: 'shape.ts' }).waitFor();
    await chat.editor.statusBar(/Ln 2/).waitFor();
    assert.equal(await chat.last().locator('code', { hasText: 'Nothing' }).getAttribute('role'), null);
  });

  it('replaces the selection, and opens code as a new file', async () => {
    await chat.editor.openFile('my dir/c.ts');
    await chat.editor.press('Control+a');
    await chat.answerTo('Better?', { tokens: ['```js\nfour();\n```'] });
    await chat.last().locator('.code').hover();
    await chat.button('Replace selection', chat.last()).click();
    await chat.editor.page.locator('.tab.active.dirty', { hasText: 'c.ts' }).waitFor();
    assert.equal(await chat.editor.saved('my dir/c.ts'), 'four();');
    await chat.last().locator('.code').hover();
    await chat.button('Insert into new file', chat.last()).click();
    await chat.editor.page.locator('.tab.active', { hasText: /Untitled/ }).waitFor();
    await chat.editor.statusBar('JavaScript').waitFor();
  });

  it('runs commands in the terminal, after a yes alone', async () => {
    await chat.answerTo('How?', { tokens: ['```sh\necho it ran > ran.txt\n```'] });
    const ran = path.join(chat.editor.folder, 'ran.txt');
    const dialog = chat.editor.page.locator('.monaco-dialog-box', { hasText: 'A model wrote it.' });
    await chat.last().locator('.code').hover();
    await chat.button('Run in terminal…', chat.last()).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(existsSync(ran), false);
    await chat.last().locator('.code').hover();
    await chat.button('Run in terminal…', chat.last()).click();
    await dialog.getByRole('button', { name: 'Run' }).click();
    await eventually(
      () => existsSync(ran) && readFileSync(ran, 'utf8'),
      (text) => text === 'it ran\n',
      'it did not run',
    );
  });
});
