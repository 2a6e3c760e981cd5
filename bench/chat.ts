/** What a long answer costs the chat's page: main-thread time from a browser trace, frame by frame and token by token. */
import { execFileSync } from 'node:child_process';
import { replay } from '../src/core/chat/log.ts';
import { toSent } from '../src/core/chat/protocol.ts';
import type { ChatEvent } from '../src/core/chat/words.ts';
import { openChatPage, answerEvents } from '../test/e2e/harness/chatPage.ts';
import { createChatStore } from '../src/vscode/chatStore.ts';
import { sharedBrowser, stopHosts, temporaryFolder } from '../test/e2e/harness/hosts.ts';
import { busyTime, frameTimes, percentile, type TraceEvent } from './chat/trace.ts';

const TOKENS = Number(process.argv[2] ?? 20_000);
const TOKENS_PER_SECOND = 500;
const CHARACTERS_PER_TOKEN = 4;
const BEFORE_TOKENS = 200_000;
const POST_EVERY_MS = 16;
/** Finer categories would cost as much as what they measure. */
const TRACED = { categories: ['devtools.timeline'] };

execFileSync(process.execPath, ['esbuild.mjs', '--production'], { stdio: 'inherit' });
const chat = await openChatPage();
const browser = await sharedBrowser();

/** Prose, code, lists and tables, as assistants write. */
function answerText(tokens: number): string {
  const part = (i: number): string =>
    `## Step ${i}\n\nFirst we look at the **data** that \`load${i}()\` gives, and then decide what is *really* needed ` +
    `for the next part of the work, since most of it is not.\n\n` +
    `\`\`\`ts\nexport function step${i}(items: readonly string[]): number {\n  let sum = 0;\n` +
    `  for (const item of items) sum += item.length * ${i};\n  return sum;\n}\n\`\`\`\n\n` +
    `- one thing to know\n- another, with [a link](https://example.com/${i})\n  - and a detail\n\n` +
    `| name | value |\n|---|---|\n| a${i} | ${i} |\n| b${i} | $${i} |\n\n`;
  let text = '';
  for (let i = 0; text.length < tokens * CHARACTERS_PER_TOKEN; i++) text += part(i);
  return text.slice(0, tokens * CHARACTERS_PER_TOKEN);
}

function conversation(): ChatEvent[] {
  const answers = Array.from({ length: 100 }, () => answerText(BEFORE_TOKENS / 100));
  return answerEvents(...answers);
}

/** Milliseconds from the message with the conversation to the frame that shows its end. */
async function opening(): Promise<number> {
  const events = conversation();
  const [end = ''] = /Step \d+(?![\s\S]*Step \d)/.exec(answerText(BEFORE_TOKENS / 100)) ?? [];
  const start = await chat.show('long', events);
  return chat.page.evaluate(
    async ({ from, end }) => {
      const drawn = (): boolean =>
        [...document.querySelectorAll('.answer:last-child h4')].at(-1)?.textContent === end;
      do await new Promise((resolve) => requestAnimationFrame(resolve));
      while (!drawn());
      return performance.now() - from;
    },
    { from: start, end },
  );
}

/** Milliseconds until the conversation is read from its file and put together, in the extension. */
async function reading(): Promise<number> {
  const folder = temporaryFolder('chat-bench');
  const store = createChatStore(folder, 'bench', { onEvents: () => undefined, onList: () => undefined });
  await store.append('long', conversation(), { id: 'long', title: 'Long', pinned: false, updatedAt: 1 });
  const start = performance.now();
  toSent(replay('long', await store.load('long')));
  const ms = performance.now() - start;
  store.dispose();
  return ms;
}

/** Answers that are one block from beginning to end. */
const ONE_BLOCK: Readonly<Record<string, (line: number) => string>> = {
  code: (i) => `${i === 0 ? '```ts\n' : ''}  const value${i} = compute(${i}, "text");\n`,
  list: (i) => `- item ${i} with some words in it\n`,
  'nested list': (i) => `${i === 0 ? '1. one\n' : ''}   - item ${i} with some words\n`,
  table: (i) => `${i === 0 ? '|a|b|\n|-|-|\n' : ''}| cell ${i} | some words |\n`,
  paragraph: (i) => `some words and more, ${i}, `,
};

