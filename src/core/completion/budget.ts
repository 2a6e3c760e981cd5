/** How much text fits a model's context window: an estimate of tokens, and a cut that stays where it was. */

/** Estimates tokens from characters; the server's own counts correct it. An exact tokenizer would cost milliseconds. */
export interface TokenEstimate {
  /** Characters that `tokens` tokens hold, about. */
  chars(tokens: number): number;
  /** Tells what a server counted for a prompt of so many characters. */
  correct(chars: number, tokens: number): void;
}

/** Code of all common languages lies between 2.5 and 4.5 characters a token; the low side keeps within the window. */
const CHARS_PER_TOKEN = 3;

export function createTokenEstimate(): TokenEstimate {
  let ratio = CHARS_PER_TOKEN;
  return {
    chars: (tokens) => Math.floor(tokens * ratio),
    correct(chars, tokens) {
      // Short prompts consist of control tokens for a good part, and a server may count its cache apart.
      if (chars < 200 || tokens < 40) return;
      const told = Math.min(8, Math.max(1, chars / tokens));
      ratio += (told - ratio) * (told < ratio ? 0.8 : 0.2);
    },
  };
}

/** Tokens for each part of a prompt. */
export interface Shares {
  readonly prefix: number;
  readonly suffix: number;
  readonly files: number;
}

const RESERVE = 32;
/** What a new cut keeps: the rest is room to type before the next. */
const KEPT_SHARE = 2 / 3;

/** Divides the window of `contextTokens` after `maxTokens` are kept for the answer; `most` bounds a prompt's cost. */
export function shares(contextTokens: number, maxTokens: number, most: number): Shares {
  const all = Math.max(64, Math.min(most, contextTokens - maxTokens - RESERVE));
  const suffix = Math.floor(all * 0.15);
  const files = Math.floor(all * 0.3);
  return { prefix: all - suffix - files, suffix, files };
}

/**
 * Where the text left of the caret begins in the prompt, in characters from its start. Servers cache a prompt from its
 * first token on, so the cut stays at one line while it can, and then leaps:
 *
 *     |----------- most -----------|caret
 *          |kept cut ........ typed|        still within `most`: keep
 *                 |-- 2/3 of most |        else cut anew
 */
export function createStableCut(): (uri: string, prefix: string, line: number, most: number) => number {
  const cuts = new Map<string, number>();
  return (uri, prefix, line, most) => {
    const kept = cuts.get(uri);
    const at = kept === undefined || kept > line ? undefined : startOfLine(prefix, line - kept);
    if (at !== undefined && prefix.length - at <= most && (at === 0 || prefix.length - at >= most / 4))
      return at;
    const start =
      prefix.length <= most ? 0 : lineAfter(prefix, prefix.length - Math.floor(most * KEPT_SHARE));
    cuts.delete(uri);
    cuts.set(uri, line - countLines(prefix, start));
    if (cuts.size > 50) for (const oldest of cuts.keys()) return (cuts.delete(oldest), start);
    return start;
  };
}

/** Start of the line so many lines above the end. */
function startOfLine(text: string, back: number): number | undefined {
  let start = text.lastIndexOf('\n') + 1;
  for (let n = 0; n < back; n++) {
    if (start === 0) return undefined;
    start = start === 1 ? 0 : text.lastIndexOf('\n', start - 2) + 1;
  }
  return start;
}

/** The first start of a line at or after `at`; `at` itself on a line that does not end before the caret. */
function lineAfter(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? at : end + 1;
}

function countLines(text: string, from: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** The text right of the caret, cut behind a whole line. */
export function cutSuffix(suffix: string, most: number): string {
  if (suffix.length <= most) return suffix;
  const end = suffix.lastIndexOf('\n', most);
  return whole(end > 0 ? suffix.slice(0, end + 1) : suffix.slice(0, most));
}

/** Never ends in half a surrogate pair. */
function whole(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}
