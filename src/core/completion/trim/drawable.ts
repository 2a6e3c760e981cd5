/** The editor draws no more than 5000 characters of ghost text (kind 21): longer answers end at a line before. */
import { cut, pass, type Stage } from './stage.ts';

/** Leaves room for the part of the line that the edge puts in front. */
export const MOST = 4900;

/** Later lines come whole from the stages before; a first line of that length is cut between two characters. */
export function drawable(): Stage {
  let length = 0;
  /** No line with text came before. */
  let inFirst = true;
  let blank = true;
  const read = (line: string): void => {
    blank &&= line.trim() === '';
    if (line.endsWith('\n')) {
      inFirst &&= blank;
      blank = true;
    }
  };
  return {
    push(text) {
      if (length + text.length < MOST) {
        length += text.length;
        for (const line of text.split(/(?<=\n)/)) read(line);
        return pass(text);
      }
      const lines = text.split(/(?<=\n)/);
      let out = '';
      for (const line of lines) {
        if (length + line.length >= MOST) {
          if (!inFirst) return cut(out);
          const end = MOST - length - 1;
          const code = line.charCodeAt(end - 1);
          return cut(out + line.slice(0, code >= 0xd800 && code < 0xdc00 ? end - 1 : end));
        }
        out += line;
        length += line.length;
        read(line);
      }
      return pass(out);
    },
    end: () => pass(''),
  };
}
