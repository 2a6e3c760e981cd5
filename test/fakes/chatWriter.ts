/**
 * A process that chats without end through the real session and the real store, until somebody kills it.
 * `node chatWriter.js FOLDER CONVERSATION NAME`; each finished answer is a line on standard output: id and tokens.
 */
import { createChats } from '../../src/core/chat/session.ts';
import type { ModelEvent } from '../../src/core/model/words.ts';
import { createChatStore } from '../../src/vscode/chatStore.ts';
import { clock } from '../../src/vscode/clock.ts';

const [folder = '', conversation = '', name = ''] = process.argv.slice(2);
let tokens = 0;

async function* stream(): AsyncGenerator<ModelEvent, void, undefined> {
  tokens = 5 + Math.floor(Math.random() * 60);
  for (let i = 0; i < tokens; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    yield { type: 'text-delta', text: `word${i} ` };
  }
  yield { type: 'finish', finishReason: 'eos_token' };
}

const endpoint = { url: 'http://127.0.0.1', dialect: 'openai-chat' } as const;
const chats = createChats({
  store: createChatStore(folder, name, { onEvents: () => undefined, onList: () => undefined }),
  clock,
  stream,
  model: { fetch: () => Promise.reject(new Error('not used')), clock, accessToken: () => undefined },
  timers: { firstByteMs: 1000, idleMs: 1000, totalMs: 1000 },
  random: Math.random,
  now: Date.now,
  chatModel: () => ({ name, endpoint }),
  onEvents: () => undefined,
  onRunning: () => undefined,
  onWaiting: () => undefined,
  onStoreError: (error) => {
    throw error;
  },
});

await chats.open(conversation);
for (;;) {
  await chats.ask(conversation, { text: 'More', prompt: undefined, context: [], images: undefined });
  const { leaf } = await chats.open(conversation);
  process.stdout.write(`${leaf ?? ''} ${tokens}\n`);
}
