/** Ghost text among everything else that an editor does: nothing is in another's way, and nothing flickers. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sharedDesk, type Desk } from './harness/desk.ts';
import { eventually, type Editor } from './harness/editor.ts';
import { fromFirstToLast, timed, tokensOf } from './harness/stream.ts';

/** Long enough for an unasked request to be sent: the longest pause is 300 ms. */
const QUIET_MS = 700;

describe('ghost text beside', () => {
  let desk: Desk;
  let editor: Editor;

  before(async () => {
    desk = await sharedDesk();
    ({ editor } = desk);
  });
  afterEach(() => desk.configure());

  /** Nothing was asked for and nothing is drawn. */
  async function checkQuiet(requests: () => number): Promise<void> {
    await editor.page.waitForTimeout(QUIET_MS);
    assert.deepEqual([requests(), await editor.ghost()], [0, '']);
  }

  it('another extension: says once that there are two', async () => {
    const hint = editor.notification('Twinny offers ghost text too');
    await hint.waitFor();
    await editor.screenshot('beside-neighbor');
    await hint.getByRole('button', { name: 'Keep Both' }).click();
    await hint.waitFor({ state: 'hidden' });
    await desk.configure({ 'ghoststream.inline.enabled': false });
    await desk.configure();
    await editor.page.waitForTimeout(QUIET_MS);
    assert.equal(await hint.count(), 0);
  });

  describe('another extension', () => {
    it('leaves what the other drew first as it is, though ours comes later and grows', async () => {
      const line = 'ours: and it goes on and on and on';
      await desk.scene('first.yaml', 'key:', { tokens: tokensOf(line), firstTokenMs: 200, tokenMs: 60 });
      const recording = await editor.record();
      await editor.type(' ');
      await editor.ghostWith('from the neighbor');
      await editor.page.waitForTimeout(1500);
      const drawn = fromFirstToLast(await recording.states()).map(({ text }) => text);
      assert.deepEqual(drawn, ['from the neighbor']);
    });

    it('gets out of the other’s way when turned off', async () => {
      await desk.configure({ 'ghoststream.inline.enabled': false });
      const requests = await desk.scene('off.yaml', 'key:', { tokens: ['ours'] });
      await editor.type(' ');
      assert.equal(await editor.ghostWith(/./), 'from the neighbor');
      assert.equal(requests(), 0);
    });
  });

  describe('the list of suggestions', () => {
    it('continues the selected entry, which Tab takes first', async () => {
      const requests = await desk.scene('list.css', 'a { color: ', { tokens: tokensOf(' red;') });
      await editor.type('col');
      await editor.press('Control+Space');
      await editor.page.locator('.suggest-widget.visible', { hasText: 'colorful' }).waitFor();
      await editor.ghostWith(/orful.* red;/);
      await editor.screenshot('beside-list');
      await editor.press('Tab');
      await editor.ghostWith('red;');
      await editor.press('Tab');
      assert.equal(await editor.saved('list.css'), 'a { color: colorful red;');
      assert.ok(requests() > 0);
    });

    it('keeps quiet behind it where the setting says so', async () => {
      await desk.configure({ 'ghoststream.inline.withSuggestWidget': 'hide' });
      await desk.scene('hide.css', 'a { color: ', { tokens: [] });
      await editor.type('col');
      await editor.press('Control+Space');
      await editor.page.locator('.suggest-widget.visible', { hasText: 'colorful' }).waitFor();
      await editor.page.waitForTimeout(QUIET_MS);
      const requests = desk.script({ tokens: tokensOf(' red;') });
      await editor.type('o');
      await editor.page.locator('.suggest-widget.visible', { hasText: 'colorful' }).waitFor();
      await checkQuiet(requests);
    });
  });

  it('a snippet: Tab goes through its places, and ghost text is there again after them', async () => {
    await desk.scene('snippet.ts', '', { tokens: tokensOf('use(row);') });
    await editor.command('Neighbor: Insert Loop');
    await editor.page.locator('.view-line', { hasText: 'for (const' }).waitFor();
    await editor.type('row');
    await editor.page.waitForTimeout(QUIET_MS);
    await editor.press('Tab');
    await editor.type('rows');
    await editor.press('Tab');
    await editor.type(' ');
    await editor.ghostWith('use(row);');
    await editor.press('Tab');
    assert.equal(await editor.saved('snippet.ts'), 'for (const row of rows) { use(row);}');
  });

  it('several carets: each gets the text', async () => {
    await desk.scene('carets.ts', 'const a =|\nconst a =', { tokens: tokensOf('load();') });
    await editor.command('Add Cursor Below');
    await editor.type(' ');
    await eventually(
      () => editor.ghost(),
      (text) => text.split('load();').length === 3,
      'not at both carets',
    );
    await editor.press('Tab');
    assert.equal(await editor.saved('carets.ts'), 'const a = load();\nconst a = load();');
  });

  it('a new line: Enter alone asks', async () => {
    const before = 'int main() {\n    int a = 1;|\n    return a;\n}\n';
    await desk.scene('enter.c', before, { tokens: tokensOf('a++;') });
    await editor.press('Enter');
    await editor.ghostWith('a++;');
  });

  it('a typist who does not wait: the caret stays where the typing put it', async () => {
    const slow = { tokens: tokensOf('late();'), firstTokenMs: 300, tokenMs: 30 };
    await desk.scene('typist.txt', '', slow);
    const lines = 'one two three\nfour five six\nseven eight nine\n';
    await editor.type(lines, 60);
    assert.equal(await editor.saved('typist.txt'), lines);
  });

  it('Emmet: Tab takes the ghost text that is visible, and reaches Emmet after Escape', async () => {
    await desk.configure({ 'emmet.triggerExpansionOnTab': true });
    await desk.scene('emmet.html', '', { tokens: tokensOf('Count') });
    await editor.type('span');
    await editor.ghostWith('Count');
    await editor.press('Tab');
    assert.equal(await editor.saved('emmet.html'), 'spanCount');
    await editor.press('Enter');
    await editor.type('span');
    await editor.ghostWith('Count');
    await editor.press('Escape');
    await editor.noGhost();
    await editor.press('Tab');
    await editor.page.locator('.view-line', { hasText: '<span></span>' }).waitFor();
    assert.equal(await editor.saved('emmet.html'), 'spanCount\n<span></span>');
  });

  it('a selection: nothing is asked for that would replace it', async () => {
    const requests = await desk.scene('selection.ts', 'let abc| = 1;', { tokens: ['2;'] });
    await editor.press('Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft');
    await checkQuiet(requests);
  });

  it('a caret that only moves, also through a word', async () => {
    const requests = await desk.scene('moves.ts', 'const val|ue = 10;\n', { tokens: ['X'] });
    await editor.press('ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowDown', 'ArrowUp');
    await checkQuiet(requests);
  });

  it('composition by an input method: quiet meanwhile, there after it', async () => {
    await desk.scene('compose.ts', 'const 名前 =', { tokens: tokensOf('load();') });
    const devtools = await editor.page.context().newCDPSession(editor.page);
    const compose = (text: string) =>
      devtools.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    const recording = await editor.record();
    await compose('か');
    await compose('かん');
    await editor.page.waitForTimeout(QUIET_MS);
    assert.deepEqual(fromFirstToLast(await recording.states()), []);
    await devtools.send('Input.insertText', { text: '漢' });
    await editor.type(' ');
    await editor.ghostWith('load();');
    await editor.press('Tab');
    assert.equal(await editor.saved('compose.ts'), 'const 名前 =漢 load();');
  });

  it('an untitled file', async () => {
    await editor.press('Control+Alt+n');
    await editor.page.locator('.monaco-editor[data-uri^="untitled:"]').waitFor();
    const requests = desk.script({ tokens: tokensOf('milk, bread and butter') });
    await editor.type('To buy: ');
    await editor.ghostWith('milk, bread and butter');
    assert.ok(requests() >= 1);
  });

  it('the right side of a difference', async () => {
    for (const name of ['old.ts', 'new.ts']) writeFileSync(path.join(editor.folder, name), 'const a =');
    await editor.command('Neighbor: Open Difference');
    const right = editor.page.locator('.modified-in-monaco-diff-editor .view-line').first();
    await right.click();
    await editor.press('Control+End');
    desk.script({ tokens: tokensOf('load();') });
    await editor.type(' ');
    await editor.ghostWith('load();');
    await editor.screenshot('beside-difference');
    await editor.press('Tab', 'Control+s');
    // The tab bears the difference's name, not the file's.
    const file = path.join(editor.folder, 'new.ts');
    await eventually(
      () => readFileSync(file, 'utf8'),
      (text) => text === 'const a = load();',
      'the text was not taken',
    );
  });

  it('the box for the commit message: only where the setting says so', async () => {
    const box = editor.page.locator('.scm-editor .monaco-editor').first();
    const ghost = box.locator('.ghost-text-decoration').first();
    await desk.scene('commit.txt', '', { tokens: [] });
    await editor.press('Control+Shift+g');
    await box.click();
    const quiet = desk.script({ tokens: tokensOf('the bug of the day') });
    await editor.type('Fix ');
    await editor.page.waitForTimeout(QUIET_MS);
    assert.deepEqual([quiet(), await ghost.count()], [0, 0]);
    await desk.configure({ 'ghoststream.inline.inCommitInput': true });
    await box.click();
    await editor.press('Control+End');
    await editor.type('also ');
    await ghost.waitFor();
    assert.match((await ghost.textContent()) ?? '', /the.bug/);
    await editor.press('Tab');
    await eventually(
      async () => (await box.textContent())?.replaceAll('\u00a0', ' ') ?? '',
      (text) => text.includes('Fix also the bug'),
      'Tab took nothing',
    );
    await editor.press('Control+Shift+e');
  });

  describe('Vim’s keys', () => {
    it('sends nothing while keys are commands', async () => {
      const requests = await desk.scene('normal.ts', 'const a =', { tokens: tokensOf('load();') });
      await editor.command('Neighbor: Normal Mode');
      await editor.statusBar('NORMAL').waitFor();
      await editor.type(' ');
      await checkQuiet(requests);
      await editor.command('Neighbor: Insert Mode');
      await editor.statusBar('INSERT').waitFor();
      await editor.type(' ');
      await editor.ghostWith('load();');
    });

    it('leaves Escape to Vim: one press reaches the normal mode and sends growing text away', async () => {
      const answer = timed(tokensOf('load(every, single, one, of, them, in, the, end);'), 60);
      await desk.scene('escape.ts', 'const a =', answer);
      await editor.command('Neighbor: Insert Mode');
      await editor.statusBar('INSERT').waitFor();
      await editor.type(' ');
      await editor.ghostWith('load(every');
      await editor.press('Escape');
      await editor.statusBar('NORMAL').waitFor();
      await editor.noGhost();
      await editor.page.waitForTimeout(QUIET_MS);
      assert.equal(await editor.ghost(), '');
      await editor.command('Neighbor: No Vim');
    });
  });
});
