/** The chat's page in a real browser: what a model writes is shown, and does nothing else. */
import assert from 'node:assert/strict';
import { answerEvents, openChatPage, type ChatPageUnderTest } from './harness/chatPage.ts';
import { HOSTILE } from './hostile.cases.ts';

declare global {
  interface Window {
    tasks?: [start: number, duration: number][];
  }
}

// What the page itself never makes; KaTeX draws with svg.
const FORBIDDEN =
  'script:not([nonce]), iframe, object, embed, form, style:not([nonce]), link:not(head link), meta:not(head meta), base, video, audio, svg:not(.katex svg), [onclick], [onerror], [onload], [href]:not(head *), .markdown img';

describe('chat page', function () {
  this.timeout(150_000);
  let chat: ChatPageUnderTest;
  let ran = 0;

  before(async () => {
    chat = await openChatPage();
    await chat.page.exposeFunction('hacked', () => ran++);
  });
  after(() => chat.close());

  it(`runs, fetches and freezes nothing for ${HOSTILE.flatMap(({ answers }) => answers).length} hostile answers`, async () => {
    await chat.page.evaluate(() => {
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries())
          (window.tasks ??= []).push([startTime, duration]);
      }).observe({ entryTypes: ['longtask'] });
    });
    const wrong: string[] = [];
    const slow: string[] = [];
    for (const [index, { name, answers }] of HOSTILE.entries()) {
      // What came before is the test's own work: handing five megabytes to the page.
      const from = await chat.show(`hostile-${index}`, answerEvents(...answers));
      // Long answers are drawn in slices; what matters is that the page answers meanwhile.
      await frames(chat, answers.length === 1 ? 10 : 3);
      const found = await chat.page.evaluate(
        (selector) =>
          [...document.querySelectorAll(selector)].map((element) => element.outerHTML.slice(0, 100)),
        FORBIDDEN,
      );
      if (found.length > 0) wrong.push(`${name}: ${found.join(' ')}`);
      const longest = await chat.page.evaluate(
        (start) => Math.max(0, ...(window.tasks ?? []).filter(([at]) => at >= start).map(([, ms]) => ms)),
        from,
      );
      if (longest > 100) slow.push(`${Math.round(longest)} ms: ${name.slice(0, 60)}`);
    }
    for (const line of slow) console.log(`      over 100 ms: ${line}`);
    assert.deepEqual(
      { wrong, fetched: chat.fetched, ran, url: new URL(chat.page.url()).pathname },
      { wrong: [], fetched: [], ran: 0, url: '/' },
    );
    // What a loaded machine adds is no freeze; the figures above are what is measured.
    assert.deepEqual(
      slow.filter((line) => parseInt(line, 10) > 1_500),
      [],
    );
  });

  it('stays alive with a conversation of 200 turns and an answer of 2 MB', async () => {
    const turns = Array.from({ length: 200 }, (_, i) => `turn ${i} ${'words and more '.repeat(130)}`);
    await chat.show('megabytes', answerEvents(...turns, 'x'.repeat(2_000_000)));
    await chat.page.waitForFunction(
      () => document.querySelector('.answer:last-child .markdown')?.textContent.length === 2_000_000,
    );
    const drawn = await chat.page.locator('.answer').count();
    assert.ok(drawn < 20, `${drawn} answers are drawn at once`);
  });

  it('keeps the reader’s place when earlier messages come', async () => {
    const turns = Array.from({ length: 200 }, (_, i) => `turn ${i} ${'words and more '.repeat(130)}`);
    await chat.show('turns', answerEvents(...turns));
    const count = (): Promise<number> => chat.page.locator('.answer').count();
    await chat.page.locator('.answer', { hasText: 'turn 199' }).waitFor();
    await frames(chat, 10);
    const before = await count();
    const first = (await chat.page.locator('.answer .markdown').first().textContent())?.slice(0, 9) ?? '';
    const place = (): Promise<number> =>
      chat.page
        .locator('.answer', { hasText: first })
        .evaluate((e) => Math.round(e.getBoundingClientRect().top));
    await chat.page.locator('.transcript').evaluate((e) => e.scrollTo({ top: 0, behavior: 'instant' }));
    await chat.page.waitForFunction((n) => document.querySelectorAll('.answer').length > n, before);
    await frames(chat, 20);
    assert.ok((await place()) > 0 && (await place()) < 250, `the first message is at ${await place()} px`);
    assert.ok((await count()) < 80, 'all earlier messages came at once');
  });

  it('lets code be copied as it is', async () => {
    const code = Array.from({ length: 100 }, (_, i) => (i % 8 === 7 ? '' : `line(${i});`)).join('\n');
    await chat.show('code', answerEvents(`\`\`\`js\n${code}\n\`\`\``));
    const shown = chat.page.locator('.code code', { hasText: 'line(98);' });
    await shown.waitFor();
    const selected = await shown.evaluate((element) => {
      getSelection()?.selectAllChildren(element);
      return getSelection()?.toString();
    });
    assert.equal(selected, code);
  });
});

/** Waits for so many frames. */
async function frames(chat: ChatPageUnderTest, count: number): Promise<void> {
  await chat.page.evaluate(async (wanted) => {
    for (let i = 0; i < wanted; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, count);
}
