/** A model that writes line ends and nothing else has nothing to say (kind 1). */
import { cut, pass, type Stage } from './stage.ts';

/** More line ends in front of an answer than any place needs. */
const MOST_LINE_ENDS = 10;

/** Lets everything through until that many line ends came first. */
export function blankStart(): Stage {
  let count = 0;
  let started = false;
  return {
    push(text) {
      if (started) return pass(text);
      for (let at = 0; at < text.length; at++) {
        const char = text.charAt(at);
        if (char.trim() !== '') {
          started = true;
          break;
        }
        if (char === '\n' && ++count > MOST_LINE_ENDS) return cut(text.slice(0, at));
      }
      return pass(text);
    },
    end: () => pass(''),
  };
}
