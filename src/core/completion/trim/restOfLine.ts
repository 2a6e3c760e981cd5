/** What stands right of the caret on its line is not doubled (kind 13). */
import { pass, type Stage } from './stage.ts';

/** First form: an end of the answer that repeats the beginning of the rest of the line is dropped. */
export function restOfLine(rest: string): Stage {
  const target = rest.trimEnd();
  let held = '';
  const overlap = (text: string): number => {
    for (let n = Math.min(text.length, target.length); n > 0; n--) {
      if (text.endsWith(target.slice(0, n))) return n;
    }
    return 0;
  };
  return {
    push(text) {
      const all = held + text;
      const solid = all.trimEnd();
      const keep = solid.length - overlap(solid);
      held = all.slice(keep);
      return pass(all.slice(0, keep));
    },
    end: () => pass(held.slice(0, held.trimEnd().length - overlap(held.trimEnd()))),
  };
}
