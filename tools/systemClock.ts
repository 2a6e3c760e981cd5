/** The machine's clock, as a port of core. */
import type { Clock } from '../src/core/ports.ts';

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, run) {
    if (ms <= 0) {
      const turn = setImmediate(run);
      return () => clearImmediate(turn);
    }
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
