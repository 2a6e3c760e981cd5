/** The commands on code in a real VS Code: prompts, own prompts, questions, tests and commit messages. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { handFed, serve, type Answer, type ModelServer } from '../fakes/modelServer.ts';
import { eventually, openEditor, type Editor } from './harness/editor.ts';

const FILES = {
  'src/a.js': 'export function add(a, b) {\n  return a - b;\n}\n',
  'src/b.spec.js': "import { b } from './b.js';\nit('works', () => b());\n",
  '.github/prompts/shout.prompt.md':
    '---\ndescription: Make it loud\nmode: edit\nagent: x\ntools: [y]\n---\nUse ${input:how:How loud?} letters in ${file}.\n',
  '.github/prompts/broken.prompt.md': '---\ndescription: d\nmode: write\n---\nDo it.\n',
};

describe('commands on code', () => {
  let server: ModelServer;
  let editor: Editor;

  before(async () => {
    server = await serve({ dialect: 'openai-chat', answers: [] });
    editor = await openEditor({
      files: FILES,
      open: 'src/a.js',
      builtIn: 'all',
      settings: {
        'ghoststream.models': [{ name: 'fake', url: server.url, dialect: 'openai-chat' }],
        'ghoststream.inline.enabled': false,
        'git.enabled': true,
      },
    });
    await editor.statusBar('Ghoststream').waitFor();
  });
  after(async () => {
    await editor.close();
    await server.close();
  });

  const lens = (text: string) => editor.page.locator('.codelens-decoration', { hasText: text }).first();
  const activeTab = (name: string | RegExp) =>
    editor.page.locator('.tab.active', { hasText: name }).waitFor();
  const box = () => editor.page.locator('.quick-input-widget input').first();
  const answers = (...script: Answer[]): void => server.script(script);
  /** All texts of the last request. */
  const sent = (): string => JSON.stringify(server.requests.at(-1)?.body);
  async function open(name: string): Promise<void> {
    await editor.openFile(name);
    await editor.page.locator('.editor-instance .monaco-editor').first().click();
  }

  it('fix edits the function around the caret', async () => {
    answers({ tokens: ['```js\n', 'export function add(a, b) {\n', '  return a + b;\n', '}\n', '```'] });
    await open('src/a.js');
    await editor.press('Control+Home');
    await editor.command('Ghoststream: Fix Problems');
    await lens('Accept').waitFor();
    await editor.press('Control+Enter');
    await activeTab('a.js');
    assert.equal(await editor.saved('src/a.js'), 'export function add(a, b) {\n  return a + b;\n}\n');
  });

  it('write tests puts them where the project has its tests', async () => {
    answers({ tokens: ['```js\n', "it('adds', () => add(1, 2));\n", '```'] });
    await open('src/a.js');
    await editor.command('Ghoststream: Write Tests');
    await lens('Accept').waitFor();
    assert.match(sent(), /Follow the conventions of this test.*it\('works', \(\) => b\(\)\)/);
    await editor.press('Control+Enter');
    await activeTab('a.spec.js');
    await editor.page.locator('.editor-instance .view-line', { hasText: "it('adds'" }).first().waitFor();
    await editor.command('File: Revert and Close Editor');
  });

  it('explain answers in the chat', async () => {
    answers({ tokens: ['It ', 'adds.'] });
    await open('src/a.js');
    await editor.command('Ghoststream: Explain');
    const chat = await editor.webview('.composer');
    await chat.locator('.answer:last-child:not(.running)', { hasText: 'It adds.' }).waitFor();
    assert.match(sent(), /Explain this javascript code.*File src\/a\.js.*return a/);
  });

  it('ask answers in an editor beside, with the selection', async () => {
    answers({ tokens: ['<think>hm</think>', 'It is a sum.'] });
    await open('src/a.js');
    await editor.press('Control+a');
    await editor.command('Ghoststream: Ask…');
    await box().fill('What is it?');
    await editor.page
      .locator('.quick-input-list .monaco-list-row', { hasText: 'Answer in an editor' })
      .waitFor();
    await editor.press('Enter');
    await editor.page.locator('.editor-instance .view-line', { hasText: 'It is a sum.' }).first().waitFor();
    assert.match(sent(), /What is it\?.*In src\/a\.js.*return a/);
    await editor.screenshot('ask-in-an-editor');
    await editor.command('View: Close All Editors in Group');
  });

  it('runs an own prompt, asks for its inputs, and reports the wrong one with its line', async () => {
    answers({ tokens: ['```js\n', 'EXPORT;\n', '```'] });
    await open('src/a.js');
    await editor.press('Control+a');
    await editor.command('Ghoststream: Run Prompt…');
    await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: '/shout' }).click();
    await editor.page.locator('.quick-input-widget', { hasText: 'How loud?' }).waitFor();
    await box().fill('capital');
    await editor.press('Enter');
    await lens('Accept').waitFor();
    assert.match(sent(), /Use capital letters in src\/a\.js\./);
    await editor.press('Escape');
    await activeTab('a.js');
    await editor.openFile('.github/prompts/broken.prompt.md');
    await editor.press('F8');
    await editor.page
      .locator('.zone-widget', { hasText: '"mode" must be one of chat, edit, insert.' })
      .waitFor();
  });

  it('writes a commit message from what is staged, as it streams', async () => {
    const git = (...args: string[]): string =>
      execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
        cwd: editor.folder,
        encoding: 'utf8',
      });
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'feat: begin');
    writeFileSync(path.join(editor.folder, 'src/a.js'), 'export const staged = 1;\n');
    git('add', 'src/a.js');
    writeFileSync(path.join(editor.folder, 'src/b.spec.js'), 'export const unstaged = 1;\n');
    await editor.press('Control+Shift+g');
    const message = editor.page.locator('.scm-editor .view-lines').first();
    await message.waitFor();
    const tokens = handFed();
    answers({ tokens });
    const button = editor.page
      .locator('.pane-header .action-label[aria-label*="Write Commit Message"]')
      .first();
    const staged = editor.page.locator('.scm-view .monaco-list-row', { hasText: 'Staged Changes' });
    await staged.first().waitFor();
    const arrived = server.arrived(server.requests.length + 1);
    await button.click();
    await arrived;
    tokens.send('```\n', 'Add ');
    await eventually(
      async () => (await message.textContent()) ?? '',
      (text) => text.includes('Add'),
      'no growing message',
    );
    await editor.screenshot('commit-growing');
    tokens.send('staged', '\n```');
    tokens.end();
    await eventually(
      async () => ((await message.textContent()) ?? '').replaceAll('\u00a0', ' '),
      (text) => text === 'Add staged',
      'not the message',
    );
    assert.match(sent(), /\+export const staged = 1;/);
    assert.doesNotMatch(sent(), /unstaged/);
  });
});
