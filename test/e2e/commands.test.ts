/** The commands on code, the commit message and own prompts, from the palette, against a scripted model. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { handFed, serve, type ModelServer } from '../fakes/modelServer.ts';
import { eventually, openEditor, type Editor } from './harness/editor.ts';
import { proposedEdit } from './harness/proposal.ts';
import { commit, createRepository, git } from './harness/repository.ts';

const CART = `// @ts-check
/** @param {{ price: number }[]} items */
function total(items) {
  return itms.reduce((sum, item) => sum + item.price, 0);
}

function first(items) {
  return items.length > 0 ? items[0] : undefined;
}
`;
const ORDER_TEST = "import { test } from 'node:test';\n\ntest('orders', () => {});\n";
const SQL_PROMPT = `---
description: Explain SQL
mode: chat
agent: helper
tools: [search]
---

\${input:who:For whom?} wants to know what \${file} in \${language} does: \${selection}
`;
const SHOUT_PROMPT = '---\nmode: edit\n---\n\nWrite it in capitals.\n';
const WRONG_PROMPT = '---\ndescription: A poem\nmode: poem\n---\n\nWrite a poem.\n';

const MESSAGE = 'feat: say it all, word by word and without an end';

describe('commands', () => {
  let server: ModelServer;
  let editor: Editor;

  before(async () => {
    server = await serve({ dialect: 'openai-chat', answers: [] });
    editor = await openEditor({
      builtIn: 'all',
      files: {
        'src/cart.js': CART,
        'src/order.test.js': ORDER_TEST,
        'query.txt': 'select 1\n',
        '.github/prompts/sql.prompt.md': SQL_PROMPT,
        '.github/prompts/shout.prompt.md': SHOUT_PROMPT,
        '.github/prompts/wrong.prompt.md': WRONG_PROMPT,
      },
      prepare: (folder) => createRepository(folder, 'feat: begin', 'fix: begin better', 'docs: say how'),
      open: 'src/cart.js',
      settings: settings(),
    });
    await editor.statusBar('Ghoststream').waitFor();
    // The problem that is fixed below: the language server is there.
    await editor.page.locator('.squiggly-error').first().waitFor();
  });
  after(async () => {
    await editor.close();
    await server.close();
  });

  const settings = (): Record<string, unknown> => ({
    'ghoststream.models': [{ name: 'fake', url: server.url, dialect: 'openai-chat', contextTokens: 8192 }],
    'ghoststream.inline.enabled': false,
    'git.enabled': true,
  });
  const onDisk = (name: string): string => readFileSync(path.join(editor.folder, name), 'utf8');
  const sent = (): string => JSON.stringify(server.requests.at(-1)?.body);
  const row = (text: string) =>
    editor.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
  const activeTab = (name: string) =>
    editor.page.locator('.tab.active', { hasText: new RegExp(`^${name}`) }).waitFor();
  const answers = (...texts: readonly string[]): void =>
    server.script(texts.map((text) => ({ tokens: text.split(/(?<=\n)/) })));
  const inChat = async (text: string): Promise<void> => {
    const chat = await editor.webview('.composer');
    await chat.locator('.answer .markdown', { hasText: text }).last().waitFor();
  };
  /** Opens a file with the caret in a line, or with lines from there selected. */
  async function at(name: string, line: number, selected = 0): Promise<void> {
    await editor.openFile(name);
    await editor.page.locator('.editor-instance .monaco-editor').first().click();
    const times = (key: string, count: number): string[] => Array<string>(count).fill(key);
    await editor.press(
      'Control+Home',
      ...times('ArrowDown', line - 1),
      ...times('Shift+ArrowDown', selected),
    );
  }

  it('explain the function around the caret, in the chat', async () => {
    answers('It adds up.');
    await at('src/cart.js', 4);
    await editor.command('Ghoststream: Explain');
    await inChat('It adds up.');
    assert.match(sent(), /Explain this javascript code/);
    assert.match(sent(), /src\/cart\.js.*function total/);
    assert.doesNotMatch(sent(), /function first/);
  });

  it('fix a problem from its light bulb', async () => {
    answers(
      '```js\nfunction total(items) {\n  return items.reduce((sum, item) => sum + item.price, 0);\n}\n```',
    );
    await at('src/cart.js', 4, 1);
    const menu = editor.page.locator('.action-widget');
    const fix = menu.locator('.monaco-list-row', { hasText: 'Fix with Ghoststream' });
    // The menu of actions goes away when the problems are looked at anew meanwhile: one presses again.
    await eventually(
      async () => {
        if ((await menu.count()) === 0) await editor.press('Control+.');
        return fix.waitFor({ timeout: 5_000 }).then(
          () => true,
          () => false,
        );
      },
      (shown) => shown,
      'no such action',
    );
    await fix.click();
    await proposedEdit(editor.page, 'cart.js');
    await editor.screenshot('command-fix');
    await editor.press('Control+Enter');
    await activeTab('cart.js');
    assert.equal(await editor.saved('src/cart.js'), CART.replace('itms', 'items'));
    assert.match(sent(), /Cannot find name 'itms'/);
  });

  for (const [title, asked, changed] of [
    ['Add Documentation', /documentation comments/, '/** The first, if any. */\nfunction first(items) {'],
    ['Simplify', /simpler and shorter/, 'function first(items) {\n  return items[0];\n}'],
  ] as const) {
    it(`${title} to the selection, as an edit`, async () => {
      const file = onDisk('src/cart.js');
      const before = CART.split('\n').slice(6, 9).join('\n');
      const after = changed.includes('return') ? changed : before.replace(/.*/, changed);
      answers(`\`\`\`js\n${after}\n\`\`\``);
      await at('src/cart.js', 7, 3);
      await editor.command(`Ghoststream: ${title}`);
      await proposedEdit(editor.page, 'cart.js');
      await editor.press('Control+Enter');
      await activeTab('cart.js');
      assert.equal(await editor.saved('src/cart.js'), file.replace(before, after));
      assert.match(sent(), asked);
      await editor.press('Control+z');
      assert.equal(await editor.saved('src/cart.js'), file);
    });
  }

  it('write tests into a new file beside it, by the example of another', async () => {
    answers("```js\nimport { test } from 'node:test';\n\ntest('first', () => {});\n```");
    await at('src/cart.js', 7, 3);
    await editor.command('Ghoststream: Write Tests');
    await proposedEdit(editor.page, 'cart.test.js');
    await editor.screenshot('command-tests');
    await editor.press('Control+Enter');
    await activeTab('cart.test.js');
    assert.match(await editor.saved('src/cart.test.js'), /test\('first'/);
    assert.match(sent(), /function first/);
    assert.match(sent(), /test\('orders'/);
  });

  it('review the selection, and the changes of the repository', async () => {
    answers('Fine so far.', 'The change is right.');
    await at('src/cart.js', 7, 3);
    await editor.command('Ghoststream: Review Selection');
    await inChat('Fine so far.');
    assert.match(sent(), /Review this javascript code.*function first/);
    await editor.command('Ghoststream: Review Changes');
    await inChat('The change is right.');
    assert.match(sent(), /\+ {2}return items\.reduce/);
  });

  it('ask about the selection, and answer in a page or in the chat', async () => {
    const ask = async (where: string): Promise<void> => {
      await at('src/cart.js', 7, 3);
      await editor.command('Ghoststream: Ask…');
      const input = editor.page.locator('.quick-input-widget', { hasText: 'Ask' }).locator('input').first();
      await input.fill('Is it pure?');
      await row(where).click();
    };
    const tokens = handFed();
    server.script([{ tokens }, { tokens: ['Pure, in the chat.'] }]);
    await ask('Answer in an editor');
    tokens.send('It **is**', ' pure.');
    await editor.page.locator('.view-line', { hasText: 'It **is** pure.' }).waitFor();
    tokens.end();
    await editor.screenshot('command-ask');
    assert.match(sent(), /Is it pure\?.*function first/);
    await ask('Answer in the chat');
    await inChat('Pure, in the chat.');
    assert.match(sent(), /Is it pure\?.*function first/);
  });

  describe('the commit message', () => {
    /** One line, though the box may wrap it. */
    const box = (): Promise<string> =>
      editor.page
        .locator('.scm-editor .view-lines')
        .innerText()
        .then((text) => text.replaceAll('\u00a0', ' ').replaceAll('\n', ''));
    const holds = (text: string): Promise<string> => eventually(box, (found) => found === text, 'not there');
    const button = (label: string) => editor.page.locator(`.action-label[aria-label^="${label}"]`).first();
    const write = (name: string, content: string): void =>
      writeFileSync(path.join(editor.folder, name), content);

    before(async () => {
      commit(editor.folder, 'test: all so far');
      await editor.page.locator('.activitybar .action-label[aria-label^="Source Control"]').click();
      await button('Write Commit Message').waitFor();
    });

    it('is not asked for when nothing changed', async () => {
      const asked = server.requests.length;
      await button('Write Commit Message').click();
      await editor.notification('There are no changes to commit.').waitFor();
      assert.equal(server.requests.length, asked);
    });

    it('grows in the box from what is staged alone, without its fence, in the style of the others', async () => {
      write('a.txt', 'staged\n');
      git(editor.folder, 'add', 'a.txt');
      write('b.txt', 'not staged\n');
      const tokens = handFed();
      server.script([{ tokens }]);
      await button('Write Commit Message').click();
      tokens.send('```\n', 'feat: say');
      await holds('feat: say');
      await button('Stop Writing').waitFor();
      await editor.screenshot('command-commit');
      // Word by word, faster than the box can tell of it.
      tokens.send(...' it all, word by word and without an end'.split(/(?= )/), '\n', '```\nHope it helps');
      tokens.end();
      await button('Write Commit Message').waitFor();
      await holds(MESSAGE);
      assert.match(sent(), /\+staged/);
      assert.doesNotMatch(sent(), /not staged|begin better|say how/);
      assert.match(sent(), /Conventional Commits/);
    });

    it('tells of all changes when nothing is staged, and leaves the box as it was when stopped', async () => {
      git(editor.folder, 'reset', '--quiet');
      const tokens = handFed();
      server.script([{ tokens }]);
      await button('Write Commit Message').click();
      tokens.send('fix: something');
      await holds('fix: something');
      await button('Stop Writing').click();
      assert.equal(await server.requests.at(-1)?.closed, true);
      await holds(MESSAGE);
      assert.match(sent(), /\+staged/);
      assert.match(sent(), /\+not staged/);
    });
  });

  describe('own prompts', () => {
    const run = async (name: string): Promise<void> => {
      await editor.command('Ghoststream: Run Prompt…');
      await row(`/${name}`).click();
    };

    it('ask for what they need and answer in the chat; keys of other tools are nobody’s error', async () => {
      answers('It selects one.');
      await at('query.txt', 1);
      await run('sql');
      await editor.page.locator('.quick-input-widget', { hasText: 'For whom?' }).waitFor();
      await editor.type('Ada');
      await editor.press('Enter');
      await inChat('It selects one.');
      assert.match(sent(), /Ada wants to know what query\.txt in plaintext does: select 1/);
    });

    it('are slash commands of the chat', async () => {
      answers('It selects one again.');
      await at('query.txt', 1);
      const chat = await editor.webview('.composer');
      await chat.locator('.composer textarea').click();
      await editor.type('/sql Bob', 20);
      await editor.press('Enter');
      await inChat('It selects one again.');
      assert.match(sent(), /Bob wants to know what query\.txt/);
    });

    it('edit where they say so', async () => {
      answers('SELECT 1');
      await at('query.txt', 1);
      await run('shout');
      await proposedEdit(editor.page, 'query.txt');
      await editor.press('Control+Enter');
      await activeTab('query.txt');
      assert.equal(await editor.saved('query.txt'), 'SELECT 1\n');
    });

    it('have their mistakes among the problems, each with its line', async () => {
      await editor.command('View: Focus Problems');
      const problem = editor.page.locator('.markers-panel .monaco-list-row', {
        hasText: '"mode" must be one of',
      });
      await problem.waitFor();
      assert.match((await problem.textContent()) ?? '', /\[Ln 3, Col 1\]/);
      const all = await editor.page.locator('.markers-panel .monaco-list-row').allTextContents();
      assert.deepEqual(
        all.filter((text) => /agent|tools/.test(text)),
        [],
      );
    });

    it('of a workspace that is not trusted run after a yes', async () => {
      editor.settings({
        ...settings(),
        'security.workspace.trust.enabled': true,
        'security.workspace.trust.startupPrompt': 'never',
        'security.workspace.trust.banner': 'never',
      });
      await editor.page.reload();
      await editor.statusBar('Ghoststream').waitFor();
      const asked = server.requests.length;
      const dialog = editor.page.locator('.monaco-dialog-box', { hasText: 'which you do not trust' });
      await at('query.txt', 1);
      await run('shout');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'hidden' });
      assert.equal(server.requests.length, asked);
      answers('SELECT 2');
      await run('shout');
      await dialog.getByRole('button', { name: 'Run It' }).click();
      await proposedEdit(editor.page, 'query.txt');
      await editor.press('Escape');
      await activeTab('query.txt');
      assert.equal(onDisk('query.txt'), 'SELECT 1\n');
    });
  });
});
