/** Lines of the answer are indented as the caret's line is: tabs or spaces, and no stray column (kind 8). */
import type { Caret } from './caret.ts';
import { unitOf } from './joint.ts';
import { columns } from './scanner.ts';
import { pass, type Stage } from './stage.ts';

/**
 * Rewrites the white space at the start of each line after the first. `fenced` says whether the code came in a fence:
 * there it usually starts at the left margin, whatever the caret's column.
 */
export function indentation(caret: Caret, fenced: () => boolean): Stage {
  const own = /^[ \t]*/.exec(caret.left)?.[0] ?? '';
  const style = own === '' ? 'unknown' : /^\t+$/.test(own) ? 'tabs' : /^ +$/.test(own) ? 'spaces' : 'unknown';
  const unit = unitOf(caret);
  let first = '';
  let inFirst = true;
  /** Blanks at the start of a line wait for what they indent. */
  let blanks: string | undefined;
  let shift: number | undefined;
  /** Spaces for one tab, guessed from the first line that is indented by spaces. */
  let spaces = 0;

  /** The lines are indented from the margin and not from where the caret is. */
  let relative: boolean | undefined;

  function rewritten(white: string, head: string): string {
    const width = columns(white, caret.tabSize);
    relative ??= fenced() && caret.onBlank && caret.indent > 0 && isRelative(width);
    if (relative) return caret.left + white;
    if (white === '') return white;
    shift ??= straying(width, head);
    let kept = shift > 0 && width > caret.indent ? width - shift : width;
    if (style === 'tabs' && /^ +$/.test(white)) {
      spaces ||= unitFor(width);
      kept -= kept % spaces === 1 ? 1 : 0;
      return '\t'.repeat(Math.floor(kept / spaces)) + ' '.repeat(kept % spaces);
    }
    if (style === 'spaces' && white.includes('\t')) {
      const tabs = white.split('\t').length - 1;
      return ' '.repeat(tabs * unit + white.length - tabs);
    }
    return shift > 0 && width > caret.indent && /^ +$/.test(white) ? ' '.repeat(kept) : white;
  }

  function isRelative(width: number): boolean {
    return /[{([:]$|=>$/.test(first.trimEnd()) ? width <= caret.indent : width < caret.indent;
  }

  /** One column too many on the second line, beyond what the first one indents it. */
  function straying(width: number, head: string): number {
    const opens = /[{([:]$|=>$/.test(first.trimEnd());
    const strays =
      width === caret.indent + 1 + (opens ? unit : 0) &&
      caret.indent > 0 &&
      unit > 1 &&
      head !== '*' &&
      !caret.language.prose;
    return strays && caret.literal === undefined ? 1 : 0;
  }

  function unitFor(width: number): number {
    const depth = own.length + (/[{([:]$/.test(first.trimEnd()) ? 1 : 0);
    const guess = width / depth;
    return guess === 2 || guess === 3 || guess === 4 || guess === 8 ? guess : 4;
  }

  return {
    push(text) {
      let out = '';
      for (let at = 0; at < text.length; at++) {
        const char = text.charAt(at);
        if (blanks !== undefined) {
          if (char === ' ' || char === '\t') {
            blanks += char;
            continue;
          }
          if (char !== '\n') out += rewritten(blanks, char);
          blanks = undefined;
        }
        if (char === '\n') {
          blanks = '';
          inFirst = inFirst && first.trim() === '';
        } else if (inFirst) first += char;
        out += char;
      }
      return pass(out);
    },
    end: () => pass(''),
  };
}
