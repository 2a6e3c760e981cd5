/** Asks for what comes after a suggestion that is on the screen, before it is accepted, where that costs nobody anything. */
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
  /** The suggestion that the request is to follow, if it is one of these. */
  of(attempt: Attempt): Held | undefined;
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
    of: (attempt) => asked.get(attempt),
    ended: (attempt) => void asked.delete(attempt),
  };
}
