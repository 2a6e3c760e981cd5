/** Asks for what comes after a suggestion that is on the screen, before it is accepted, where that costs nobody anything. */
import { follow } from './along.ts';
import type { Attempt } from './attempt.ts';
import { afterAccept } from './followUp.ts';
import type { Held } from './memory.ts';
import type { InlineModel } from './prompt.ts';
import { isLocal } from './requests.ts';
import type { Query } from './words.ts';

/** Of which models it is asked. */
export type Ahead = 'local' | 'always' | 'never';

export interface AskingAhead {
  /** `held` was made at `query`. */
  ask(model: InlineModel, held: Held, query: Query): Promise<void>;
  /** What runs is of no use any more: something else was typed at its place, or at its suggestion's place. */
  isDiverged(attempt: Attempt, query: Query): boolean;
  ended(attempt: Attempt): void;
}

/** `isNew` says whether a request for that place would tell something and hold up nobody; `open` opens it. */
export function createAhead(
  wanted: () => Ahead,
  isNew: (model: InlineModel, after: Query) => boolean,
  open: (model: InlineModel, query: Query, after: Query) => Promise<Attempt | undefined>,
): AskingAhead {
  const asked = new Map<Attempt, Held>();
  return {
    async ask(model, held, query) {
      const may = wanted();
      const { text, replaceSuffix } = held.ghost;
      if (may === 'never' || (may === 'local' && !isLocal(model)) || text === '') return;
      const after = afterAccept(query, text, replaceSuffix);
      if (!isNew(model, after)) return;
      const attempt = await open(model, query, after);
      if (attempt) asked.set(attempt, held);
    },
    isDiverged(attempt, query) {
      const before = asked.get(attempt);
      const upTo = before && follow(before.origin, before.ghost, query).type;
      if (upTo === 'rest' || upTo === 'diverged') return upTo === 'diverged';
      return [attempt.held, ...attempt.others].every(
        ({ origin, ghost }) => follow(origin, ghost, query).type === 'diverged',
      );
    },
    ended: (attempt) => void asked.delete(attempt),
  };
}
