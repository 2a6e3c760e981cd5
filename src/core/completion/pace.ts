/** When to ask the model: how long to wait after a key, and how long to leave a failing server alone. */
import type { ModelError } from '../model/errors.ts';
import type { Query } from './words.ts';

/** After these characters people expect to be helped and the text before is complete: no pause. */
const STRUCTURAL = /[\s([{.,:=>]$/;
/** The statement is finished: mostly a line break follows, and only then there is something to say. */
const FINISHED = /[;}]\s*$/;

/**
 * How long to wait before a request, in milliseconds; the editor itself waited about 60 before it asked.
 * `gapMs` is the usual time between two keys.
 */
export function pauseBefore(query: Pick<Query, 'prefix' | 'trigger'>, gapMs: number): number {
  if (query.trigger === 'invoke') return 0;
  const line = query.prefix.slice(query.prefix.lastIndexOf('\n') + 1);
  if (!/\S/.test(line)) return 0;
  if (FINISHED.test(line.slice(-3))) return FINISHED_PAUSE;
  if (STRUCTURAL.test(line.slice(-1))) return 0;
  // Long enough that a key which follows in the usual rhythm comes first.
  return Math.min(MOST_PAUSE, Math.max(LEAST_PAUSE, gapMs - EDITOR_WAIT));
}

const FINISHED_PAUSE = 300;
const LEAST_PAUSE = 70;
const MOST_PAUSE = 90;
/** Between the key and our provider's call, measured in VS Code 1.139. */
const EDITOR_WAIT = 60;

export interface Rhythm {
  /** Notes that the editor asked. */
  key(now: number): void;
  /** The usual time between two keys, in milliseconds. */
  readonly gapMs: number;
}

/** Follows how fast somebody types; a longer break says nothing about it. */
export function createRhythm(): Rhythm {
  let last: number | undefined;
  let gap = 150;
  return {
    key(now) {
      const since = last === undefined ? Infinity : now - last;
      last = now;
      if (since < 600) gap += (since - gap) * 0.2;
    },
    get gapMs() {
      return gap;
    },
  };
}

export interface Backoff {
  /** How long automatic requests still have to wait, in milliseconds; 0 when they may go. */
  remaining(now: number): number;
  /** Returns the wait that follows the failure. */
  failed(error: ModelError, now: number): number;
  succeeded(): void;
}

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 60_000;
/** Somebody has to change something first; asked again now and then in case it was changed elsewhere. */
const HOPELESS_WAIT = 300_000;

/** Each failure in a row doubles the wait; what the server asks for counts more. */
export function createBackoff(): Backoff {
  let until = 0;
  let failures = 0;
  return {
    remaining: (now) => Math.max(0, until - now),
    failed(error, now) {
      const wait = error.retryable
        ? (error.retryAfterMs ?? Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures))
        : HOPELESS_WAIT;
      failures++;
      until = Math.max(until, now + wait);
      return until - now;
    },
    succeeded() {
      failures = 0;
      until = 0;
    },
  };
}
