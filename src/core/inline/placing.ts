/** From a suggestion to what the editor draws: one range on the caret's line and the text that replaces it. */
import type { Suggestion } from '../completion/words.ts';

/**
 *   const total = su|)           lineText, the caret at `column`
 *   ^start           ^end        end = column + replaceSuffix
 *
 * The text repeats the line from `start` to the caret: ghost text then survives a Backspace, and the editor draws only
 * what is new, because it takes the common beginning away.
 */
export interface Placed {
  /** Columns on the caret's line. */
  readonly start: number;
  readonly end: number;
  readonly insertText: string;
}

/** The editor draws nothing longer than 5000 characters. */
const MOST = 4900;
/** How much of a long line is repeated: Backspace is survived so far. */
const REPEATED = 400;

/** Undefined when nothing of the text is left to draw. */
export function place(suggestion: Suggestion, lineText: string, column: number): Placed | undefined {
  const { text, replacePrefix, replaceSuffix } = suggestion;
  const start =
    replacePrefix === undefined
      ? wholeFrom(lineText, Math.max(0, column - REPEATED))
      : column - replacePrefix;
  const repeated = replacePrefix === undefined ? lineText.slice(start, column) : '';
  const drawn = bounded(text, MOST - repeated.length);
  if (drawn === '') return undefined;
  // The covered characters come at the end of the text: a text that was cut covers none.
  const end = drawn === text ? Math.min(column + replaceSuffix, lineText.length) : column;
  return { start, end, insertText: repeated + drawn };
}

/** At most `most` characters, cut at a line's end where there is one, never inside a surrogate pair. */
function bounded(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const lineEnd = cut.lastIndexOf('\n');
  return lineEnd > 0 ? cut.slice(0, lineEnd) : cut.replace(/[\ud800-\udbff]$/, '');
}

/** The next place at or after `at` that does not split a surrogate pair. */
function wholeFrom(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at;
}
