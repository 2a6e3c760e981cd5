/** Every dialect: the request it sends and the events it makes of a server's bytes. */
import assert from 'node:assert/strict';
import type { ModelEvent } from '../../../src/core/model/words.ts';
import { WIRES, type WireName } from '../../fakes/wire.ts';
import { ask, askOnce, isChat, withServer } from './ask.ts';

const NAMES = Object.keys(WIRES) as WireName[];

const texts = (events: readonly ModelEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'text-delta' ? [event.text] : []));

describe('every dialect', () => {
  for (const dialect of NAMES) {
    describe(dialect, () => {
      it('gives each token as it comes and one finish at the end', async () => {
        const { events, error } = await askOnce(dialect, { tokens: ['Hel', 'lo', ' 你好 😀'] });
        assert.equal(error, undefined);
        assert.deepEqual(
          texts(events).filter((text) => text !== ''),
          ['Hel', 'lo', ' 你好 😀'],
        );
        assert.deepEqual(
          events.filter(({ type }) => type === 'finish').map((event) => event === events.at(-1)),
          [true],
        );
      });

      it('gives the same when every byte comes in a packet of its own', async () => {
        const answer = { tokens: ['a', '你', '😀', '\r\n', '"}'] };
        const whole = await askOnce(dialect, answer);
        const split = await askOnce(dialect, { ...answer, splitBytes: 1 });
        assert.deepEqual(split, whole);
        assert.equal(split.text, 'a你😀\r\n"}');
      });

      it('takes the answer of a server that cannot stream as one delta', async () => {
        const { events, text } = await askOnce(dialect, {
          tokens: ['Hel', 'lo'],
          whole: true,
          finish: 'length',
        });
        assert.equal(text, 'Hello');
        assert.equal(events.filter(({ type }) => type === 'text-delta').length, 1);
        const last = events.at(-1);
        assert.equal(last?.type === 'finish' && last.finishReason, 'length');
      });

      it('says that an answer without its end mark is not complete', async () => {
        const { text, error } = await askOnce(dialect, { tokens: ['half an ans'], end: 'close' });
        assert.deepEqual([text, error?.kind], ['half an ans', 'truncated']);
      });

      it('says so too when the connection breaks', async () => {
        const { text, error } = await askOnce(dialect, { tokens: ['half an ans'], end: 'reset' });
        assert.deepEqual([text, error?.kind], ['half an ans', 'truncated']);
      });

      it('shows the error that a server reports in its stream', async () => {
        const { text, error } = await askOnce(dialect, {
          tokens: ['Hel'],
          end: 'error',
          error: 'CUDA out of memory',
        });
        assert.deepEqual([text, error?.kind], ['Hel', 'server']);
        assert.match(error?.message ?? '', /CUDA out of memory/);
      });

      it('finishes at the end mark though the server keeps the connection open, and closes it', async () => {
        await withServer({ dialect, answers: [{ tokens: ['x'], end: 'open' }] }, async (server) => {
          const { text, error } = await ask(server);
          assert.deepEqual([text, error], ['x', undefined]);
          await server.requests[0]?.closed;
        });
      });

      it('tells why it ended', async () => {
        const reasons: unknown[] = [];
        for (const finish of ['length', 'eos_token', 'stop_sequence'] as const) {
          const last = (await askOnce(dialect, { tokens: ['x'], finish })).events.at(-1);
          reasons.push(last?.type === 'finish' ? last.finishReason : last);
        }
        // Ollama does not say which of the two it was.
        const stopped = dialect.startsWith('ollama') ? 'eos_token' : 'stop_sequence';
        assert.deepEqual(reasons, ['length', 'eos_token', stopped]);
      });

      it('refuses a request that it cannot carry, without asking the server', async () => {
        await withServer({ dialect, answers: [{ tokens: ['x'] }] }, async (server) => {
          const { error } = await ask(server, {
            request: isChat(dialect)
              ? { type: 'text', prompt: 'x' }
              : { type: 'chat', messages: [{ role: 'user', content: 'x' }] },
          });
          assert.deepEqual([error?.kind, server.connections], ['invalid-request', 0]);
        });
      });
    });
  }
});
