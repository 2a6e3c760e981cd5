/** Finds the parts of other files that are most like what stands around the caret. */
import { LRUCache } from 'lru-cache';

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export interface Snippet extends SourceFile {
  /** From 0 to 1: how many of the words are the same. */
  readonly score: number;
  /** First line, from 0. */
  readonly line: number;
}

/** Lines of a block; an edit changes the blocks it touches, all others are found in the cache. */
const LEAST_LINES = 6;
const MOST_LINES = 40;
/** Below this likeness a block is there by chance. */
const ALIKE = 0.08;

const words = new LRUCache<string, ReadonlySet<string>>({ max: 3000 });

/** The best blocks of `files`, best first, at most `count`, none twice; equal scores stay in the order of the files. */
export function similarSnippets(around: string, files: readonly SourceFile[], count: number): Snippet[] {
  const wanted = wordsOf(around);
  const seen = new Set<string>();
  const found: Snippet[] = [];
  for (const { path, text } of files) {
    for (const block of blocksOf(text)) {
      const score = likeness(wanted, wordsOf(block.text));
      if (score < ALIKE || seen.has(block.text)) continue;
      seen.add(block.text);
      found.push({ path, score, ...block });
    }
  }
  return found.sort((a, b) => b.score - a.score).slice(0, count);
}

/** Blocks end at blank lines, so that an inserted line moves no boundary but its own block's. */
export function* blocksOf(text: string): Generator<{ text: string; line: number }> {
  let block = '';
  let lines = 0;
  let first = 0;
  let line = 0;
  for (const piece of text.split(/(?<=\n)/)) {
    block += piece;
    lines++;
    line++;
    if ((piece.trim() === '' && lines >= LEAST_LINES) || lines >= MOST_LINES) {
      if (block.trim() !== '') yield { text: block.trimEnd(), line: first };
      block = '';
      lines = 0;
      first = line;
    }
  }
  if (block.trim() !== '') yield { text: block.trimEnd(), line: first };
}

function wordsOf(text: string): ReadonlySet<string> {
  const known = words.get(text);
  if (known) return known;
  const found = new Set<string>();
  // Names in camel case and snake case count by their parts too: `parseModels` is like `modelOf`.
  for (const [name] of text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]{2,}/gu)) {
    found.add(name.toLowerCase());
    for (const part of name.split(/(?<=\p{Ll})(?=\p{Lu})|_/u))
      if (part.length > 3) found.add(part.toLowerCase());
  }
  words.set(text, found);
  return found;
}

/** The share of words that both have, of the smaller set's and the union's mean: a short text is not at a loss. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let common = 0;
  for (const word of small) if (large.has(word)) common++;
  return common === 0 ? 0 : common / (a.size + b.size - common);
}
