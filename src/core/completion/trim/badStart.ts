/** Emoji, zero-width characters and marks of a diff in front of the answer are taken off (kind 5). */
import type { Caret } from './caret.ts';
import { NOTHING, pass, type Stage } from './stage.ts';

/** Zero-width characters and the byte order mark: never wanted at the start of anything. */
const INVISIBLE = /^[\u200b\u200c\u200d\u2060\ufeff]+/u;
const EMOJI = /^(?:\p{Extended_Pictographic}[\ufe0f\u200d]*)+[ \t]*/u;
const MARK = /^[+.-][ \t]+(?=\S)/;

/** Waits for the first characters that are none of these; later lines lose their `+ ` if the first line had one. */
export function badStart(caret: Caret): Stage {
  const inCode = !caret.language.prose && caret.literal === undefined;
  const marks = inCode && caret.onBlank && !caret.language.data && caret.enclosing.at(-1)?.what !== '(';
  let held = '';
  let stripped = false;
  let state: 'start' | 'diff' | 'answer' = 'start';
  return {
    push(text) {
      if (state === 'answer') return pass(text);
      held += text;
      if (state === 'start') {
        stripped ||= INVISIBLE.test(held);
        if (stripped) held = held.replace(INVISIBLE, '').trimStart();
        const head = held.trimStart();
        if (head === '') return NOTHING;
        if (inCode && EMOJI.test(head)) {
          const rest = head.replace(EMOJI, '').replace(INVISIBLE, '');
          if (rest === '') return NOTHING;
          held = rest;
          state = 'answer';
        } else if (marks && /^[+.-]/.test(head)) {
          if (/^[+.-][ \t]*$/.test(head)) return NOTHING;
          if (MARK.test(head)) {
            state = head.startsWith('+') ? 'diff' : 'answer';
            held = head.replace(MARK, '');
          } else state = 'answer';
        } else state = 'answer';
      }
      let out = held;
      held = '';
      if (state === 'diff') {
        // A line end waits for the mark behind it.
        const waits = /\n\+?$/.exec(out);
        if (waits) {
          held = waits[0];
          out = out.slice(0, waits.index);
        }
        out = out.replace(/\n\+/g, '\n');
      }
      return pass(out);
    },
    end: () =>
      pass(state === 'start' && (EMOJI.test(held.trimStart()) || held.trim() === '') && inCode ? '' : held),
  };
}
