/** A malicious or broken server ends in one typed error, whatever it sends. `npm run bench -- hostile` measures the cost. */
import assert from 'node:assert/strict';
import type { ModelErrorKind } from '../../../src/core/model/errors.ts';
import { HOSTILE } from '../../fakes/hostile.ts';
import { ask, withServer } from './ask.ts';

const KINDS: readonly ModelErrorKind[] = ['protocol', 'timeout', 'truncated', 'server'];

describe('a hostile server', () => {
  for (const [name, answer] of HOSTILE) {
    it(`that sends ${name} is told in one error, and its connection closed`, async () => {
      await withServer({ dialect: 'openai-completions', answers: [answer] }, async (server) => {
        const { error } = await ask(server, { timers: { firstByteMs: 100, idleMs: 100, totalMs: 150 } });
        assert.ok(error && KINDS.includes(error.kind), error?.message ?? 'no error');
        assert.ok(error.message.length < 500);
        await server.requests[0]?.closed;
      });
    });
  }
});
