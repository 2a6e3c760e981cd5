/** The chat panel under test: a real VS Code with the panel open, and a server that streams from a script. */
import type { Frame, Locator } from 'playwright-core';
import { serve, type Answer, type ModelServer } from '../../fakes/modelServer.ts';
import { eventually, openEditor, type Editor, type EditorOptions } from './editor.ts';

export interface ChatUnderTest {
  readonly editor: Editor;
  readonly server: ModelServer;
  /** The panel's page; another one after a reload or when the panel was hidden. */
  frame(): Frame;
  settings(): Record<string, unknown>;
  /** Opens the panel and waits for its page. */
  show(): Promise<void>;
  /** The page is there again by itself. */
  found(): Promise<void>;
  input(): Locator;
  last(): Locator;
  button(name: string, within?: Locator): Locator;
  /** Types the question and presses Enter. */
  ask(text: string): Promise<void>;
  /** The last answer is over; `count`: once there are so many. */
  answered(count?: number): Promise<void>;
  startNew(): Promise<void>;
  /** Asks in a new conversation, where the server answers with these tokens, and waits for the end. */
  answerTo(text: string, ...answers: readonly Answer[]): Promise<void>;
  /** The newest request, as JSON. */
  sent(): string;
  close(): Promise<void>;
}

export async function openChat(options: EditorOptions = {}): Promise<ChatUnderTest> {
  const server = await serve({ dialect: 'openai-chat', answers: [{ tokens: ['ok'] }] });
  const settings = (): Record<string, unknown> => ({
    'ghoststream.models': ['Scripted', 'Second'].map((name) => ({
      name,
      url: server.url,
      dialect: 'openai-chat',
      model: name.toLowerCase(),
      roles: ['chat'],
      contextTokens: 8192,
    })),
    ...options.settings,
  });
  const editor = await openEditor({ ...options, settings: settings() });
  let frame: Frame;
  const found = async (): Promise<void> => {
    frame = await editor.webview('.composer');
  };
  const input = (): Locator => frame.locator('.composer textarea');
  const button = (name: string, within: Locator = frame.locator('body')): Locator =>
    within.getByRole('button', { name, exact: true });
  const chat: ChatUnderTest = {
    editor,
    server,
    frame: () => frame,
    settings,
    show: async () => {
      await editor.command('Ghoststream: Open Chat');
      await found();
    },
    found,
    input,
    last: () => frame.locator('.answer').last(),
    button,
    ask: async (text) => {
      await input().click();
      await editor.type(text, 0);
      await editor.press('Enter');
    },
    answered: async (count) => {
      if (count !== undefined)
        await eventually(
          () => frame.locator('.answer').count(),
          (seen) => seen === count,
          'no answer began',
        );
      await frame.locator('.answer:last-child:not(.running)').waitFor();
    },
    startNew: async () => {
      await button('New conversation').click();
      await eventually(
        () => frame.locator('.message').count(),
        (count) => count === 0,
        'the conversation is not new',
      );
    },
    answerTo: async (text, ...answers) => {
      if (answers.length > 0) server.script(answers);
      await chat.startNew();
      await chat.ask(text);
      await chat.answered(1);
    },
    sent: () => JSON.stringify(server.requests.at(-1)?.body),
    close: async () => {
      await editor.close();
      await server.close();
    },
  };
  await chat.show();
  return chat;
}
