/** Blanks and newlines at the end of the answer are not offered (kind 9), nor an answer of blanks alone (kind 1). */
import { cut, NOTHING, pass, type Stage } from './stage.ts';

/** More blank lines in a row than a person would write: the model ran empty. */
const EMPTY = /\s*\n(?:[ \t]*\n){5}/;

/**
 * Blanks wait for the text behind them; at the end of the answer they are dropped, unless they part it from `rest`:
 * what stays right of it on its line when so many characters are offered.
 */
export function trailing(rest: (offered: number) => string): Stage {
  let held = '';
  let sent = 0;
  let empty = true;
  let startsBelow: boolean | undefined;
  return {
    push(text) {
      const all = held + text;
      const end = all.search(EMPTY);
      if (end >= 0) return cut(all.slice(0, end));
      const solid = all.trimEnd();
      held = all.slice(solid.length);
      empty &&= solid === '';
      sent += solid.length;
      if (!empty) startsBelow ??= /^[ \t]*\n/.test(solid);
      return pass(solid);
    },
    end() {
      if (empty) return NOTHING;
      if (/^[ \t]+$/.test(held) && /^[^\s)\],;]/.test(rest(sent))) return pass(held);
      // The body of a pair on one line: what closes it goes to a line of its own.
      return startsBelow && held.includes('\n') && /^\s*(?:[)\]}]|<\/)/.test(rest(sent))
        ? pass(held.slice(held.lastIndexOf('\n')))
        : NOTHING;
    },
  };
}
