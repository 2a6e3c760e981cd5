/** The two kinds of tables: what a model said and what to offer; what memory holds and what it offers. */
import * as v from 'valibot';

const suggestion = { expected: v.nullable(v.string()), replaceSuffix: v.nullish(v.number(), 0) };

const completionSchema = v.object({
  id: v.string(),
  language: v.string(),
  prefix: v.string(),
  suffix: v.string(),
  modelOutput: v.string(),
  ...suggestion,
  /** Other right answers; a text alone covers nothing right of the caret. */
  acceptAlso: v.nullish(
    v.array(
      v.union([
        v.object(suggestion),
        v.pipe(
          v.nullable(v.string()),
          v.transform((expected) => ({ expected, replaceSuffix: 0 })),
        ),
      ]),
    ),
    [],
  ),
});

const reuseSchema = v.object({
  id: v.string(),
  prefixBefore: v.string(),
  suffixBefore: v.string(),
  ghost: v.string(),
  prefixNow: v.string(),
  suffixNow: v.string(),
  expected: v.nullable(v.string()),
  /** The request still runs when the user types on. */
  inFlight: v.optional(v.boolean(), false),
});

export type CompletionCase = v.InferOutput<typeof completionSchema>;
export type ReuseCase = v.InferOutput<typeof reuseSchema>;
export type Case = CompletionCase | ReuseCase;

/** Reads a table. @throws Error with a sentence that names the entry that is none, and why. */
export function parseCases(text: string): Case[] {
  const table = v.parse(v.array(v.looseObject({}), 'A table is a JSON array of cases.'), JSON.parse(text));
  return table.map((entry, at) => {
    const parsed = v.safeParse('ghost' in entry ? reuseSchema : completionSchema, entry);
    if (parsed.success) return parsed.output;
    const [issue] = parsed.issues;
    const id = typeof entry.id === 'string' ? ` (${entry.id})` : '';
    throw new Error(`Case ${at + 1}${id}, ${v.getDotPath(issue) ?? 'entry'}: ${issue.message}`);
  });
}
