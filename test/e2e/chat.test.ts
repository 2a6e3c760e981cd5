/** The chat panel in a real VS Code, with real clicks and keys, against a server that streams from a script. */
import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { handFed, serve, type ModelServer } from '../fakes/modelServer.ts';
import { eventually, openEditor, type Editor } from './harness/editor.ts';

describe('chat panel', () => {
  let server: ModelServer;
  let editor: Editor;
  let chat: Frame;

  before(async () => {
    server = await serve({ dialect: 'openai-chat', answers: [{ tokens: ['ok'] }] });
    editor = await openEditor({
      files: {
        'src/a.py': 'class A:\n    ',
        'src/b.ts': 'export const b = 1;\n',
        'my dir/c.ts': 'one\ntwo\nthree\n',
      },
      open: 'src/a.py',
      settings: settings(),
    });
    await showChat();
  });
  after(async () => {
    await editor.close();
    await server.close();
  });

  const settings = (): Record<string, unknown> => ({
    'ghoststream.models': [
      { name: 'Scripted', url: server.url, dialect: 'openai-chat', roles: ['chat'], contextTokens: 8192 },
    ],
  });
  const showChat = async (): Promise<void> => {
    await editor.command('Ghoststream: Open Chat');
    chat = await editor.webview('.composer');
  };
  const input = (): Locator => chat.locator('.composer textarea');
  const last = (): Locator => chat.locator('.answer').last();
  const button = (name: string, within: Locator = chat.locator('body')): Locator =>
    within.getByRole('button', { name, exact: true });
  const ask = async (text: string): Promise<void> => {
    await input().click();
    await editor.type(text, 0);
    await editor.press('Enter');
  };
  const answered = async (count?: number): Promise<void> => {
    if (count !== undefined)
      await eventually(
        () => chat.locator('.answer').count(),
        (found) => found === count,
        'no answer began',
      );
    await chat.locator('.answer:last-child:not(.running)').waitFor();
  };
  const startNew = async (): Promise<void> => {
    await button('New conversation').click();
    await eventually(
      () => chat.locator('.message').count(),
      (count) => count === 0,
      'the conversation is not new',
    );
  };
  /** Asks in a new conversation and waits for the answer. */
  const answerTo = async (text: string): Promise<void> => {
    await startNew();
    await ask(text);
    await answered(1);
  };
  const sent = (): string => JSON.stringify(server.requests.at(-1)?.body);

  it('streams an answer as Markdown with code in the colors of the theme', async () => {
    server.script([
      {
        tokens: [
          'Hello **bo',
          'ld** and',
          '\n\n```py\n',
          'x = "one"\n',
          '```\n\n| a |\n|--|\n| $5 or $6 |\n\n',
          'and $x^2$',
        ],
        tokenMs: 10,
      },
    ]);
    await answerTo('Say hello');
    const answer = last().locator('.markdown');
    assert.equal(await answer.locator('strong').textContent(), 'bold');
    assert.equal(await answer.locator('.code code').textContent(), 'x = "one"');
    assert.equal(await answer.locator('td').last().textContent(), '$5 or $6');
    await answer.locator('.katex').waitFor();
    await answer.locator('.code .line span').first().waitFor();
  });

  it('keeps finished blocks, a selection and the copy button while the rest still comes', async () => {
    const tokens = handFed();
    server.script([{ tokens }]);
    await startNew();
    await ask('Go');
    tokens.send('First paragraph.\n\n', '```js\nx();\n```\n\n', 'Third');
    await last().locator('p', { hasText: 'Third' }).waitFor();
    const first = await last().locator('p').first().elementHandle();
    await chat.evaluate((element) => getSelection()?.selectAllChildren(element), first);
    tokens.send(' goes on', '\n\n- and', ' a list', '\n- of two\n\n');
    await last().locator('li', { hasText: 'of two' }).waitFor();
    assert.equal(
      await chat.evaluate((element) => element.isConnected && getSelection()?.toString(), first),
      'First paragraph.',
    );
    await last().locator('.code').hover();
    await button('Copy', last().locator('.code')).click();
    tokens.end();
    await answered();
    await input().click();
    await editor.press('Control+v');
    assert.equal(await input().inputValue(), 'x();');
    await input().fill('');
  });

  it('stops on request, closes the connection, and goes on where it stopped', async () => {
    const tokens = handFed();
    server.script([{ tokens }, { tokens: ['first step is to open', ' the door.'] }]);
    await startNew();
    await ask('Explain');
    tokens.send('The first step is to open');
    await last().locator('p', { hasText: 'to open' }).waitFor();
    await button('Stop').click();
    await last().getByText('Stopped.').waitFor();
    assert.equal(await server.requests.at(-1)?.closed, true);
    await button('Continue', last()).click();
    await last().locator('p', { hasText: 'door' }).waitFor();
    assert.equal(await last().locator('.markdown').innerText(), 'The first step is to open the door.');
  });

  it('keeps what came before an error, shows the server’s words, and tries again beside it', async () => {
    server.script([{ tokens: ['Hel'], end: 'error', error: 'queue full' }, { tokens: ['Hello again'] }]);
    await answerTo('Hi');
    assert.equal(await last().locator('.markdown').innerText(), 'Hel');
    assert.match(await last().getByRole('alert').innerText(), /queue full/);
    await button('Try again', last()).click();
    await last().locator('p', { hasText: 'Hello again' }).waitFor();
    assert.equal(await last().locator('.branch').innerText(), '2/2');
    await button('Previous version', last()).click();
    await last().locator('p', { hasText: /^Hel$/ }).waitFor();
  });

  it('shows the message and status of a refusal', async () => {
    server.script([{ status: 400, body: { error: { message: 'invalid option x' } } }]);
    await answerTo('Hi');
    const alert = await last().getByRole('alert').innerText();
    assert.match(alert, /invalid option x/);
    assert.match(alert, /400/);
  });

  it('counts down when the server is busy, then answers', async () => {
    server.script([{ status: 429, headers: { 'retry-after': '2' }, body: {} }, { tokens: ['at last'] }]);
    await startNew();
    await ask('Hi');
    await last()
      .getByText(/Trying again in \d s/)
      .waitFor();
    await button('Cancel', last()).waitFor();
    await answered();
    assert.equal(await last().locator('.markdown').innerText(), 'at last');
  });

  it('says when the limit cut an answer, and goes on', async () => {
    server.script([{ tokens: ['One, two'], finish: 'length' }, { tokens: [', three.'] }]);
    await answerTo('Count');
    await last().getByText('The answer reached its length limit.').waitFor();
    await button('Continue', last()).click();
    await last().locator('p', { hasText: 'One, two, three.' }).waitFor();
  });

  it('folds what the model thinks and never sends it back', async () => {
    server.script([
      { tokens: [{ text: 'secret plan', reasoning: true }, 'The answer.'] },
      { tokens: ['ok'] },
    ]);
    await answerTo('Think');
    assert.equal(await last().locator('.reasoning').getAttribute('open'), null);
    await last().locator('.reasoning summary').click();
    await last().locator('.reasoning-text', { hasText: 'secret plan' }).waitFor();
    await ask('And?');
    await answered(2);
    assert.match(sent(), /The answer\./);
    assert.doesNotMatch(sent(), /secret plan/);
  });

  it('answers an edited question in a branch of its own', async () => {
    server.script([{ tokens: ['first'] }, { tokens: ['second'] }]);
    await answerTo('Wrong question');
    const question = chat.locator('.question').first();
    await question.hover();
    await button('Edit and resend', question).click();
    await input().fill('Right question');
    await editor.press('Enter');
    await last().locator('p', { hasText: 'second' }).waitFor();
    assert.doesNotMatch(sent(), /Wrong question/);
    assert.equal(await question.locator('.branch').innerText(), '2/2');
    await question.hover();
    await button('Previous version', question).click();
    await chat.locator('.question', { hasText: 'Wrong question' }).waitFor();
    assert.equal(await last().locator('.markdown').innerText(), 'first');
  });

  it('sends with Enter, breaks with Shift+Enter, and leaves the Enter of an input method alone', async () => {
    server.script([{ tokens: ['ok'] }]);
    await startNew();
    await input().click();
    await input().evaluate((element) => {
      element.dispatchEvent(new CompositionEvent('compositionstart'));
      const init = { key: 'Enter', keyCode: 229, isComposing: true, bubbles: true, cancelable: true };
      element.dispatchEvent(new KeyboardEvent('keydown', init));
      element.dispatchEvent(new CompositionEvent('compositionend'));
    });
    await editor.type('one', 0);
    await editor.press('Shift+Enter');
    await editor.type('two', 0);
    assert.equal(await chat.locator('.message').count(), 0);
    await editor.press('Enter');
    await answered(1);
    assert.equal(await chat.locator('.question-text').innerText(), 'one\ntwo');
    await editor.press('ArrowUp');
    assert.equal(await input().inputValue(), 'one\ntwo');
    await input().fill('');
  });

  it('follows the answer, stays where the reader goes, and offers the way back', async () => {
    const tokens = handFed();
    server.script([{ tokens }]);
    await startNew();
    await ask('Long');
    tokens.send('line\n\n'.repeat(120));
    const box = chat.locator('.transcript');
    const fromEnd = (): Promise<number> =>
      box.evaluate((e) => Math.round(e.scrollHeight - e.scrollTop - e.clientHeight));
    await last().locator('p').nth(119).waitFor();
    await eventually(fromEnd, (px) => px < 3, 'it does not follow');
    await box.hover();
    await editor.page.mouse.wheel(0, -600);
    await button('Jump to latest').waitFor();
    const top = await box.evaluate(whereItRests);
    tokens.send('more\n\n'.repeat(20), 'end');
    await last().locator('p', { hasText: 'end' }).waitFor();
    assert.equal(await box.evaluate((e) => e.scrollTop), top);
    await button('Jump to latest').press('Enter');
    await eventually(fromEnd, (px) => px < 3, 'it does not go to the end');
    tokens.end();
    await answered();
  });

  it('streams on while it is hidden, and keeps the draft', async () => {
    const tokens = handFed();
    server.script([{ tokens }]);
    await startNew();
    await ask('Go');
    tokens.send('before ');
    await last().locator('p', { hasText: 'before' }).waitFor();
    await input().fill('half a question');
    await editor.command('View: Show Explorer');
    await editor.page.locator('.explorer-folders-view').waitFor();
    tokens.send('while hidden ', 'and after');
    tokens.end();
    await showChat();
    await last().locator('p', { hasText: 'before while hidden and after' }).waitFor();
    assert.equal(await input().inputValue(), 'half a question');
    await input().fill('');
  });

  it('inserts code with the indentation of the caret', async () => {
    server.script([{ tokens: ['```python\ndef f(self):\n    return 1\n```'] }]);
    await answerTo('A method');
    await last().locator('.code').hover();
    await button('Insert at cursor', last()).click();
    await eventually(
      () => editor.saved('src/a.py'),
      (text) => text.includes('return 1'),
      'nothing was inserted',
    ).then((text) => assert.equal(text, 'class A:\n    def f(self):\n        return 1'));
  });

  it('applies code to the file it names, after a look at the difference', async () => {
    server.script([{ tokens: ['```ts\n// path: src/b.ts\nexport const b = 2;\n```'] }]);
    await answerTo('Change b');
    await last().locator('.code').hover();
    await button('Apply to a file…', last()).click();
    await editor.page.locator('.tab', { hasText: 'b.ts: proposed change' }).waitFor();
    await editor
      .notification('Apply the proposed change')
      .getByRole('button', { name: /Apply to src\/b\.ts/ })
      .click();
    await editor.page.locator('.tab.active.dirty', { hasText: 'b.ts' }).waitFor();
    assert.match(await editor.saved('src/b.ts'), /b = 2;/);
  });

  it('opens files and lines on a click, and refuses what is no page or file', async () => {
    server.script([
      {
        tokens: [
          'See [c](<my dir/c.ts#L2>), `src/a.py:1`, [gone](src/gone.ts) and [run](command:workbench.action.quit)',
        ],
      },
    ]);
    await answerTo('Where?');
    await last().locator('[data-link]', { hasText: /^c$/ }).click();
    await editor.page.locator('.tab.active', { hasText: 'c.ts' }).waitFor();
    await editor.statusBar(/Ln 2/).waitFor();
    await last().locator('code', { hasText: 'src/a.py:1' }).click();
    await editor.page.locator('.tab.active', { hasText: 'a.py' }).waitFor();
    await last().locator('[data-link]', { hasText: 'gone' }).click();
    await editor.notification('There is no file').waitFor();
  });

  it('takes files by @ and the selection by its chip, which a click leaves out', async () => {
    server.script([{ tokens: ['ok'] }]);
    await startNew();
    await input().click();
    await editor.type('Look at @file:c.t', 20);
    await chat.locator('.suggestions li', { hasText: 'c.ts' }).first().waitFor();
    await editor.press('Enter');
    await chat.locator('.composer .chip', { hasText: 'my dir/c.ts' }).waitFor();
    await chat.locator('.composer .chip', { hasText: 'a.py' }).click();
    await input().click();
    await editor.press('End', 'Enter');
    await answered(1);
    assert.match(sent(), /one\\\\ntwo\\\\nthree|one\\ntwo\\nthree/);
    assert.doesNotMatch(sent(), /class A/);
  });

  it('completes slash commands and sends what they stand for', async () => {
    server.script([{ tokens: ['ok'] }]);
    await startNew();
    await input().click();
    await editor.type('/exp', 20);
    await chat.locator('.suggestions li', { hasText: '/explain' }).waitFor();
    await editor.press('Tab');
    await editor.press('Enter');
    await answered(1);
    assert.match(sent(), /Explain what this code does/);
    assert.match(sent(), /class A/);
  });

  it('finds, renames, pins and deletes conversations', async () => {
    server.script([{ tokens: ['the needle in the hay'] }]);
    await answerTo('A haystack');
    await button('Conversations', chat.locator('header')).last().click();
    const search = chat.locator('.search');
    await search.fill('needle');
    const row = chat.locator('.conversation');
    await eventually(
      () => row.count(),
      (count) => count === 1,
      'the search did not narrow the list',
    );
    await row.hover();
    await button('Rename', row).click();
    await chat.locator('.rename').fill('My search');
    await editor.press('Enter');
    await search.fill('');
    const mine = chat.locator('.conversation', { hasText: 'My search' });
    await mine.waitFor();
    await mine.hover();
    await button('Pin', mine).click();
    await chat.locator('.conversation').first().locator('.title .codicon-pinned').waitFor();
    await editor.screenshot('chat-history');
    await mine.hover();
    await button('Delete', mine).click();
    await editor.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Delete' }).click();
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
    server.script([{ tokens: side }, { tokens: tab }]);
    await startNew();
    await ask('In the side bar');
    side.send('side one');
    await last().locator('p', { hasText: 'side one' }).waitFor();
    await editor.command('Ghoststream: Open Chat in Editor');
    await editor.page.locator('.tab.active', { hasText: 'Chat' }).waitFor();
    const inTab = await eventually(
      async () => {
        for (const frame of editor.page.frames()) {
          if (
            frame !== chat &&
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
    await editor.type('In the tab', 0);
    await editor.press('Enter');
    tab.send('tab one');
    await inTab.locator('.answer p', { hasText: 'tab one' }).waitFor();
    side.send(' and two');
    await last().locator('p', { hasText: 'side one and two' }).waitFor();
    side.end();
    tab.end();
    await inTab.locator('.answer:last-child:not(.running)').waitFor();
    await answered();
    await editor.press('Control+w');
  });

  it('is readable in each kind of theme and in 200 pixels', async () => {
    server.script([
      {
        tokens: [
          'Use a **generator**: it reads `src/b.ts` piece by piece.\n\n```ts\n',
          '// Reads line by line.\nexport async function* lines(source: AsyncIterable<string>) {\n',
          '  let rest = "";\n  for await (const piece of source) rest += piece;\n  yield rest.length > 0 ? 1 : 2;\n}\n```\n\n',
          '1. It waits for $n$ pieces.\n2. It keeps the rest.\n\n| pieces | lines |\n|---|--:|\n| 1 | 0 |\n| 2 | 1 |\n',
        ],
      },
    ]);
    await answerTo('How do I read a file line by line while it arrives?');
    const weak: string[] = [];
    for (const [kind, theme] of THEMES) {
      editor.settings({ ...settings(), 'workbench.colorTheme': theme });
      await eventually(
        () => chat.evaluate(() => document.body.dataset.vscodeThemeKind),
        (found) => found === kind,
        `${theme} did not come`,
      );
      await last().locator('.code .line span').first().waitFor();
      // The colors of code arrive a moment after the theme.
      await new Promise((resolve) => setTimeout(resolve, 600));
      weak.push(...(await chat.evaluate<string[]>(weakContrasts)).map((line) => `${theme}: ${line}`));
      await editor.screenshot(`chat-${kind}`);
    }
    await editor.page.setViewportSize({ width: 420, height: 800 });
    await editor.screenshot('chat-narrow');
    const wider = await chat.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    await editor.page.setViewportSize({ width: 1200, height: 800 });
    assert.deepEqual([weak, wider], [[], false]);
  });

  it('comes back with its conversation and draft after the window was reloaded', async () => {
    server.script([{ tokens: ['remember me'] }]);
    await answerTo('Before the reload');
    await input().fill('still here');
    await eventually(
      () => chat.locator('.composer textarea').inputValue(),
      (text) => text === 'still here',
      '',
    );
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await editor.page.reload();
    chat = await editor.webview('.composer');
    await last().locator('p', { hasText: 'remember me' }).waitFor();
    assert.equal(await input().inputValue(), 'still here');
    await input().fill('');
  });
});

const THEMES = [
  ['vscode-light', 'Default Light Modern'],
  ['vscode-high-contrast', 'Default High Contrast'],
  ['vscode-high-contrast-light', 'Default High Contrast Light'],
  ['vscode-dark', 'Default Dark Modern'],
] as const;

/** Runs in the page: the place of a scrolled element once it has stood still for ten frames, since the wheel glides. */
function whereItRests(element: Element): Promise<number> {
  return new Promise((resolve) => {
    let top = element.scrollTop;
    let frames = 0;
    const look = (): void => {
      frames = element.scrollTop === top ? frames + 1 : 0;
      top = element.scrollTop;
      if (frames < 10) requestAnimationFrame(look);
      else resolve(top);
    };
    look();
  });
}

/** Runs in the page: texts whose contrast with what is behind them is below 4.5:1. */
const weakContrasts = `(() => {
  const rgba = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const over = (top, below) => { const a = top[3] ?? 1; return [0, 1, 2].map((i) => top[i] * a + below[i] * (1 - a)); };
  const probe = document.createElement('div');
  probe.style.background = 'var(--vscode-sideBar-background)';
  document.body.append(probe);
  const base = rgba(getComputedStyle(probe).backgroundColor);
  probe.remove();
  const behind = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) layers.push(rgba(getComputedStyle(e).backgroundColor));
    return layers.reverse().reduce((below, top) => over(top, below), base);
  };
  const weak = [];
  const seen = 'header .title, .question-text, .markdown p, .markdown td, .markdown li, .markdown code, .code .line, .code .line span, .code-language, .by, .chip, .model, .meter';
  for (const element of document.querySelectorAll(seen)) {
    const back = behind(element);
    const [a, b] = [light(over(rgba(getComputedStyle(element).color), back)), light(back)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5 && element.textContent.trim() !== '') weak.push(element.className + ' ' + element.textContent.slice(0, 20) + ' ' + ratio.toFixed(2));
  }
  return weak;
})()`;
