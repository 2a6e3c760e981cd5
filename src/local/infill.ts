/** The fill-in-the-middle prompt as llama.cpp's server builds it for `/infill`, cut to a budget. */
import type { Gap } from './engine.ts';

/** The model's control tokens; the last two belong to models that were trained on whole repositories. */
export interface InfillTokens {
  readonly prefix: number;
  readonly suffix: number;
  readonly middle: number;
  readonly separator?: number;
  readonly repository?: number;
}

type Tokenize = (text: string) => readonly number[];

/**
 * ```
 * <repo> name  <sep> path text …  <prefix> ‥‥prefix <suffix> suffix‥‥ <middle>
 *                 as many as fit           at most 3/4          at most 1/4 of the budget
 * ```
 * What does not fit is dropped far from the gap. Without tokens the prefix is continued, as much of it as fits.
 */
export function infillPrompt(
  gap: Gap,
  budget: number,
  tokens: InfillTokens | undefined,
  tokenize: Tokenize,
): number[] {
  if (!tokens) return last(tokenize(gap.prefix), budget);
  const room = Math.max(0, budget - 3);
  const allPrefix = tokenize(gap.prefix);
  const allSuffix = tokenize(gap.suffix);
  const suffix = allSuffix.slice(0, Math.max(Math.floor(room / 4), room - allPrefix.length));
  const prefix = last(allPrefix, room - suffix.length);
  const files = filePrompt(gap.files, room - prefix.length - suffix.length, tokens, tokenize);
  return [...files, tokens.prefix, ...prefix, tokens.suffix, ...suffix, tokens.middle];
}

function filePrompt(
  files: Gap['files'],
  budget: number,
  { separator, repository }: InfillTokens,
  tokenize: Tokenize,
): number[] {
  if (separator === undefined || files.length === 0) return [];
  const head = repository === undefined ? [] : [repository, ...tokenize('project\n')];
  const blocks: number[] = [];
  // The first file is the most useful one: it stays longest, and last, next to the gap.
  for (const { path, text } of files) {
    const block = [separator, ...tokenize(`${path}\n${text}\n`)];
    if (head.length + block.length + blocks.length > budget) break;
    blocks.unshift(...block);
  }
  return blocks.length === 0 ? [] : [...head, ...blocks];
}

const last = (tokens: readonly number[], count: number): number[] => (count <= 0 ? [] : tokens.slice(-count));
