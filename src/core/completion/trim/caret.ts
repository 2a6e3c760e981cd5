/** What the stages want to know of the caret's place, worked out once per answer from a window around it. */
import type { Place } from '../words.ts';
import { languageOf, type Language } from './language.ts';
import { columns, isLiteral, Scanner, type Open } from './scanner.ts';

/** Characters on each side of the caret that are looked at. */
const WINDOW = 8192;
/** Lines right below and above the caret that an answer may run into or rewrite. */
const NEAR_LINES = 24;

/** Where the closing half of something open at the caret stands. */
export type Closing =
  /** Right of the caret, on its line. */
  | 'rest'
  /** On a line below. */
  | 'below'
  /** Nowhere: the answer may bring it. */
  | 'missing';

export interface Enclosing extends Open {
  readonly closing: Closing;
  /** Opened on the caret's own line. */
  readonly onLine: boolean;
  /** The line on which it was opened. */
  readonly text: string;
}

export interface Caret {
  readonly language: Language;
  readonly languageId: string;
  readonly tabSize: number;
  readonly insertSpaces: boolean;
  /** The caret's line left and right of it; `rest` without blanks at its end. */
  readonly left: string;
  readonly rest: string;
  /** Only white space left of the caret. */
  readonly onBlank: boolean;
  /** White space that the caret's line starts with, in columns. */
  readonly indent: number;
  /** The lines above with something on them, nearest last; and below, nearest first. */
  readonly above: readonly string[];
  readonly below: readonly string[];
  /** What is open at the caret, outermost first. */
  readonly enclosing: readonly Enclosing[];
  /** The string or comment that the caret is in. */
  readonly literal: Open | undefined;
  /** The window holds all of the document. */
  readonly complete: boolean;
}

export function caretOf(place: Place): Caret {
  const language = languageOf(place.language);
  const prefix = lastLines(place.prefix);
  const suffix = place.suffix.slice(0, WINDOW);
  const lines = prefix.split('\n');
  const left = lines.at(-1) ?? '';
  const [right = '', ...under] = suffix.split('\n');
  const before = new Scanner(language, place.tabSize);
  before.read(prefix);
  const complete = prefix.length === place.prefix.length && suffix.length === place.suffix.length;
  const open = before.stack;
  const closing = closingsOf(open, { language, suffix, left, tabSize: place.tabSize, complete });
  return {
    language,
    languageId: place.language,
    tabSize: place.tabSize,
    insertSpaces: place.insertSpaces,
    left,
    rest: right.trimEnd(),
    onBlank: left.trim() === '',
    indent: columns(left, place.tabSize),
    above: lines.slice(0, -1).filter(solid).slice(-NEAR_LINES),
    below: under.filter(solid).slice(0, NEAR_LINES),
    enclosing: open.map((entry, index) => ({
      ...entry,
      closing: closing[index] ?? 'missing',
      onLine: entry.line === before.line,
      text: lines[entry.line] ?? '',
    })),
    literal: before.literal,
    complete,
  };
}

const solid = (line: string): boolean => line.trim() !== '';

function lastLines(text: string): string {
  if (text.length <= WINDOW) return text;
  const from = text.indexOf('\n', text.length - WINDOW);
  return text.slice(from < 0 ? -WINDOW : from + 1);
}

/**
 * Matches the closers of the suffix with what is open, from the inside. A closer at the start of a line belongs to
 * the opener of the same indentation: what was opened deeper has no closer yet.
 */
function closingsOf(
  open: readonly Open[],
  at: { language: Language; suffix: string; left: string; tabSize: number; complete: boolean },
): Closing[] {
  const closings = open.map((): Closing => 'missing');
  const after = new Scanner(at.language, at.tabSize, open, at.left);
  let inside = open.length;
  let leads = at.left.trim() === '';
  let last = at.left.slice(-8);
  for (let index = 0; index < at.suffix.length && inside > 0; index++) {
    const char = at.suffix.charAt(index);
    const indent = after.indent;
    const step = after.step(char);
    if (char === '\n') {
      leads = true;
      last = '';
      // Strings of one line that the line did not close stay open.
      while (inside > 0 && after.stack.length < inside && isLiteral(at0(open, inside - 1))) inside--;
      continue;
    }
    last = (last + char).slice(-8);
    const first = leads;
    leads &&= char === ' ' || char === '\t';
    if (step !== 'unmatched') continue;
    let match = inside - 1;
    while (match >= 0 && at0(open, match).close !== char && !closes(at0(open, match), last)) match--;
    if (match < 0) continue;
    if (first && after.line > 0 && at0(open, match).indent > indent) {
      const outer = open.findLastIndex(
        (entry, i) => i <= match && entry.close === char && entry.indent <= indent,
      );
      if (outer >= 0) match = outer;
    }
    closings[match] = after.line === 0 ? 'rest' : 'below';
    inside = match;
  }
  // Where the window ends nothing is known: what was not seen to be missing counts as closed.
  if (!at.complete && at.suffix.length === WINDOW) {
    for (let index = 0; index < inside; index++) closings[index] = 'below';
  }
  return closings;
}

const closes = (open: Open, lineText: string): boolean => open.close !== '' && lineText.endsWith(open.close);

function at0(open: readonly Open[], index: number): Open {
  const entry = open[index];
  if (!entry) throw new RangeError(`nothing is open at ${index}`);
  return entry;
}
