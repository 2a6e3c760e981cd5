/** A reasoning model's thoughts in front of its answer are left out (kind 4). */
import { cutAt } from './controlTokens.ts';
import { NOTHING, pass, type Stage } from './stage.ts';

const TAGS = ['think', 'thinking', 'thought', 'reasoning'];

/** Nothing is let through until it is clear that the answer does not start with thoughts, or they have ended. */
export function reasoning(): Stage {
  let state: 'start' | 'thinking' | 'after' | 'answer' = 'start';
  let held = '';
  let close = '';
  return {
    push(text) {
      if (state === 'answer') return pass(text);
      held += text;
      if (state === 'start') {
        const start = held.trimStart();
        const tag = TAGS.find((name) => start.startsWith(`<${name}>`));
        if (tag) {
          state = 'thinking';
          close = `</${tag}>`;
        } else if (TAGS.some((name) => `<${name}>`.startsWith(start))) return NOTHING;
        else state = 'answer';
      }
      if (state === 'thinking') {
        const end = held.indexOf(close);
        // Only the start of the closing tag can matter later.
        held = end < 0 ? held.slice(1 - close.length) : held.slice(end + close.length);
        if (end >= 0) state = 'after';
      }
      if (state === 'after') {
        held = held.replace(/^\s*\n/, '');
        if (held.trim() === '') return NOTHING;
        state = 'answer';
      }
      if (state === 'thinking') return NOTHING;
      const out = held;
      held = '';
      return pass(out);
    },
    end: () => pass(state === 'start' ? held : ''),
  };
}

/** Thoughts whose start is missing (a chat template wrote it) end what they let through. `own` is the user's text. */
export const endOfThoughts = (own: string): Stage =>
  cutAt(TAGS.map((tag) => `</${tag}>`).filter((tag) => !own.includes(tag)));
