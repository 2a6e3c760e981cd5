/** Line ends of the answer become `\n`, as in the editor's question (kind 22), and surrogate pairs stay whole. */
import { pass, type Stage } from './stage.ts';

const HALVES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** `\r\n` and a lone `\r` are one line end. A half surrogate pair waits for its other half and is dropped without it. */
export function lineEnds(): Stage {
  let held = '';
  return {
    push(text) {
      let all = held + text;
      held = '';
      const last = all.charCodeAt(all.length - 1);
      if (last === 13 || (last >= 0xd800 && last < 0xdc00)) {
        held = all.slice(-1);
        all = all.slice(0, -1);
      }
      all = all.replace(HALVES, '');
      return pass(all.includes('\r') ? all.replace(/\r\n?/g, '\n') : all);
    },
    end: () => pass(held === '\r' ? '\n' : ''),
  };
}
