/** The answer ends with the block the caret is in: by brackets that are, or are not yet, below (kinds 11, 12, 18). */
import type { Caret, Enclosing } from './caret.ts';
import { columns, isLiteral, Scanner } from './scanner.ts';
import { cut, pass, type Passed, type Stage } from './stage.ts';

/** Words that go on with a block that was just closed. */
export const CHAIN =
  /^(?:else|elif|elsif|elseif|catch|finally|except|rescue|ensure|while|until|then|and|or|as|in)\b/;
const CHAIN_AFTER_CLOSERS = /^[\s)\]}]*\s*(?:else|catch|finally|elif|elsif|while)\b/;
/** Starts of lines that go on with the statement above. */
export const CONTINUES = /^(?:[.?:&|+*/%=<>,)\]}]|-[^\w\s]|->|\{)/;

/**
 * A closer of something that was open at the caret stands if nothing below closes it. One that is already below ends
 * the answer, unless it only makes room for a further branch (`} else {`). Behind a closed block nothing follows but
 * further branches and further closers that are missing.
 */
export function blockEnd(caret: Caret): Stage {
  const { language, tabSize } = caret;
  const scanner = new Scanner(language, tabSize, caret.enclosing, caret.left);
  /** The line as far as it has not gone out. */
  let open = '';
  let line = '';
  /** How deep the answer was in brackets of its own where the line starts. */
  let lineDepth = 0;
  let blankBefore = false;
  let inFirst = true;
  /** No line with text came before. */
  let lead = true;
  /** Column in `open` of the first closer that is already below. */
  let redundant: { readonly at: number; readonly leads: boolean } | undefined;
  /** Lines of closers that are below too: they stand only if a further branch follows. */
  let waiting = '';
  /** Indentation of the line that closed a block of the caret's; behind it the answer is over. */
  let exit: number | undefined;
  let left = false;
  /** The next bracket that opens takes the place of the one that was closed for it. */
  let adopts = false;

  function closes(char: string): void {
    const index = scanner.stack.length;
    const entry: Enclosing | undefined = scanner.closed && caret.enclosing[index];
    if (!entry) {
      // Patterns of `case` in a shell and lists in prose close what was never opened.
      const stray = !language.prose && !(language.blocks === 'words' && char === ')') && caret.complete;
      if (stray && !(language.markup && language.blocks === 'indentation')) mark();
      return;
    }
    if (entry.closing === 'below') mark();
    else if ((!entry.onLine || !inFirst) && !isLiteral(entry)) left = true;
  }

  function mark(): void {
    // `*/` and `"""` began some characters ago.
    const width = Math.max(1, scanner.closed?.close.length ?? 1) - 1;
    const before = line.slice(0, line.length - width);
    redundant ??= { at: open.length - width, leads: /^[\s)\]}]*$/.test(before) && line === open };
  }

  /** Judges the finished line; `end` is its line end, if it has one. */
  function finish(end: string): Passed {
    const head = line.trimStart();
    if (redundant) {
      const reopens = scanner.depth > 0 && CHAIN_AFTER_CLOSERS.test(line);
      if (redundant.leads && reopens) adopts = true;
      else if (redundant.leads && /^[\s)\]}]*$/.test(line) && end !== '' && line.trim() === '}') {
        // `}` and `else` on a line of its own.
        waiting += open + end;
        reset();
        return pass('');
      } else return cut(redundant.leads ? '' : open.slice(0, redundant.at));
    } else if (waiting !== '') {
      if (head === '' && end !== '') {
        waiting += open + end;
        reset();
        return pass('');
      }
      if (!CHAIN.test(head)) return cut('');
      adopts = true;
    }
    if (left && scanner.depth === 0 && head !== '') {
      const own = columns(line, tabSize);
      const indent = inFirst ? caret.indent + (caret.onBlank ? own : 0) : own;
      exit ??= indent;
    }
    if (adopts && scanner.depth > 0) {
      scanner.adopt();
      adopts = false;
    }
    const out = waiting + open + end;
    waiting = '';
    reset();
    return pass(out);
  }

  function reset(): void {
    blankBefore = line.trim() === '';
    lead &&= blankBefore;
    lineDepth = scanner.depth;
    open = '';
    line = '';
    inFirst = false;
    redundant = undefined;
  }

  /** Whether the line, as far as it is written, lies behind the end of the block. */
  function isBehind(): boolean {
    if (exit === undefined || lineDepth > 0) return false;
    const head = line.trimStart();
    if (head === '' || columns(line, tabSize) > exit) return false;
    // Nothing goes on behind a blank line; `.` and `>` start the next rule of a style sheet.
    const goesOn = blankBefore || language.data ? /^[,)\]}]/ : CONTINUES;
    if (goesOn.test(head) && head !== '-') return false;
    return !CHAIN.test(`${head} `) && !mayChain(head);
  }

  function push(text: string): Passed {
    let out = '';
    for (let at = 0; at < text.length; at++) {
      const char = text.charAt(at);
      if (char === '\n') {
        scanner.step(char);
        const passed = finish(char);
        out += passed.text;
        if (passed.over) return cut(out);
        continue;
      }
      const what = scanner.step(char);
      if (what === 'unmatched') closes(char);
      open += char;
      line += char;
      if (exit !== undefined && !redundant && what !== 'close' && isBehind()) return cut(out);
    }
    if (lead && !redundant && waiting === '' && (inFirst || line.trim() !== '')) {
      out += open;
      open = '';
    }
    return pass(out);
  }
  return {
    push,
    end: () => (line === '' && open === '' ? pass('') : finish('')),
  };
}

const CHAIN_WORDS = [
  'else',
  'elif',
  'elsif',
  'elseif',
  'catch',
  'finally',
  'except',
  'rescue',
  'ensure',
  'while',
  'until',
  'then',
  'and',
  'or',
  'as',
  'in',
];

export const mayChain = (head: string): boolean => CHAIN_WORDS.some((word) => word.startsWith(head));
