/** Answers of the suggester, and the places that they are for, as plain values. */
import type { Attempt } from './attempt.ts';
import type { Held, Recalled } from './memory.ts';
import type { Answer, Query, Suggestion } from './words.ts';

type Silence = Extract<Answer, { type: 'silence' }>;

export function silence(reason: Silence['reason'], detail?: string): Silence {
  return { type: 'silence', reason, ...(detail === undefined ? {} : { detail }) };
}

export function silenceAfter({ outcome }: Attempt): Answer {
  if (outcome?.type === 'failed') {
    const { kind, message } = outcome.error;
    return silence(kind === 'loading' ? 'loading' : 'error', message);
  }
  if (outcome?.type === 'closed') return silence('superseded');
  return outcome?.rule === undefined ? silence('empty') : silence('filtered', outcome.rule);
}

/** The query as it was where `held` was asked for. */
export function originQuery(query: Query, { origin }: Held): Query {
  return { ...query, ...origin };
}

/** The document as it would be with the suggest widget's entry accepted. */
export function withSelected(query: Query): Query {
  if (!query.selected) return query;
  const { text, replacePrefix } = query.selected;
  const before = query.prefix.slice(0, query.prefix.length - replacePrefix);
  return {
    ...query,
    prefix: before + text,
    ...(query.column === undefined ? {} : { column: query.column - replacePrefix + text.length }),
  };
}

export function suggestion(query: Query, { held, rest }: Recalled): Suggestion {
  const { text, replaceSuffix } = rest;
  if (!query.selected) return { id: held.id, text, replaceSuffix };
  const { text: entry, replacePrefix } = query.selected;
  return { id: held.id, text: entry + text, replacePrefix, replaceSuffix };
}
