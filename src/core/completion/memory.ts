/** The answers that are known: running, finished, interrupted; asked by where the caret is now. */
import { LRUCache } from 'lru-cache';
import { follow, restOf, type Ghost, type Origin, type Rest } from './along.ts';

/** One answer of the model, as far as it came. */
export interface Held {
  readonly id: number;
  /** The model's name: another model's answers are not offered. */
  readonly model: string;
  readonly origin: Origin;
  /** Mean natural logarithm of its tokens' probabilities, where the server tells them. */
  meanLogprob?: number;
  /** Other answers for its place were asked for too. */
  varied: boolean;
  /** What may be shown of it so far. */
  ghost: Ghost;
  state: 'running' | 'ended';
  /** The user sent it away. */
  dismissed: boolean;
}

export interface Recalled {
  readonly held: Held;
  readonly rest: Rest;
}

export interface Memory {
  keep(held: Held): void;
  drop(held: Held): void;
  has(held: Held): boolean;
  /** The answer to offer at `now`: the one asked for nearest before the caret; `favorite`, shown last, before all. */
  recall(model: string, now: Origin, favorite?: number): Recalled | undefined;
  /** An answer that was asked for exactly here and holds nothing to show. */
  knownEmpty(model: string, now: Origin): boolean;
  /** Everything that `now` would be offered, best first. */
  all(model: string, now: Origin): Recalled[];
  forget(uri?: string): void;
}

/** Answers kept; each holds its caret's window as a slice of a string that is shared with its neighbors. */
const KEPT = 120;

export function createMemory(): Memory {
  const answers = new LRUCache<number, Held>({ max: KEPT });

  function* candidates(model: string, now: Origin): Generator<Recalled> {
    for (const held of answers.values()) {
      if (held.model !== model || held.dismissed || held.ghost.text === '') continue;
      const rest = restOf(held.origin, held.ghost, now);
      if (rest) yield { held, rest };
    }
  }

  return {
    keep: (held) => void answers.set(held.id, held),
    has: (held) => answers.has(held.id),
    drop: (held) => void answers.delete(held.id),
    recall(model, now, favorite) {
      let best: Recalled | undefined;
      for (const found of candidates(model, now)) {
        if (found.held.id === favorite) return touch(found);
        // The fewer characters were typed since, the more the model knew.
        if (!best || found.rest.typed < best.rest.typed) best = found;
      }
      return best && touch(best);
    },
    knownEmpty(model, now) {
      for (const { model: of, state, ghost, origin } of answers.values()) {
        if (of !== model || state !== 'ended' || ghost.text !== '' || origin.line !== now.line) continue;
        if (origin.prefix.length === now.prefix.length && follow(origin, ghost, now).type === 'ahead')
          return true;
      }
      return false;
    },
    all: (model, now) => [...candidates(model, now)].sort((a, b) => a.rest.typed - b.rest.typed),
    forget(uri) {
      for (const [id, held] of answers) if (uri === undefined || held.origin.uri === uri) answers.delete(id);
    },
  };

  function touch(found: Recalled): Recalled {
    answers.get(found.held.id);
    return found;
  }
}
