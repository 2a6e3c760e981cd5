/** When the model cannot answer: one clear line and the one action that helps, in the status bar and in the chat. */
import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import type { ModelErrorKind } from '../../src/core/model/errors.ts';
import { serve, type Answer, type ModelServer } from '../fakes/modelServer.ts';
import { eventually, openEditor, type Editor } from './harness/editor.ts';
import { stackPictures } from './harness/pictures.ts';

/** Longer than the chat waits for another try, so that it tells at once. */
const LATER = { 'retry-after': '3600' };
const failure = (status: number, message: string, headers = {}): Answer => ({
  status,
  headers,
  body: { error: { message } },
});

interface State {
  readonly kind: Exclude<ModelErrorKind, 'canceled'>;
  readonly answer: Answer;
  /** What the status bar says. */
  readonly says: RegExp;
  /** The action behind the status item, and the link in the chat; asking again is a button there in any case. */
  readonly action: string;
  readonly link?: string;
}

const STATES: readonly State[] = [
  {
    kind: 'unauthorized',
    answer: failure(401, 'Invalid username or password.'),
    says: /wants a valid access token/,
    action: 'Set the access token',
    link: 'Set the access token',
  },
  {
    kind: 'forbidden',
    answer: failure(403, 'This authentication method does not have sufficient permissions.'),
    says: /access token may not use/,
    action: 'Open the access token’s settings',
    link: 'Open the access token’s settings',
  },
  {
    kind: 'out-of-credit',
    answer: failure(402, 'You have exceeded your monthly included credits.'),
    says: /credit is used up/,
    action: 'Open the billing page',
    link: 'Open the billing page',
  },
  {
    kind: 'not-found',
    answer: failure(404, 'Not Found'),
    says: /does not (exist|serve)|no such/i,
    action: 'Change the model',
    link: 'Change the model',
  },
  {
    kind: 'context-exceeded',
    answer: failure(400, 'This model’s maximum context length is 4096 tokens, you requested 5000 tokens.'),
    says: /longer than/,
    action: 'Set the model’s context window',
    link: 'Begin a new conversation',
  },
  {
    kind: 'invalid-request',
    answer: failure(400, 'Unknown field: stop.'),
    says: /request was refused/,
    action: 'Change the model',
    link: 'Change the model',
  },
  {
    kind: 'rate-limited',
    answer: failure(429, 'Slow down.', LATER),
    says: /rate limited until/,
    action: 'Try again now',
  },
  {
    kind: 'loading',
    answer: failure(503, 'Model is loading', LATER),
    says: /still loading/,
    action: 'Try again now',
  },
  {
    kind: 'overloaded',
    answer: failure(502, 'Bad gateway', LATER),
    says: /overloaded/,
    action: 'Try again now',
  },
  {
    kind: 'server',
    answer: failure(500, 'CUDA error'),
    says: /reports an error/,
    action: 'Show the log',
    link: 'Show the log',
  },
  {
    kind: 'timeout',
    answer: { tokens: [], headersMs: 60_000 },
    says: /did not begin to answer/,
    action: 'Wait longer',
    link: 'Wait longer',
  },
  {
    kind: 'truncated',
    answer: { tokens: [], end: 'close' },
    says: /ended before/,
    action: 'Try again now',
  },
  {
    kind: 'protocol',
    answer: { raw: '<html><body>Welcome to the hotel’s Wi-Fi</body></html>' },
    says: /sent a web/,
    action: 'Change the model',
    link: 'Change the model',
  },
  {
    kind: 'unreachable',
    answer: { resetAtOnce: true },
    says: /was lost/,
    action: 'Change the model',
    link: 'Change the model',
  },
];

