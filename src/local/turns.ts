/** Who may use the model now: one request at a time on each desk, the newest ghost text first, chat in the gaps. */
import type { Desk } from './engine.ts';

export interface Turn {
  /** Aborts when the caller leaves or when a newer request for ghost text takes the place. */
  readonly signal: AbortSignal;
  /** Whether a newer request took the place. */
  readonly superseded: boolean;
  /** Waits until no more urgent request is at work; returns at once for ghost text. */
  pause(): Promise<void>;
  done(): void;
}

export interface Turns {
  /**
   * Waits for the desk; the turn's signal may be aborted when it comes. Requests with the same `key` (several answers
   * to one prompt) wait for each other, others on the inline desk end those that came before.
   */
  take(desk: Desk, key: string, left: AbortSignal): Promise<Turn>;
}

interface Guest {
  readonly key: string;
  readonly leave: AbortController;
  superseded: boolean;
  readonly gone: Promise<void>;
}

export function createTurns(): Turns {
  const desks: Record<Desk, Guest[]> = { inline: [], chat: [] };
  return {
    take: async (desk, key, left) => {
      const before = [...desks[desk]];
      const leave = new AbortController();
      let done = (): void => undefined;
      const gone = new Promise<void>((resolve) => (done = resolve));
      const guest: Guest = { key, leave, superseded: false, gone };
      desks[desk].push(guest);
      if (desk === 'inline') before.filter((other) => other.key !== key).forEach(supersede);
      await Promise.all(before.map((other) => other.gone));
      const signal = AbortSignal.any([left, leave.signal]);
      return {
        signal,
        get superseded() {
          return guest.superseded;
        },
        pause: async () => {
          if (desk === 'inline') return;
          for (let next = desks.inline[0]; next && !signal.aborted; next = desks.inline[0]) await next.gone;
        },
        done: () => {
          desks[desk].splice(desks[desk].indexOf(guest), 1);
          done();
        },
      };
    },
  };
}

function supersede(guest: Guest): void {
  guest.superseded = true;
  guest.leave.abort();
}