async function streaming(text: string): Promise<{ busy: number[]; frames: number[] }> {
  await browser.startTracing(chat.page, TRACED);
  await chat.page.evaluate(
    async ({ text, pace, every, last }) => {
      const post = (...events: ChatEvent[]): void =>
        window.postMessage({ type: 'events', conversation: 'long', events }, '*');
      window.postMessage({ type: 'running', answers: ['a'] }, '*');
      post({ type: 'question', id: 'q', parent: last, at: 1, text: 'More', context: [] });
      post({ type: 'answer', id: 'a', parent: 'q', at: 1, model: 'test' });
      const start = performance.now();
      for (let sent = 0; sent < text.length;) {
        await new Promise((resolve) => setTimeout(resolve, every));
        const due = Math.min(text.length, Math.floor((performance.now() - start) * pace));
        post({ type: 'text', id: 'a', text: text.slice(sent, due) });
        sent = due;
      }
      post({ type: 'finish', id: 'a', at: 2, reason: 'eos_token' });
      for (let i = 0; i < 10; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
    },
    { text, pace: (TOKENS_PER_SECOND * CHARACTERS_PER_TOKEN) / 1000, every: POST_EVERY_MS, last: 'a99' },
  );
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  return { busy: busyTime(traceEvents, 10), frames: frameTimes(traceEvents) };
}

/** Milliseconds of main-thread time for drawing the whole answer anew, as a page does that knows no tail. */
async function rerendering(tokens: number): Promise<number> {
  const text = answerText(tokens);
  await browser.startTracing(chat.page, TRACED);
  await chat.show(`whole-${tokens}`, answerEvents(text));
  await chat.page.evaluate(async () => {
    let before = -1;
    // Unchanged for some frames: all is drawn.
    for (let same = 0; same < 5;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = document.querySelectorAll('.answer:last-child .part > *').length;
      same = now === before ? same + 1 : 0;
      before = now;
    }
  });
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  return busyTime(traceEvents, 1)[0] ?? 0;
}

const opened: number[] = [];
for (let i = 0; i < 5; i++) {
  opened.push(await opening());
  await chat.show(`other-${i}`, answerEvents('short'));
}
await opening();
const { busy, frames } = await streaming(answerText(TOKENS));
const perToken = busy.map((ms) => ms / (TOKENS / busy.length));
console.log(
  `opening ${BEFORE_TOKENS} tokens        ${opened.map((ms) => Math.round(ms)).join(', ')} ms (median ${Math.round(percentile(opened, 0.5))})`,
);
console.log(`reading it from disk          ${Math.round(await reading())} ms`);
console.log(
  `frames                        ${frames.length}; busy per frame p50 ${percentile(frames, 0.5).toFixed(1)}, p95 ${percentile(frames, 0.95).toFixed(1)}, p99 ${percentile(frames, 0.99).toFixed(1)}, most ${Math.max(...frames).toFixed(1)} ms`,
);
console.log(
  `main thread per token         ${(busy.reduce((a, b) => a + b, 0) / TOKENS).toFixed(3)} ms; by tenths of the answer ${perToken.map((ms) => ms.toFixed(3)).join(' ')}`,
);
for (const tokens of [TOKENS / 10, TOKENS / 2, TOKENS]) {
  console.log(
    `drawing ${tokens} tokens anew    ${(await rerendering(tokens)).toFixed(0)} ms, which would be due every frame`,
  );
}
for (const [name, line] of Object.entries(ONE_BLOCK)) {
  const tokens = TOKENS / 5;
  const text = Array.from({ length: tokens }, (_, i) => line(i)).join('');
  await opening();
  const one = await streaming(text.slice(0, tokens * CHARACTERS_PER_TOKEN));
  console.log(
    `${tokens} tokens of one ${name.padEnd(13)}busy per frame p95 ${percentile(one.frames, 0.95).toFixed(1)} ms, ${(one.busy.reduce((a, b) => a + b, 0) / tokens).toFixed(3)} ms per token`,
  );
}
await chat.close();
await stopHosts();
