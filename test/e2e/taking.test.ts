/** Taking ghost text: all, by words, by lines, another one, none; in each kind of document, while it still grows. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sharedDesk, type Desk } from './harness/desk.ts';
import { eventually, type Editor, type Recording } from './harness/editor.ts';
import { fromFirstToLast, timed, tokensOf } from './harness/stream.ts';

type Languages = Readonly<Record<string, Readonly<Record<string, number>>>>;

describe('taking ghost text', () => {
  let desk: Desk;
  let editor: Editor;

  before(async () => {
    desk = await sharedDesk();
    ({ editor } = desk);
  });

  /** What was drawn since, none of it blank before the last text. */
  async function drawnWithoutBlank(recording: Recording): Promise<string[]> {
    const states = fromFirstToLast(await recording.states());
    assert.ok(!states.some(({ text }) => text === ''), `a blank frame: ${JSON.stringify(states)}`);
    return states.map(({ text }) => text);
  }

  const DOCUMENTS = [
    ['TypeScript', 'words.ts', 'const total', '= prices.reduce((sum, price) => sum + price, 0);'],
    ['Python', 'words.py', 'total', '= sum(price for price in prices if price > 0)'],
    [
      'Markdown',
      'words.md',
      'To install it,',
      'download the archive, unpack it anywhere and run the script.',
    ],
    ['a notebook', 'words.ipynb', 'import os\ntotal', '= sum(price for price in prices if price > 0)'],
  ] as const;
  for (const [kind, file, before, rest] of DOCUMENTS) {
    it(`by words while it grows, in ${kind}`, async () => {
      const answer = timed(tokensOf(rest), 80);
      const inNotebook = file.endsWith('.ipynb');
      const requests = await desk.scene(file, inNotebook ? notebook(before) : before, answer);
      if (inNotebook) await enterCell();
      const [first = '', second = ''] = rest.split(' ');
      const recording = await editor.record();
      await editor.type(' ');
      await editor.ghostWith(`${first} ${second}`.slice(0, 10));
      await editor.press('Control+ArrowRight');
      await editor.ghostWith(rest.slice(-12));
      await editor.page.waitForTimeout(200);
      const drawn = await drawnWithoutBlank(recording);
      assert.ok(drawn.length > 3, `it did not grow: ${JSON.stringify(drawn)}`);
      assert.equal(requests(), 1);
      await editor.press('Tab');
      const saved = await editor.saved(file);
      assert.equal(inNotebook ? firstCell(saved) : saved, `${before} ${rest}`);
    });
  }

  const notebook = (source: string): string =>
    JSON.stringify({
      cells: [{ cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source }],
      metadata: { language_info: { name: 'python' } },
      ...{ nbformat: 4, nbformat_minor: 5 },
    });
  const firstCell = (json: string): string | undefined => {
    const { cells } = JSON.parse(json) as { readonly cells: readonly { readonly source: string[] }[] };
    return cells[0]?.source.join('');
  };

  /** From the notebook's list of cells into the text of the first one. */
  async function enterCell(): Promise<void> {
    await editor.page.locator('.notebookOverlay .cell .monaco-editor .view-line').last().click();
    await editor.press('Control+End');
  }

  it('by lines while it grows, keeping the indentation', async () => {
    const body = 'a()\n    b()\n    c()';
    const answer = timed(tokensOf(body), 80);
    const requests = await desk.scene('lines.py', 'if x:\n    |\n', answer);
    await editor.press('Space', 'Backspace');
    await editor.ghostWith('b()');
    const sent = requests();
    const recording = await editor.record();
    await editor.press('Control+Alt+l');
    await eventually(
      () => editor.ghost(),
      (text) => !text.includes('a()') && text.includes('b()'),
      'the line was not taken',
    );
    await editor.press('Control+Alt+l');
    await editor.ghostWith('c()');
    await drawnWithoutBlank(recording);
    assert.equal(requests(), sent);
    assert.equal((await editor.saved('lines.py')).trimEnd(), 'if x:\n    a()\n    b()');
  });

  it('where it begins with indentation: one Tab takes it', async () => {
    await desk.scene('indented.py', 'if x:\n|', { tokens: ['    y = 1', '\n    z = 2'] });
    await editor.press('Space', 'Backspace');
    await editor.ghostWith('z = 2');
    await editor.page.waitForTimeout(300);
    await editor.press('Tab');
    assert.equal(await editor.saved('indented.py'), 'if x:\n    y = 1\n    z = 2');
  });

  it('where it begins with indentation: Escape leaves Tab to the editor', async () => {
    await desk.scene('indents.py', 'if x:\n|', { tokens: ['    y = 1', '\n    z = 2'] });
    await editor.press('Space', 'Backspace');
    await editor.ghostWith('z = 2');
    await editor.press('Escape', 'Tab');
    await editor.page.waitForTimeout(200);
    assert.equal(await editor.saved('indents.py'), 'if x:\n    ');
  });

  it('another one: the next and the one before, asked for once', async () => {
    const answers = [{ tokens: tokensOf('first();') }, { tokens: tokensOf('second();') }];
    const requests = await desk.scene('another.ts', 'const a =', ...answers);
    await editor.type(' ');
    await editor.ghostWith('first();');
    await desk.server.requests.at(-1)?.closed;
    // Others are asked for where the answer is whole and drawn to its end.
    await editor.page.waitForTimeout(500);
    await editor.press('Alt+]');
    await editor.ghostWith('second();');
    await editor.press('Alt+]');
    await editor.ghostWith('first();');
    await editor.press('Alt+[');
    await editor.ghostWith('second();');
    assert.equal(requests(), 2);
    await editor.press('Tab');
    assert.equal(await editor.saved('another.ts'), 'const a = second();');
  });

  it('none: Escape sends it away, clicks land where they point, and the place stays quiet', async () => {
    await desk.scene('none.txt', '1\n|\n3\n4\n5\n', { tokens: tokensOf('2a\n2b\n2c') });
    await editor.press('Space', 'Backspace');
    await editor.ghostWith('2c');
    await editor.press('Escape');
    await editor.noGhost();
    await editor.page.locator('.editor-instance .view-line', { hasText: /^5$/ }).click();
    await editor.statusBar(/Ln 5, Col/).waitFor();
    assert.equal(await editor.ghost(), '');
  });

  it('typed letter by letter, and back again with Backspace, without a second request', async () => {
    const requests = await desk.scene('typed.ts', 'console.', { tokens: tokensOf('log("x");') });
    await editor.press('Space', 'Backspace');
    await editor.ghostWith('log("x");');
    const sent = requests();
    const recording = await editor.record();
    await editor.type('log');
    await editor.ghostWith(/^\("x"\);$/);
    await editor.press('Backspace', 'Backspace');
    await editor.ghostWith(/^og\("x"\);$/);
    await drawnWithoutBlank(recording);
    assert.equal(requests(), sent);
  });

  it('counts what was shown and what was taken, in parts and whole, and forgets it on request', async () => {
    const { page } = editor;
    await reset();
    await desk.scene('count.ts', '//', { tokens: tokensOf('one two three four') });
    await editor.type(' ');
    await editor.ghostWith('one two three four');
    await editor.press('Control+ArrowRight');
    await editor.ghostWith(/^ ?two three four$/);
    await editor.press('Tab');
    assert.equal(await editor.saved('count.ts'), '// one two three four');
    await editor.command('Ghoststream: Export Statistics as JSON');
    const target = page.locator('.quick-input-widget input').first();
    await eventually(
      () => target.inputValue(),
      (value) => value.endsWith('ghoststream-statistics.json'),
      'no place to export to',
    );
    await page.keyboard.press('Enter');
    const exported = await eventually(() => read('ghoststream-statistics.json'), Boolean, 'no export');
    const { languages } = JSON.parse(exported) as { readonly languages: Languages };
    assert.deepEqual(Object.keys(languages), ['typescript']);
    const counted = { shown: 1, shownCharacters: 18, accepted: 1, acceptedCharacters: 18, parts: 1 };
    assert.deepEqual({ ...languages.typescript, ...counted }, languages.typescript);
    assert.ok(!exported.includes('three'), 'text in the statistics');

    await editor.command('Ghoststream: Show Statistics');
    const table = await editor.webview('table');
    assert.match((await table.locator('table').first().textContent()) ?? '', /typescript11 \(100 %\)18/);
    await editor.screenshot('statistics');
    await reset();
    await eventually(
      async () =>
        (await editor.webview('h1'))
          .locator('body')
          .textContent({ timeout: 1000 })
          .catch(() => ''),
      (text) => text?.includes('Nothing has been suggested yet') ?? false,
      'not forgotten',
    );
  });

  async function reset(): Promise<void> {
    await editor.command('Ghoststream: Reset Statistics');
    await editor.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Reset' }).click();
  }

  function read(name: string): string {
    try {
      return readFileSync(path.join(editor.folder, name), 'utf8');
    } catch {
      return '';
    }
  }
});
