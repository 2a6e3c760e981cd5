/** Markdown fences around the answer are taken off, and what follows the closing one is dropped (kind 3). */
import { cut, pass, type Stage } from './stage.ts';

const FENCE = '```';

/** Holds a line that may become a fence. */
export function fences(): Stage {
  let held = '';
  let first = true;
  return {
    push(text) {
      let all = held + text;
      held = '';
      let out = '';
      for (;;) {
        const newline = all.indexOf('\n');
        const line = newline < 0 ? all : all.slice(0, newline);
        const start = line.trimStart();
        if (start.startsWith(FENCE)) {
          if (!first) return cut(out);
          if (newline < 0) break;
          first = false;
        } else {
          if (newline < 0 && FENCE.startsWith(start)) break;
          out += newline < 0 ? all : all.slice(0, newline + 1);
          if (start !== '') first = false;
          if (newline < 0) return pass(out);
        }
        all = all.slice(newline + 1);
      }
      held = all;
      return pass(out);
    },
    end: () => pass(held.trimStart().startsWith(FENCE) ? '' : held),
  };
}
