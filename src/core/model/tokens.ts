/** Estimates tokens where no tokenizer is at hand: rather a few too many, so that a prompt fits its window. */

/** Characters of code or English for one token; measured tokenizers lie between 3 (dense code) and 4.5 (prose). */
export const CHARACTERS_PER_TOKEN = 3;

/** Estimated number of tokens; letters beyond Latin count as a token each. */
export function estimateTokens(text: string): number {
  // U+0000 to U+024F are the Latin blocks.
  const others = text.replace(/[\0-\u024f]/g, '').length;
  return Math.ceil((text.length - others) / CHARACTERS_PER_TOKEN) + others;
}
