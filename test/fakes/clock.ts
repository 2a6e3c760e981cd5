/** A clock that moves only when a test moves it. */
import type { Clock } from '../../src/core/ports.ts';

export interface FakeClock extends Clock {
  /** Moves time on by `ms`, running what falls due, in order, each at its own moment. */
  advance(ms: number): void;
  /** As `advance`, letting promises settle before and after each thing that runs. */
  pass(ms: number): Promise<void>;
  /** How many things wait; a test that ends with some has leaked them. */
  readonly waiting: number;
}

export function fakeClock(start = 0): FakeClock {
  let time = start;
  let count = 0;
  const timers = new Map<number, { readonly due: number; readonly run: () => void }>();

  /** Runs the earliest thing due by `limit`; false when there is none. */
  const runNext = (limit: number): boolean => {
    const [next] = [...timers].filter(([, { due }]) => due <= limit).sort(([, a], [, b]) => a.due - b.due);
    if (!next) return false;
    const [id, { due, run }] = next;
    timers.delete(id);
    time = Math.max(time, due);
    run();
    return true;
  };

  return {
    now: () => time,
    after: (ms, run) => {
      const id = ++count;
      timers.set(id, { due: time + ms, run });
      return () => timers.delete(id);
    },
    advance: (ms) => {
      const limit = time + ms;
      while (runNext(limit));
      time = limit;
    },
    pass: async (ms) => {
      const limit = time + ms;
      do await settled();
      while (runNext(limit));
      time = limit;
    },
    get waiting() {
      return timers.size;
    },
  };
}

/** Lets every promise that can settle without the clock do so. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
