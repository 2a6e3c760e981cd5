/** Private counts of what was shown, taken and kept: values that only this machine sees, never any text. */
import * as v from 'valibot';

/** What is counted by language. */
export const COUNTS = [
  /** Suggestions that were on the screen, and their characters. */
  'shown',
  'shownCharacters',
  /** Suggestions of which something was taken at one stroke, and those characters. */
  'accepted',
  'acceptedCharacters',
  /** Words and lines taken one by one. */
  'parts',
  /** Characters looked at 30 s and 5 min after they were accepted, and those of them that were still there. */
  'lookedAt30s',
  'keptAfter30s',
  'lookedAt5min',
  'keptAfter5min',
] as const;

export type Counts = Readonly<Record<(typeof COUNTS)[number], number>>;

const count = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0);
const times = v.optional(v.array(v.pipe(v.number(), v.minValue(0))), []);

const schema = v.object({
  version: v.literal(1),
  /** ISO date of the first count. */
  since: v.string(),
  languages: v.record(v.string(), v.object(v.entriesFromList(COUNTS, count))),
  requests: count,
  failed: count,
  /** Answers that needed no request of their own: typed along, cached, joined. */
  saved: count,
  /** The newest times in milliseconds: from the editor's call to the answer, and to the model's first token. */
  answerMs: times,
  firstTokenMs: times,
});

export type Statistics = Readonly<v.InferOutput<typeof schema>>;

/** So many of the newest times are kept. */
const TIMES = 500;

const NOTHING: Counts = v.parse(v.object(v.entriesFromList(COUNTS, count)), {});

export function emptyStatistics(since: string): Statistics {
  return v.parse(schema, { version: 1, since, languages: {} });
}

/** What was stored; new counts when there is nothing or it is not ours. */
export function parseStatistics(stored: unknown, since: string): Statistics {
  const parsed = v.safeParse(schema, stored);
  return parsed.success ? parsed.output : emptyStatistics(since);
}

/** Adds to the counts of a language. */
export function tally(statistics: Statistics, language: string, added: Partial<Counts>): Statistics {
  const counts = sum(statistics.languages[language] ?? NOTHING, added);
  return { ...statistics, languages: { ...statistics.languages, [language]: counts } };
}

export function addTime(statistics: Statistics, which: 'answerMs' | 'firstTokenMs', ms: number): Statistics {
  return { ...statistics, [which]: [...statistics[which], Math.round(ms)].slice(-TIMES) };
}

/** All languages together. */
export function total({ languages }: Statistics): Counts {
  return Object.values(languages).reduce(sum, NOTHING);
}

/** The value below which `share` (0 to 1) of the times lie; undefined without times. */
export function percentile(times: readonly number[], share: number): number | undefined {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

function sum(counts: Counts, added: Partial<Counts>): { -readonly [Name in keyof Counts]: number } {
  const result = { ...counts };
  for (const name of COUNTS) result[name] += added[name] ?? 0;
  return result;
}
