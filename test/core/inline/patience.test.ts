/** What is shown where ghost text cannot grow. */
import assert from 'node:assert/strict';
import { bestCut } from '../../../src/core/inline/patience.ts';
import { fakeClock } from '../../fakes/clock.ts';

/** A stream that says `script` over time: [ms from the start, all text so far, whether it ends there]. */
async function check(
  script: readonly [ms: number, text: string, ended?: 'end'][],
  expected: { readonly text: string | undefined; readonly at: number },
  abortAt = Infinity,
): Promise<void> {
  const clock = fakeClock();
  const abort = new AbortController();
  const listeners = new Set<(ended: boolean) => void>();
  let known = script[0]?.[1];
  for (const [ms, text, ended] of script.slice(1))
    clock.after(ms, () => {
      known = text;
      for (const listener of listeners) listener(ended !== undefined);
    });
  if (abortAt < Infinity) clock.after(abortAt, () => abort.abort());
  const stream = {
    recall: () => known,
    onMore: (listener: (ended: boolean) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  let got: { text: string | undefined; at: number } | undefined;
  void bestCut(stream, clock, abort.signal).then((text) => (got = { text, at: clock.now() }));
  await clock.pass(0);
  for (let ms = 0; ms < 2000 && !got; ms += 10) await clock.pass(10);
  assert.deepEqual(got, expected);
  assert.equal(listeners.size, 0);
}

describe('bestCut', () => {
  it('shows the first line as soon as it is whole', () =>
    check(
      [
        [0, 'one'],
        [50, 'one two'],
        [100, 'one two\n  thr'],
      ],
      { text: 'one two', at: 100 },
    ));
  it('shows all when the stream ends', () =>
    check(
      [
        [0, 'one'],
        [50, 'one two', 'end'],
      ],
      { text: 'one two', at: 50 },
    ));
  it('shows whole words when the first line takes too long', () =>
    check(
      [
        [0, 'one'],
        [50, 'one two'],
      ],
      { text: 'one', at: 700 },
    ));
  it('shows nothing when the editor has gone on', () => check([[0, 'one']], { text: undefined, at: 30 }, 30));
  it('answers at once what is known to have a line', () => check([[0, 'one\ntwo']], { text: 'one', at: 0 }));
});
