/** The real clock. */
import type { Clock } from '../core/ports.ts';

export const clock: Clock = {
  now: () => performance.now(),
  after: (ms, run) => {
    if (ms <= 0) {
      const turn = setImmediate(run);
      return () => clearImmediate(turn);
    }
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
