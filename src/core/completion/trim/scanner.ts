/** Reads code character by character and knows at each place which brackets, strings and comments are open. */
import type { Language } from './language.ts';

export interface Open {
  /** What was opened: a bracket, a quote, `${` in a template, or `comment`. */
  readonly what: string;
  /** What closes it; a line comment and a string of one line also end with their line. */
  readonly close: string;
  /** Columns of white space before the line on which it was opened. */
  readonly indent: number;
  /** Number of that line, from 0 at the scanner's start. */
  readonly line: number;
}

/** What a character did. `unmatched`: it closes what was opened before the scanner's start. */
export type Step = 'open' | 'close' | 'unmatched' | 'other';

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const CLOSERS = ')]}';
/** What stands before a regular expression; before a division stands a value. */
const REGEX_FOLLOWS = /(?:^|[(,=:[!&|?;+*%~^]|\breturn)\s*$/;

/** `outer` is what was open where the scanner starts, outermost first. */
export class Scanner {
  readonly #language: Language;
  readonly #tabSize: number;
  readonly #stack: Open[];
  /** How many entries of the stack were open before the start. */
  #floor: number;
  /** The last characters, to recognize marks of several characters. */
  #tail = '';
  #escaped = false;
  /** Inside `[…]` of a regular expression, and how many characters of it were read. */
  #inClass = false;
  #regexLength = 0;
  #line = 0;
  #indent: number;
  #inIndent: boolean;
  #closed: Open | undefined;

  /** `lineStart` is the text of the line left of the scanner's start. */
  constructor(language: Language, tabSize: number, outer: readonly Open[] = [], lineStart = '') {
    this.#language = language;
    this.#tabSize = tabSize;
    this.#stack = [...outer];
    this.#floor = outer.length;
    this.#indent = columns(lineStart, tabSize);
    this.#inIndent = lineStart.trim() === '';
    this.#tail = lineStart.slice(-8);
  }

  /** What is open, outermost first. */
  get stack(): readonly Open[] {
    return this.#stack;
  }

  /** The string or comment that the place is in, if it is in one. */
  get literal(): Open | undefined {
    const top = this.#stack.at(-1);
    return top && isLiteral(top) ? top : undefined;
  }

  /** How many things were opened since the start and are still open. */
  get depth(): number {
    return this.#stack.length - this.#floor;
  }

  /** What the last closing character closed; undefined when nothing of its kind was open. */
  get closed(): Open | undefined {
    return this.#closed;
  }

  /** Columns of white space before the current line. */
  get indent(): number {
    return this.#indent;
  }

  /** Number of the current line, from 0. */
  get line(): number {
    return this.#line;
  }

  /** What was opened since the start counts as open before it: it took the place of something that was closed. */
  adopt(): void {
    this.#floor = this.#stack.length;
  }

  read(text: string): void {
    let at = 0;
    while (at < text.length) {
      // Words and blanks between them mean nothing but in a literal and at the start of a line.
      if (!this.#inIndent && !this.literal) {
        const from = at;
        while (at < text.length && isPlain(text.charCodeAt(at))) at++;
        if (at > from) this.#tail = (this.#tail + text.slice(Math.max(from, at - 8), at)).slice(-8);
        if (at === text.length) return;
      }
      this.step(text.charAt(at++));
    }
  }

  step(char: string): Step {
    if (this.#inIndent && char !== '\n') {
      if (char === ' ') this.#indent++;
      else if (char === '\t') this.#indent += this.#tabSize - (this.#indent % this.#tabSize);
      else this.#inIndent = false;
    }
    const literal = this.literal;
    const step = literal ? this.#inside(literal, char) : this.#code(char);
    if (char === '\n') {
      this.#line++;
      this.#indent = 0;
      this.#inIndent = true;
    }
    return step;
  }

  #inside(literal: Open, char: string): Step {
    if (char === '\n' && endsWithLine(literal, this.#language)) {
      this.#pop();
      this.#tail = '';
      this.#inClass = false;
      this.#regexLength = 0;
      return 'close';
    }
    this.#tail = (this.#tail + char).slice(-8);
    if (this.#escaped) {
      this.#escaped = false;
      return 'other';
    }
    if (literal.what !== 'comment' && char === '\\') {
      this.#escaped = true;
      this.#tail = '';
      return 'other';
    }
    if (literal.what === '/') return this.#regex(char);
    if (literal.what === '`' && this.#tail.endsWith('${')) return this.#push('${', '}');
    if (literal.close === '' || !this.#tail.endsWith(literal.close)) return 'other';
    const pair = literal.what + literal.what;
    this.#tail = literal.what.length === 1 && this.#tail.endsWith(pair) ? pair : '';
    return this.#pop();
  }

  /** In a regular expression, or in a comment that its first character looked like. */
  #regex(char: string): Step {
    const first = this.#tail.endsWith(`/${char}`) && !this.#inClass && this.#regexLength === 0;
    this.#regexLength++;
    if (first && (char === '/' || char === '*')) {
      this.#stack.pop();
      this.#regexLength = 0;
      return this.#push('comment', char === '/' ? '' : '*/');
    }
    if (char === '[') this.#inClass = true;
    else if (char === ']') this.#inClass = false;
    else if (char === '/' && !this.#inClass) {
      this.#regexLength = 0;
      return this.#pop();
    }
    return 'other';
  }

  #code(char: string): Step {
    const tail = (this.#tail + char).slice(-8);
    this.#tail = tail;
    if (char === '\n') return 'other';
    for (const [open, close] of this.#language.blockComments) {
      if (tail.endsWith(open)) return this.#push('comment', close);
    }
    for (const mark of this.#language.lineComments) {
      // `#` and `;` start a comment only behind a blank: `$#`, `a[#a]`, `http://` in unquoted values.
      if (
        tail.endsWith(mark) &&
        (mark === '//' || mark === '--' || /^\s?$/.test(tail.slice(0, -mark.length).slice(-1)))
      ) {
        return this.#push('comment', '');
      }
    }
    for (const quote of this.#language.longQuotes) {
      if (tail.endsWith(quote)) {
        this.#tail = '';
        return this.#push(quote, quote);
      }
    }
    if (char === '/' && this.#language.regex && REGEX_FOLLOWS.test(tail.slice(0, -1)))
      return this.#push('/', '/');
    if (this.#language.quotes.includes(char)) return this.#push(char, char);
    const close = PAIRS[char];
    if (close !== undefined) return this.#push(char, close);
    return CLOSERS.includes(char) ? this.#close(char) : 'other';
  }

  #push(what: string, close: string): Step {
    this.#stack.push({ what, close, indent: this.#indent, line: this.#line });
    if (what === 'comment') this.#tail = '';
    return 'open';
  }

  #pop(): Step {
    this.#closed = this.#stack.pop();
    if (this.#stack.length >= this.#floor) return 'close';
    this.#floor = this.#stack.length;
    return 'unmatched';
  }

  /** A closer of another kind closes what was opened further out: what lies between was never closed. */
  #close(char: string): Step {
    const match = this.#stack.findLastIndex((open) => open.close === char);
    if (match < 0) {
      this.#closed = undefined;
      return 'unmatched';
    }
    this.#stack.length = match + 1;
    this.#floor = Math.min(this.#floor, match + 1);
    return this.#pop();
  }
}

/** A letter, a digit, `_`, a blank or `.` of ASCII. */
function isPlain(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    code === 32 ||
    (code >= 65 && code <= 90) ||
    (code >= 46 && code <= 57 && code !== 47) ||
    code === 95
  );
}

export const isLiteral = (open: Open): boolean => !(open.what in PAIRS) && open.what !== '${';

function endsWithLine(literal: Open, language: Language): boolean {
  return literal.what === 'comment' ? literal.close === '' : !language.longQuotes.includes(literal.what);
}

/** Width of the white space a line starts with. */
export function columns(line: string, tabSize: number): number {
  let width = 0;
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (char === ' ') width++;
    else if (char === '\t') width += tabSize - (width % tabSize);
    else break;
  }
  return width;
}
