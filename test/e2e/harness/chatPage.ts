/** The chat's page alone in a real browser, with the extension's part played by the test. */
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { pagePolicy } from '../../../src/core/chat/pagePolicy.ts';
import { EMPTY_DRAFT, toSent, type HostMessage, type PageMessage } from '../../../src/core/chat/protocol.ts';
import { replay } from '../../../src/core/chat/log.ts';
import type { ChatEvent } from '../../../src/core/chat/words.ts';
import { sharedBrowser } from './hosts.ts';

const DIST = path.resolve(import.meta.dirname, '../../../dist/webview');
const NONCE = 'test';

declare global {
  interface Window {
    posted?: PageMessage[];
  }
}

export interface ChatPageUnderTest {
  readonly page: Page;
  /** Every address that the page asked for besides its own files. */
  readonly fetched: readonly string[];
  tell(...messages: readonly HostMessage[]): Promise<number>;
  /** Shows a conversation made of events; the moment, by the page's clock, at which the page got it. */
  show(id: string, events: readonly ChatEvent[]): Promise<number>;
  /** What the page sent to the extension so far. */
  posted(): Promise<PageMessage[]>;
  close(): Promise<void>;
}

export async function openChatPage(size = { width: 420, height: 800 }): Promise<ChatPageUnderTest> {
  const server = createServer((request, response) => {
    void answer(request.url ?? '/').then(({ type, body }) => {
      response.setHeader('content-type', type);
      response.statusCode = body === undefined ? 404 : 200;
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const context = await (await sharedBrowser()).newContext({ viewport: size });
  const page = await context.newPage();
  // The TypeScript runner wraps inner functions in `__name`, also those whose source is sent to the page.
  await context.addInitScript('globalThis.__name = (named) => named');
  const fetched: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('data:') && !url.startsWith('blob:')) fetched.push(url);
  });
  page.on('pageerror', (error) => fetched.push(`error: ${error.message}`));
  await page.goto(origin);
  await page.waitForFunction(() => window.posted?.some(({ type }) => type === 'ready'));
  const tell = (...messages: readonly HostMessage[]): Promise<number> =>
    page.evaluate((all) => {
      for (const message of all) window.postMessage(message, '*');
      return performance.now();
    }, messages);
  await tell({ type: 'colors', kind: 'dark', tokenColors: null });
  return {
    page,
    fetched,
    tell,
    show: (id, events) =>
      tell({
        type: 'conversation',
        conversation: toSent(replay(id, events)),
        draft: EMPTY_DRAFT,
        running: [],
      }),
    posted: () => page.evaluate(() => window.posted ?? []),
    close: async () => {
      await context.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The events of a conversation with these answers, all finished. */
export function answerEvents(...answers: readonly string[]): ChatEvent[] {
  return answers.flatMap((text, index): ChatEvent[] => {
    const id = `a${index}`;
    const question = `q${index}`;
    const parent = index === 0 ? null : `a${index - 1}`;
    return [
      { type: 'question', id: question, parent, at: 1, text: 'Question', context: [] },
      { type: 'answer', id, parent: question, at: 1, model: 'test' },
      { type: 'text', id, text },
      { type: 'finish', id, at: 2, reason: 'eos_token' },
    ];
  });
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
};

async function answer(url: string): Promise<{ type: string; body?: string | Buffer }> {
  const name = new URL(url, 'http://page').pathname;
  if (name === '/') return { type: 'text/html', body: HTML };
  const body = await readFile(path.join(DIST, path.basename(name))).catch(() => undefined);
  return { type: TYPES[path.extname(name)] ?? 'text/plain', ...(body ? { body } : {}) };
}

const HTML = `<!DOCTYPE html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy("'self'", NONCE)}">
<link rel="stylesheet" href="/chat.css"><link rel="icon" href="data:,">
<script nonce="${NONCE}">window.posted = []; window.acquireVsCodeApi = () => ({ postMessage: (m) => window.posted.push(m), setState() {} });</script>
<script type="application/json" id="texts" nonce="${NONCE}">{}</script>
</head><body class="vscode-dark"><script type="module" nonce="${NONCE}" src="/chat.js"></script></body></html>`;
