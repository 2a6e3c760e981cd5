/** What stands right of the caret on its line is covered or left out, never doubled and never deleted (kind 13). */
import type { Caret } from './caret.ts';
import { columns, Scanner } from './scanner.ts';
import { cut, pass, type Passed, type Stage } from './stage.ts';

/** A place in the stage's output up to which so many characters of the rest of the line are covered. */
export interface Cover {
  /** Offset behind the character that covers. */
  readonly at: number;
  readonly covered: number;
}

/** The longest part of the rest of the line that is looked for. */
const LONGEST = 160;

/**
 * Characters of the answer that agree with the rest of the line are held. At the end of the answer they are left
 * out; where it goes on behind closing brackets or quotes, it covers them; where other text only looked alike, it
 * stands.
 */
export function restOfLine(caret: Caret): Stage & { readonly covers: readonly Cover[] } {
  const { language } = caret;
  const scanner = new Scanner(language, caret.tabSize, caret.enclosing, caret.left);
  const covers: Cover[] = [];
  /** The rest of the line that is not covered yet, and how much is. */
  let rest = caret.rest.slice(0, LONGEST);
  let covered = 0;
  /** Openers on the caret's line without a closer: the answer's closers go to them first. */
  let credits = caret.enclosing
    .filter((open) => open.onLine && open.closing === 'missing')
    .map((open) => open.close);
  /** The end of the answer that agrees with the start of `rest`. */
  let held = '';
  /** How deep the answer was in brackets of its own where `held` starts. */
  let heldDepth = 0;
  /** How much of `held` closes what was open at the caret, and must be covered where the answer goes on. */
  let closers = 0;
  let sent = 0;
  let last = '';
  /** `<` of the answer's own that are open, as in `Map<string>`. */
  let angles = 0;
  /** The caret is in the type arguments of a call or a type, which `held` ends, with more behind it on the line. */
  let heldAngle = false;
  const closesGeneric = /\w<[^<>()]*$/.test(caret.left);
  const opensBody =
    /[{([]$/.test(caret.rest) ||
    (language.blocks === 'indentation' &&
      caret.rest.endsWith(':') &&
      columns(caret.below[0] ?? '', caret.tabSize) > caret.indent);
  let inFirst = true;

  function send(text: string): string {
    sent += text.length;
    if (text !== '') last = text.charAt(text.length - 1);
    return text;
  }

  function cover(length: number): void {
    covered += length;
    rest = rest.slice(length);
    covers.push({ at: sent, covered });
  }

  /** The answer goes on: what was held stands. */
  function release(): string {
    let out = '';
    if (held !== '' && (closers > 0 || held.length === rest.length)) {
      const length = held.length === rest.length ? held.length : closers;
      out += send(held.slice(0, length));
      cover(length);
      out += send(held.slice(length));
    } else out = send(held);
    held = '';
    closers = 0;
    return out;
  }

  function step(char: string): Passed {
    const wasLiteral = scanner.literal !== undefined;
    if (held === '') heldDepth = scanner.depth;
    const what = scanner.step(char);
    const closesOuter = what === 'unmatched' && char !== '\n';
    const credit = closesOuter ? credits.indexOf(char) : -1;
    if (credit >= 0) credits = credits.filter((_, index) => index !== credit);
    // The rest of the line opens a block whose body is below: the answer would write a second one.
    if (char === '\n' && held !== '' && held.length === rest.length && opensBody) return cut('');
    if (char === '<' && rest.charAt(held.length) !== char) angles++;
    const closesAngle = char === '>' && angles > 0 && !/[-=]$/.test(last);
    if (closesAngle) angles--;
    // A bracket that closes one of the answer's own is no repetition of the user's, unless that one was held too.
    const closesOwn = what === 'close' && !wasLiteral && char !== '\n' && scanner.depth < heldDepth;
    const own = closesOwn || credit >= 0 || closesAngle;
    if (rest !== '' && !own && rest.charAt(held.length) === char && !(char === '\n')) {
      if (held === '' && /\w/.test(char) && /[\w$]$/.test(last === '' ? caret.left : last))
        return pass(send(char));
      if (held === '') heldAngle = closesGeneric && char === '>' && rest.length > 1;
      held += char;
      if (closesOuter) closers = held.length;
      return pass('');
    }
    if (held !== '' && (char === ' ' || char === '\t') && held.length === rest.length) {
      blanks += char;
      return pass('');
    }
    if (char === ';' && rest !== '' && scanner.depth === 0 && !language.data && closers < rest.length) {
      const left = rest.slice(held.length);
      if (
        left.startsWith(')') &&
        !/\bfor\b[^)]*$/.test(caret.left) &&
        !wasLiteral &&
        caret.enclosing.some((open) => open.closing === 'rest')
      ) {
        return cut('');
      }
    }
    if (heldAngle) return cut('');
    // The answer writes another rest of the line than the one that is there.
    const closesMore = closers > 0 || (language.markup && /^["'`]/.test(held));
    if (closesMore && held.length < rest.length && /[\p{L}\p{N}]/u.test(rest)) return cut('');
    let out = release() + send(blanks);
    blanks = '';
    if (rest !== '' && !own && rest.startsWith(char)) {
      held = char;
      if (closesOuter) closers = 1;
      return pass(out);
    }
    if (closesOuter && credit < 0 && rest !== '') {
      // Blanks may part the closer from the caret: `foo(| )`.
      const gap = rest.length - rest.trimStart().length;
      if (gap > 0 && rest.charAt(gap) === char) {
        out += send(char);
        cover(gap + 1);
        return pass(out);
      }
    }
    return pass(out + send(char));
  }
  let blanks = '';

  return {
    covers,
    push(text) {
      if (caret.rest === '') return pass(text);
      let out = '';
      for (let at = 0; at < text.length; at++) {
        const char = text.charAt(at);
        const passed = step(char);
        if (char === '\n') inFirst = false;
        out += passed.text;
        if (passed.over) return cut(out);
      }
      return pass(out);
    },
    end() {
      if (held === '') return pass(blanks);
      const whole = held.length === rest.length;
      // Later lines cover what they repeat: left out, the bracket would come to stand on another line.
      if (!inFirst && closers > 0) return pass(release());
      const token = whole || closers > 0 || held.trim() === '' || !/^\w/.test(rest.slice(held.length));
      return pass(token ? '' : release());
    },
  };
}
