/** When the model is asked: the pause after a key, the rhythm it follows, and how long a failing server is left alone. */
import assert from 'node:assert/strict';
import { createBackoff, createRhythm, pauseBefore } from '../../../src/core/completion/pace.ts';
import { ModelError } from '../../../src/core/model/errors.ts';

const USUAL_GAP = 140;

describe('the pause before a request', () => {
  for (const [why, prefix, pauses] of [
    ['none at the start of a line', 'a();\n    ', 'none'],
    ['none behind an opening bracket', 'foo(', 'none'],
    ['none behind a blank', 'return ', 'none'],
    ['none behind a dot', 'this.', 'none'],
    ['a short one within a word', 'const va', 'short'],
    ['a long one behind a finished statement', 'foo();', 'long'],
  ] as const) {
    it(why, () => {
      const ms = pauseBefore({ prefix, trigger: 'automatic' }, USUAL_GAP);
      assert.equal(ms === 0 ? 'none' : ms < 150 ? 'short' : 'long', pauses);
    });
  }

  it('is none when asked by hand', () => {
    assert.equal(pauseBefore({ prefix: 'foo();', trigger: 'invoke' }, USUAL_GAP), 0);
  });

  it('is longer for who types slowly, within limits', () => {
    const within = (gap: number): number => pauseBefore({ prefix: 'va', trigger: 'automatic' }, gap);
    assert.ok(within(60) <= within(150) && within(150) <= within(400));
    assert.equal(within(400), within(4000));
  });
});

describe('the rhythm', () => {
  it('follows the keys and forgets breaks', () => {
    const rhythm = createRhythm();
    const before = rhythm.gapMs;
    for (let key = 0; key < 40; key++) rhythm.key(key * 60);
    const fast = rhythm.gapMs;
    assert.ok(fast < before && fast >= 60);
    rhythm.key(40 * 60 + 5000);
    assert.equal(rhythm.gapMs, fast);
  });
});

describe('the wait after failures', () => {
  const down = new ModelError('unreachable', 'down');

  it('doubles with each in a row, up to a minute, and ends with a success', () => {
    const backoff = createBackoff();
    const waits = Array.from({ length: 9 }, () => backoff.failed(down, 0));
    assert.deepEqual(waits.slice(0, 4), [1000, 2000, 4000, 8000]);
    assert.equal(waits.at(-1), 60_000);
    assert.equal(backoff.remaining(59_000), 1000);
    backoff.succeeded();
    assert.equal(backoff.remaining(0), 0);
    assert.equal(backoff.failed(down, 0), 1000);
  });

  it('is what the server asks for', () => {
    const busy = new ModelError('rate-limited', 'busy', { retryAfterMs: 7000 });
    assert.equal(createBackoff().failed(busy, 0), 7000);
  });

  it('is long where somebody has to change something first', () => {
    const wrong = new ModelError('unauthorized', 'wrong token');
    assert.ok(createBackoff().failed(wrong, 0) > 60_000);
  });
});
