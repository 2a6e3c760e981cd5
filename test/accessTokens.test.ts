/** Access tokens come from the editor's secret storage, which is not asked again for what it has told. */
import assert from 'node:assert/strict';
import { createAccessTokens } from '../src/vscode/accessTokens.ts';

const ORIGIN = 'https://models.example';

/** A storage that counts how often it is asked, and can be out of reach. */
function storage() {
  const kept = new Map<string, string>();
  const listeners = new Set<(change: { readonly key: string }) => void>();
  const state = { asked: 0, reachable: true };
  const change = (key: string): void => {
    for (const listener of listeners) listener({ key });
  };
  const secrets = {
    get: (key: string) => {
      state.asked++;
      return state.reachable ? Promise.resolve(kept.get(key)) : Promise.reject(new Error('no storage'));
    },
    store: (key: string, value: string) => {
      kept.set(key, value);
      change(key);
      return Promise.resolve();
    },
    delete: (key: string) => {
      kept.delete(key);
      change(key);
      return Promise.resolve();
    },
    onDidChange: (listener: (change: { readonly key: string }) => void) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
  return { secrets, state, listeners };
}

describe('access tokens', () => {
  it('are asked for once, and again after they changed, in this window or another', async () => {
    const { secrets, state } = storage();
    const tokens = createAccessTokens(secrets);
    await tokens.set(ORIGIN, 'one');
    assert.deepEqual([await tokens.get(ORIGIN), await tokens.get(ORIGIN), state.asked], ['one', 'one', 1]);
    await secrets.store(`token:${ORIGIN}`, 'two');
    assert.deepEqual([await tokens.get(ORIGIN), state.asked], ['two', 2]);
    await tokens.delete(ORIGIN);
    assert.equal(await tokens.get(ORIGIN), undefined);
  });

  it('are asked for again where the storage could not be reached', async () => {
    const { secrets, state } = storage();
    const tokens = createAccessTokens(secrets);
    await secrets.store(`token:${ORIGIN}`, 'one');
    state.reachable = false;
    await assert.rejects(tokens.get(ORIGIN), /no storage/);
    state.reachable = true;
    assert.equal(await tokens.get(ORIGIN), 'one');
  });

  it('leave no listener behind', () => {
    const { secrets, listeners } = storage();
    createAccessTokens(secrets).dispose();
    assert.equal(listeners.size, 0);
  });
});
