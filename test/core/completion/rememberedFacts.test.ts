/** What a server said of its model serves the next start, before the server is heard again. */
import assert from 'node:assert/strict';
import { rememberFacts, type Memory } from '../../../src/core/completion/rememberedFacts.ts';
import type { ServerFacts } from '../../../src/core/completion/prompt.ts';
import type { Endpoint } from '../../../src/core/model/words.ts';

const ENDPOINT: Endpoint = { url: 'http://127.0.0.1:1', dialect: 'openai-completions' };
const never = (): Promise<ServerFacts> => new Promise(() => undefined);

function memory(): Memory {
  const kept = new Map<string, string>();
  return {
    get: (key): unknown => JSON.parse(kept.get(key) ?? 'null'),
    set: (key, value) => kept.set(key, JSON.stringify(value)),
  };
}

describe('what servers said', () => {
  it('is waited for when nothing is remembered', async () => {
    const facts = rememberFacts(() => Promise.resolve({ contextTokens: 4096 }), memory());
    assert.deepEqual(await facts(ENDPOINT), { contextTokens: 4096 });
  });

  it('answers at once after the next start, though the server is silent', async () => {
    const kept = memory();
    await rememberFacts(() => Promise.resolve({ reported: 'qwen2.5-coder', slots: 2 }), kept)(ENDPOINT);
    assert.deepEqual(await rememberFacts(never, kept)(ENDPOINT), { reported: 'qwen2.5-coder', slots: 2 });
  });

  it('gives way to what the server says now, from the next request on', async () => {
    const kept = memory();
    await rememberFacts(() => Promise.resolve({ contextTokens: 4096 }), kept)(ENDPOINT);
    const facts = rememberFacts(() => Promise.resolve({ contextTokens: 8192 }), kept);
    assert.deepEqual(await facts(ENDPOINT), { contextTokens: 4096 });
    assert.deepEqual(await facts(ENDPOINT), { contextTokens: 8192 });
    assert.deepEqual(await rememberFacts(never, kept)(ENDPOINT), { contextTokens: 8192 });
  });

  it('is kept for each model apart, and nothing said is nothing remembered', async () => {
    const kept = memory();
    await rememberFacts(() => Promise.resolve({ slots: 4 }), kept)({ ...ENDPOINT, model: 'a' });
    const other = rememberFacts(() => Promise.resolve({}), kept);
    assert.deepEqual(await other({ ...ENDPOINT, model: 'b' }), {});
    assert.deepEqual(await other({ ...ENDPOINT, model: 'a' }), { slots: 4 });
  });
});
