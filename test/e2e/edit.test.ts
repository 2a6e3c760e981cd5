/** Edit in place, as a person uses it: an instruction, a proposal that grows, a decision, one step of undo. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { handFed, serve, type Answer, type ModelServer } from '../fakes/modelServer.ts';
import { eventually, openEditor, type Editor } from './harness/editor.ts';
import { drawnLines, promisedLines, proposedEdit } from './harness/proposal.ts';

const TOTAL = [
  'function total(items) {',
  '  let sum = 0;',
  '  for (let i = 0; i < items.length; i++) {',
  '    sum = sum + items[i].price;',
  '  }',
  '  return sum;',
  '}',
];
const BETTER = TOTAL.with(2, '  for (const item of items) {').with(3, '    sum += item.price;');
const REST = ['', 'function first(items) {', '  return items[0];', '}', ''];
const CODE = [...TOTAL, ...REST].join('\n');

describe('edit in place', () => {
  let server: ModelServer;
  let editor: Editor;

  before(async () => {
    server = await serve({ dialect: 'openai-chat', answers: [] });
    const model = { name: 'fake', url: server.url, dialect: 'openai-chat', contextTokens: 8192 };
    editor = await openEditor({
      files: { 'start.js': '' },
      open: 'start.js',
      settings: { 'ghoststream.models': [model], 'ghoststream.inline.enabled': false },
    });
    await editor.statusBar('Ghoststream').waitFor();
  });
  after(async () => {
    await editor.close();
    await server.close();
  });

  const onDisk = (name: string): string => readFileSync(path.join(editor.folder, name), 'utf8');
  const lens = (text: string) => editor.page.locator('.codelens-decoration', { hasText: text }).first();
  /** From its beginning: the page of a proposal has the file's name in its own. */
  const activeTab = (name: string) =>
    editor.page.locator('.tab.active', { hasText: new RegExp(`^${name}`) }).waitFor();

  /** Opens a file, selects its first lines and asks for an edit of them. */
  async function ask(name: string, content: string, lines: number, answer: Answer): Promise<void> {
    server.script([answer]);
    await editor.openFile(name, content);
    // On a busy machine the focus follows later than the tab.
    await editor.page.locator('.editor-instance .monaco-editor').first().click();
    await editor.press('Control+Home', ...Array<string>(lines).fill('Shift+ArrowDown'), 'Alt+i');
    await editor.page.locator('.quick-input-widget', { hasText: /Edit lines? / }).waitFor();
    await editor.page.locator('.quick-input-widget input').first().fill('Use for … of');
    await editor.press('Enter');
  }

  const page = (): Promise<string[]> => drawnLines(editor.page);

  it('grows as a difference, leaves the file alone until it is accepted, and is one step of undo', async () => {
    const tokens = handFed();
    await ask('a.js', CODE, 7, { tokens });
    await lens('Waiting for the model').waitFor();
    tokens.send('Here you go:\n```js\n', ...BETTER.slice(0, 3).map((line) => `${line}\n`), '    sum');
    await activeTab('Proposed a.js');
    await lens('Writing').waitFor();
    const drawing = (lines: readonly string[]) =>
      eventually(page, (drawn) => drawn.join('\n').startsWith(lines.join('\n')), lines.join('\n'));
    await drawing([
      ' function total(items) {',
      '   let sum = 0;',
      '+  for (const item of items) {',
      '   for (let i = 0; i < items.length; i++) {',
      '     sum = sum + items[i].price;',
    ]);
    await editor.screenshot('edit-growing');
    tokens.send(
      ...BETTER.slice(3).map((line, index) => `${index === 0 ? line.slice(7) : line}\n`),
      '```\nHope it helps',
    );
    await proposedEdit(editor.page, 'a.js');
    await drawing([
      ' function total(items) {',
      '   let sum = 0;',
      '-  for (let i = 0; i < items.length; i++) {',
      '-    sum = sum + items[i].price;',
      '+  for (const item of items) {',
      '+    sum += item.price;',
      '   }',
    ]);
    await editor.screenshot('edit-ready');
    assert.equal(onDisk('a.js'), CODE);
    await editor.press('Control+Enter');
    await activeTab('a.js');
    assert.equal(await editor.saved('a.js'), [...BETTER, ...REST].join('\n'));
    await editor.press('Control+z');
    assert.equal(await editor.saved('a.js'), CODE);
  });

  it('is decided difference by difference', async () => {
    const answer = [...BETTER, ...REST.slice(0, 3).with(2, '  return items.at(0);'), '}'];
    await ask('b.js', CODE, 11, { tokens: [`\`\`\`js\n${answer.join('\n')}\n\`\`\``] });
    await lens('Accept 1 of 2').waitFor();
    await editor.screenshot('edit-two-differences');
    await editor.press('Alt+Backspace');
    await lens('Accept 1 of 2').waitFor({ state: 'hidden' });
    assert.equal(onDisk('b.js'), CODE);
    await editor.press('Alt+Enter');
    await activeTab('b.js');
    assert.equal(await editor.saved('b.js'), CODE.replace('items[0]', 'items.at(0)'));
  });

  it('keeps for review what came before Stop, and closes the request', async () => {
    const tokens = handFed();
    await ask('c.js', CODE, 7, { tokens });
    tokens.send('```js\n', ...BETTER.slice(0, 4).map((line) => `${line}\n`));
    await lens('Writing').waitFor();
    await eventually(page, (drawn) => drawn.includes('+    sum += item.price;'), 'the line is not drawn');
    await editor.press('Escape');
    assert.equal(await server.requests.at(-1)?.closed, true);
    await proposedEdit(editor.page, 'c.js');
    const shown = promisedLines(await page());
    assert.equal(onDisk('c.js'), CODE);
    await editor.press('Control+Enter');
    await activeTab('c.js');
    const saved = await editor.saved('c.js');
    assert.deepEqual(saved.split('\n'), shown);
    assert.equal(saved, [...BETTER, ...REST].join('\n'));
  });

  it('is rejected without a trace, works at the caret, and keeps the file’s line ends', async () => {
    const before = 'if (x) {\r\n  \r\n}';
    await editor.openFile('d.js', before);
    server.script([{ tokens: ['```js\n', 'a();\nb();', '\n```'] }]);
    const propose = async (): Promise<void> => {
      await editor.press('Control+Home', 'ArrowDown', 'End', 'Alt+i');
      await editor.page.locator('.quick-input-widget', { hasText: 'Edit line 2' }).waitFor();
      // The instruction of the tests above, among the recent ones.
      await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Use for … of' }).waitFor();
      await editor.press('Enter');
      await proposedEdit(editor.page, 'd.js');
    };
    await propose();
    await editor.press('Escape');
    await activeTab('d.js');
    assert.equal(await editor.saved('d.js'), before);
    await propose();
    await editor.press('Control+Enter');
    await activeTab('d.js');
    assert.equal(await editor.saved('d.js'), 'if (x) {\r\n  a();\r\n  b();\r\n}');
  });

  it('lets you type elsewhere, and gives way where you type into its lines', async () => {
    await ask('e.js', CODE, 7, { tokens: [`\`\`\`js\n${BETTER.join('\n')}\n\`\`\``] });
    await proposedEdit(editor.page, 'e.js');
    await editor.page.locator('.tab', { hasText: /^e\.js/ }).click();
    // The editor asks for lenses while its text has the focus.
    await editor.page.locator('.editor-instance .monaco-editor').first().click();
    await lens('Proposed edit').waitFor();
    await editor.press('Control+End');
    await editor.type('// more');
    await lens('Proposed edit').waitFor();
    await editor.press('Control+Home', 'ArrowDown', 'End');
    await editor.type(' // mine');
    await editor.notification('the proposed edit was withdrawn').waitFor();
    await lens('Proposed edit').waitFor({ state: 'hidden' });
    assert.equal(await editor.saved('e.js'), `${CODE.replace('sum = 0;', 'sum = 0; // mine')}// more`);
  });

  it('says what went wrong, keeps what came before it, and tries again', async () => {
    const cut = ['```js\n', ...BETTER.slice(0, 4).map((line) => `${line}\n`)];
    await ask('f.js', CODE, 7, { tokens: cut, end: 'reset' });
    const broken = editor.notification('What came before is kept for review');
    await broken.waitFor();
    await proposedEdit(editor.page, 'f.js');
    await editor.screenshot('edit-broken');
    server.script([{ tokens: [`\`\`\`js\n${BETTER.with(1, '  let sum = 1;').join('\n')}\n\`\`\``] }]);
    await broken.getByRole('button', { name: 'Try Again' }).click();
    await eventually(page, (drawn) => drawn.includes('+  let sum = 1;'), 'it was not tried again');
    await lens('Reject').getByText('Reject').click();
    await activeTab('f.js');
    assert.equal(await editor.saved('f.js'), CODE);
  });
});
