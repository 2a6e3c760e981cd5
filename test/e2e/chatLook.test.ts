/** The chat in each kind of theme, and in a narrow side bar. */
import assert from 'node:assert/strict';
import { openChat, type ChatUnderTest } from './harness/chat.ts';
import { eventually } from './harness/editor.ts';

describe('chat look', () => {
  let chat: ChatUnderTest;

  before(async () => {
    chat = await openChat({
      files: { 'src/b.ts': 'export const b = 1;\n' },
      open: 'src/b.ts',
    });
  });
  after(() => chat.close());

  it('is readable in each kind of theme and in 200 pixels', async () => {
    chat.server.script([
      {
        tokens: [
          'Use a **generator**: it reads `src/b.ts` piece by piece.\n\n```ts\n',
          '// Reads line by line.\nexport async function* lines(source: AsyncIterable<string>) {\n',
          '  let rest = "";\n  for await (const piece of source) rest += piece;\n  yield rest.length > 0 ? 1 : 2;\n}\n```\n\n',
          '1. It waits for $n$ pieces.\n2. It keeps the rest.\n\n| pieces | lines |\n|---|--:|\n| 1 | 0 |\n| 2 | 1 |\n',
        ],
      },
    ]);
    await chat.answerTo('How do I read a file line by line while it arrives?');
    const weak: string[] = [];
    for (const [kind, theme] of THEMES) {
      chat.editor.settings({ ...chat.settings(), 'workbench.colorTheme': theme });
      await eventually(
        () => chat.frame().evaluate(() => document.body.dataset.vscodeThemeKind),
        (found) => found === kind,
        `${theme} did not come`,
      );
      await chat.last().locator('.code .line span').first().waitFor();
      // The colors of code arrive a moment after the theme.
      await new Promise((resolve) => setTimeout(resolve, 600));
      weak.push(...(await chat.frame().evaluate<string[]>(weakContrasts)).map((line) => `${theme}: ${line}`));
      await chat.editor.screenshot(`chat-${kind}`);
    }
    await chat.editor.page.setViewportSize({ width: 420, height: 800 });
    await chat.editor.screenshot('chat-narrow');
    const wider = await chat.frame().evaluate(() => document.documentElement.scrollWidth > innerWidth);
    await chat.editor.page.setViewportSize({ width: 1200, height: 800 });
    assert.deepEqual([weak, wider], [[], false]);
  });
});

const THEMES = [
  ['vscode-light', 'Default Light Modern'],
  ['vscode-high-contrast', 'Default High Contrast'],
  ['vscode-high-contrast-light', 'Default High Contrast Light'],
  ['vscode-dark', 'Default Dark Modern'],
] as const;

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
