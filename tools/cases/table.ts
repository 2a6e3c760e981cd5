/** The two kinds of tables: what a model said and what to offer; what memory holds and what it offers. */
import * as v from 'valibot';

const suggestion = { expected: v.nullable(v.string()), replaceSuffix: v.optional(v.number()) };

const completionSchema = v.object({
  id: v.string(),
  language: v.string(),
  prefix: v.string(),
  suffix: v.string(),
  modelOutput: v.string(),
  ...suggestion,
  acceptAlso: v.optional(v.array(v.object(suggestion)), []),
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

/** Reads a table; throws with the place of the first entry that is none. */
export function parseCases(text: string): Case[] {
  return v.parse(v.array(v.union([completionSchema, reuseSchema])), JSON.parse(text));
}