describe('trouble with the model', () => {
  let server: ModelServer<'openai-chat'>;
  let editor: Editor;
  let chat: Frame;

  before(async () => {
    server = await serve({ dialect: 'openai-chat', answers: [{ tokens: ['1;'] }] });
    editor = await openEditor({
      files: { 'a.ts': 'let a = ' },
      open: 'a.ts',
      env: { GHOSTSTREAM_TEST_ORIGINS: JSON.stringify({ hub: server.url, router: server.url, local: [] }) },
      settings: {
        'ghoststream.models': [
          { name: 'Scripted', url: server.url, dialect: 'hf-chat:auto', model: 'org/coder:quick' },
        ],
        'ghoststream.inline.firstTokenTimeout': 1000,
        'ghoststream.chat.firstTokenTimeout': 1,
      },
    });
    await editor.statusBar('Ghoststream').waitFor();
    await editor.command('Ghoststream: Open Chat');
    chat = await editor.webview('.composer');
  });
  after(async () => {
    await editor.close();
    await server.close();
  });

  const status = (): Locator => editor.statusBar('Ghoststream');

  /** A place that nothing is known of, asked for by hand: no pause after an earlier failure holds it up. */
  async function askForGhostText(): Promise<void> {
    await editor.page.locator('.editor-instance .monaco-editor').first().click();
    await editor.press('Control+End', 'Enter');
    await editor.type('let b = a + ');
    await editor.command('Ghoststream: Try Again Now');
  }

  /** Asks in the chat; the answer that begins, whatever becomes of it. */
  async function askInChat(): Promise<Locator> {
    const answers = chat.locator('.answer');
    const before = await answers.count();
    await chat.locator('.composer textarea').click();
    await editor.type('Hello?', 0);
    await editor.press('Enter');
    return answers.nth(before);
  }

  for (const { kind, answer, says, action, link } of STATES) {
    it(`says what is wrong and offers what helps: ${kind}`, async () => {
      server.script([answer]);
      const inChat = await askInChat();
      await askForGhostText();
      await eventually(
        async () => (await status().textContent()) ?? '',
        (text) => text.includes('Ghoststream: ') && says.test(text),
        'the status bar does not say it',
      );
      await eventually(
        () => editor.page.locator('.statusbar-item .codicon-modifier-spin').count(),
        (spinners) => spinners === 0,
        'a spinner stays',
      );
      assert.equal(await editor.page.locator('.notification-toast').count(), 0, 'a pop-up');
      await status().hover();
      const hover = editor.page.locator('.workbench-hover', { hasText: 'Scripted' });
      await hover.getByText(action).waitFor();
      const [box, bar] = await Promise.all([hover.boundingBox(), status().boundingBox()]);
      const top = Math.min(box?.y ?? 700, bar?.y ?? 700);
      const left = Math.min(box?.x ?? 700, bar?.x ?? 700) - 8;
      const inBar = await editor.page.screenshot({
        clip: { x: left, y: top - 8, width: 1200 - left, height: 800 - top + 8 },
      });
      await editor.page.mouse.move(600, 300);
      await hover.waitFor({ state: 'hidden' });

      const failed = inChat.locator('.state.failed');
      await failed.getByRole('button', { name: 'Try again' }).waitFor();
      if (link !== undefined) await failed.getByRole('link', { name: link }).waitFor();
      await stackPictures([inBar, await inChat.screenshot()], `states/${kind}`, 'few colors');
    });
  }

  it('goes on by itself when the model is there', async () => {
    server.script([{ tokens: ['answer', '(', ')', ';'] }]);
    await askForGhostText();
    await editor.ghostWith('answer');
    await editor.statusBar(/^\s*Ghoststream$/).waitFor();
  });

  it('opens what helps from the chat: the sign-in, where a token is missing', async () => {
    server.script([failure(401, 'no')]);
    const answer = await askInChat();
    await answer.getByRole('link', { name: 'Set the access token' }).click();
    await editor.page.locator('.quick-input-widget', { hasText: 'Sign In to Hugging Face' }).waitFor();
    await editor.press('Escape');
  });
});
