/** The local model process is kept alive, and only as long as it is wanted: with real processes and the test's clock. */
import assert from 'node:assert/strict';
import { superviseLocalModel, type LocalModelProcess, type LocalState } from '../../src/local/supervisor.ts';
import { fakeClock } from '../fakes/clock.ts';

const ORDERS = { runtimeFolder: '/runtime', modelPath: '/model.gguf', contextTokens: 512 };

/** Programs that behave as the server does at its edges: orders on standard input, states on standard output. */
const READY = `{"type":"ready","url":"http://127.0.0.1:1","model":"m","contextTokens":512,"infills":true}`;
const PROGRAMS = {
  crashes: `process.stdin.once('data', () => process.exit(3))`,
  refuses: `process.stdin.once('data', () => { console.log('{"type":"failed","message":"no such file"}'); process.exit(1); })`,
  serves: `process.stdin.once('data', () => { console.log('noise'); console.log('${READY}'); }); process.stdin.on('end', () => process.exit(0))`,
};

describe('the local model process', () => {
  let process_: LocalModelProcess | undefined;
  afterEach(() => process_?.stop());

  function run(program: keyof typeof PROGRAMS) {
    const clock = fakeClock();
    const states: LocalState[] = [];
    let wake = (): void => undefined;
    process_ = superviseLocalModel(
      { execPath: process.execPath, args: ['-e', PROGRAMS[program]] },
      ORDERS,
      clock,
      (state) => {
        states.push(state);
        wake();
      },
      () => undefined,
    );
    const reach = async (count: number): Promise<LocalState | undefined> => {
      while (states.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return states[count - 1];
    };
    return { clock, states, reach, stop: () => process_?.stop() };
  }

  it('tells where it answers once it is ready, and stops when it is not wanted', async () => {
    const { reach, stop } = run('serves');
    const ready = await reach(2);
    assert.ok(ready?.type === 'ready' && ready.secret.length >= 32);
    stop();
    assert.deepEqual(await reach(3), { type: 'stopped' });
  });

  it('is started again after a crash, after a longer pause each time, and at last no more', async () => {
    const { clock, states, reach } = run('crashes');
    const pauses: (number | undefined)[] = [];
    for (let crash = 1; crash <= 5; crash++) {
      const state = await reach(crash * 2);
      assert.ok(state?.type === 'failed');
      pauses.push(state.retryInMs);
      clock.advance(state.retryInMs ?? 600_000);
    }
    assert.deepEqual(pauses, [1_000, 2_000, 4_000, 8_000, undefined]);
    assert.equal(states.length, 10);
    assert.equal(clock.waiting, 0);
  });

  it('is not started again when it said that it cannot work', async () => {
    const { clock, reach } = run('refuses');
    assert.deepEqual(await reach(2), { type: 'failed', message: 'no such file' });
    assert.equal(clock.waiting, 0);
  });

  it('is not started again when it is stopped during the pause', async () => {
    const { clock, reach, stop } = run('crashes');
    await reach(2);
    stop();
    assert.deepEqual(await reach(3), { type: 'stopped' });
    assert.equal(clock.waiting, 0);
  });
});
