/** Killed at any moment, the store has every finished message, each once, and the conversation opens. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import path from 'node:path';
import { build } from 'esbuild';
import { replay } from '../../src/core/chat/log.ts';
import { createChatStore } from '../../src/vscode/chatStore.ts';
import { handFed } from '../fakes/modelServer.ts';
import { openChat, type ChatUnderTest } from './harness/chat.ts';
import { eventually } from './harness/editor.ts';
import { sharedHost, temporaryFolder } from './harness/hosts.ts';

const WRITERS = 2;
/** Each kills all writers once; GHOSTSTREAM_KILLS=200 takes half a minute on a quiet machine. */
const ROUNDS = Number(process.env.GHOSTSTREAM_KILLS ?? 40) / WRITERS;

describe('chat store', function () {
  this.timeout(300_000);

  it(`survives ${ROUNDS * WRITERS} kills of two windows that write to one conversation`, async () => {
    const folder = temporaryFolder('chat-crash');
    const writer = path.join(folder, 'chatWriter.mjs');
    await build({
      entryPoints: [path.resolve(import.meta.dirname, '../fakes/chatWriter.ts')],
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: writer,
      logLevel: 'error',
    });
    const finished = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round++) {
      // A new conversation now and then, so that opening one does not come to dominate.
      const conversation = `c${Math.floor(round / 10)}`;
      const lines = await Promise.all(
        Array.from({ length: WRITERS }, (_, i) =>
          writeUntilKilled(writer, folder, conversation, `w${round}-${i}`),
        ),
      );
      for (const [id, tokens] of lines.flat()) finished.set(id, tokens);
    }
    const store = createChatStore(folder, 'reader', { onEvents: () => undefined, onList: () => undefined });
    const wrong: string[] = [];
    let found = 0;
    for (let i = 0; i < ROUNDS / 10; i++) {
      const { messages } = replay(`c${i}`, await store.load(`c${i}`));
      for (const [id, message] of messages) {
        const tokens = finished.get(id);
        if (message.role !== 'assistant') continue;
        const count = message.text.split(' ').length - 1;
        const whole = words(count);
        // A cut answer is the beginning of what came; nothing is lost in its middle, nothing is there twice.
        if (message.text !== whole) wrong.push(`${id}: ${message.text.slice(0, 60)}`);
        if (tokens === undefined) continue;
        found++;
        if (tokens !== count || message.state.type !== 'finished')
          wrong.push(`${id}: ${count} of ${tokens} words`);
      }
    }
    store.dispose();
    console.log(`      ${finished.size} answers had finished`);
    assert.deepEqual({ wrong, found }, { wrong: [], found: finished.size });
    assert.ok(finished.size > ROUNDS, 'the writers hardly wrote');
  });
});

/** Kills of the extension host; GHOSTSTREAM_HOST_KILLS=5 for a longer look. */
const HOST_KILLS = Number(process.env.GHOSTSTREAM_HOST_KILLS ?? 1);

describe('chat after a crash', function () {
  this.timeout(120_000 + HOST_KILLS * 60_000);
  // A server of its own, so that its only extension host is this test's.
  const env = { GHOSTSTREAM_TEST: 'crash' };
  let chat: ChatUnderTest;

  before(async () => {
    chat = await openChat({ env });
  });
  after(() => chat.close());

  it(`has every finished message, each once, after ${HOST_KILLS} kills of the extension host`, async () => {
    const { server } = await sharedHost({ env });
    await chat.startNew();
    for (let kill = 1; kill <= HOST_KILLS; kill++) {
      const tokens = handFed();
      chat.server.script([{ tokens: [`whole ${kill}`] }, { tokens }]);
      await chat.ask(`finished question ${kill}`);
      await chat.answered(2 * kill - 1);
      await chat.ask(`cut question ${kill}`);
      const feeding = setInterval(() => tokens.send('word '), 5);
      await chat.last().locator('p', { hasText: 'word word' }).waitFor();
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 1_000));
      process.kill(extensionHost(server.pid), 'SIGKILL');
      clearInterval(feeding);
      await chat.editor.page.reload();
      await chat.found();
      await chat.last().getByText('Interrupted.').waitFor();
      const questions = await chat.frame().locator('.question-text').allInnerTexts();
      const numbers = Array.from({ length: kill }, (_, i) => i + 1);
      assert.deepEqual(
        questions,
        numbers.flatMap((n) => [`finished question ${n}`, `cut question ${n}`]),
      );
      // Out of sight, text is not laid out, so it has no inner text; it is drawn a moment after its state.
      const texts = (): Promise<string[]> => chat.frame().locator('.answer .markdown').allTextContents();
      const whole = (answers: readonly string[]): string => answers.filter((_, i) => i % 2 === 0).join();
      const expected = numbers.map((n) => `whole ${n}`).join();
      const answers = await eventually(
        texts,
        (found) => whole(found) === expected,
        'finished answers are lost',
      );
      // What came within the last quarter of a second may be lost.
      for (const cut of answers.filter((_, i) => i % 2 === 1)) assert.match(cut, /^(word ?)*$/);
    }
  });
});

/** The process below the server's that runs extensions. */
function extensionHost(server: number | undefined): number {
  const processes = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .flatMap((match) =>
      match ? [{ pid: Number(match[1]), parent: Number(match[2]), args: match[3] ?? '' }] : [],
    );
  const found = processes.find(
    ({ parent, args }) => parent === server && args.includes('--type=extensionHost'),
  );
  assert.ok(found, 'no extension host runs');
  return found.pid;
}

const words = (count: number): string => Array.from({ length: count }, (_, i) => `word${i} `).join('');

/** Ids and lengths of the answers that the process called finished before the kill. */
function writeUntilKilled(
  writer: string,
  folder: string,
  conversation: string,
  name: string,
): Promise<[string, number][]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [writer, folder, conversation, name], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (data: Buffer) => {
      // The moment counts from the first answer: before it there is nothing to lose.
      if (output === '') setTimeout(() => child.kill('SIGKILL'), Math.random() * 60);
      output += data.toString();
    });
    child.on('error', reject);
    child.on('close', () =>
      resolve(
        output
          .split('\n')
          .slice(0, -1)
          .map((line) => {
            const [id = '', tokens] = line.split(' ');
            return [id, Number(tokens)];
          }),
      ),
    );
  });
}
