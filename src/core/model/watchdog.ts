/** The three timers of a request: first event, silence between events, total. */
import type { Clock } from '../ports.ts';

/** Limits in milliseconds; `Infinity` is none. */
export interface Timers {
  /** Until the first model event. */
  readonly firstByteMs: number;
  /** Between two model events; comments and pings do not count. */
  readonly idleMs: number;
  readonly totalMs: number;
}

export type Expired = keyof Timers;

/** Counts only while somebody waits for the server, so that a slow reader is no silence of the server's. */
export interface Watchdog {
  /** The server is waited for: starts the timer that is due, unless it runs already. */
  waiting(): void;
  /** An event came. */
  heard(): void;
  stop(): void;
}

/** Longest delay that timers hold. */
const MAX_DELAY = 2_147_483_647;

/** `expire` is called at most once. */
export function createWatchdog(timers: Timers, clock: Clock, expire: (which: Expired) => void): Watchdog {
  let silence: (() => void) | undefined;
  let next: Expired = 'firstByteMs';
  const start = (which: Expired): (() => void) => {
    const ms = timers[which];
    return ms <= MAX_DELAY
      ? clock.after(ms, () => {
          stop();
          expire(which);
        })
      : () => undefined;
  };
  const stop = (): void => {
    silence?.();
    total();
  };
  const total = start('totalMs');
  return {
    waiting() {
      silence ??= start(next);
    },
    heard() {
      silence?.();
      silence = undefined;
      next = 'idleMs';
    },
    stop,
  };
}
