/** Blanks and newlines at the end of the answer are not offered (kind 9), nor an answer of blanks alone (kind 1). */
import { cut, NOTHING, pass, type Stage } from './stage.ts';

/** Most blank lines in a row that a person would write; more is a model that ran empty. */
const MOST_BLANK_LINES = 4;

/**
 * Blanks wait for the text behind them; at the end of the answer they are dropped, unless they part it from `rest`,
 * the text right of the caret on its line.
 */
export function trailing(rest: string): Stage {
  let held = '';
  let empty = true;
  return {
    push(text) {
      const all = held + text;
      const solid = all.trimEnd();
      held = all.slice(solid.length);
      empty &&= solid === '';
      if (solid === '' && held.split('\n').length > MOST_BLANK_LINES + 1) return cut('');
      return pass(solid);
    },
    end: () => (!empty && /^[ \t]+$/.test(held) && /^[^\s)\],;]/.test(rest) ? pass(held) : NOTHING),
  };
}
