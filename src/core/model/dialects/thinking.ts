/** Tells a model's `<think>…</think>` at the start of its answer from the answer, however the tags are cut into deltas. */
import type { ModelEvent } from '../words.ts';

const OPEN = '<think>';
const CLOSE = '</think>';

type TextDelta = Extract<ModelEvent, { type: 'text-delta' }>;

/** A tag cut over deltas is held back until it is told from text; `end` gives back what was held. */
export function createThinkSplitter(): {
  readonly split: (event: ModelEvent) => readonly ModelEvent[];
  readonly end: () => readonly ModelEvent[];
} {
  let state: 'start' | 'opened' | 'thinking' | 'gap' | 'answer' = 'start';
  /** The end of the text so far that may be the start of a tag, with the deltas it came in. */
  let held = '';
  let last: TextDelta | undefined;

  const make = (kind: 'text-delta' | 'reasoning-delta', text: string, from: TextDelta): ModelEvent => ({
    ...from,
    type: kind,
    text,
  });

  return {
    split(event) {
      if (event.type !== 'text-delta' || state === 'answer') return [event];
      last = event;
      const events: ModelEvent[] = [];
      let text = held + event.text;
      held = '';
      if (state === 'start') {
        const seen = text.trimStart();
        if (seen.startsWith(OPEN)) {
          state = 'opened';
          text = seen.slice(OPEN.length);
        } else if (OPEN.startsWith(seen)) {
          held = text;
          return keepToken(event);
        } else {
          state = 'answer';
          return [make('text-delta', text, event)];
        }
      }
      if (state === 'opened') {
        text = text.trimStart();
        if (text === '') return keepToken(event);
        state = 'thinking';
      }
      if (state === 'thinking') {
        const at = text.indexOf(CLOSE);
        if (at === -1) {
          const hold = overlap(text, CLOSE);
          held = text.slice(text.length - hold);
          const thought = text.slice(0, text.length - hold);
          return thought === '' ? keepToken(event) : [make('reasoning-delta', thought, event)];
        }
        if (at > 0) events.push({ type: 'reasoning-delta', text: text.slice(0, at) });
        text = text.slice(at + CLOSE.length);
        state = 'gap';
      }
      // Blank lines between the thoughts and the answer belong to neither.
      text = text.trimStart();
      if (text !== '') state = 'answer';
      return text === '' ? [...events, ...keepToken(event)] : [...events, make('text-delta', text, event)];
    },
    end() {
      if (held === '' || !last) return [];
      const { sequence } = last;
      const rest: ModelEvent = {
        type: state === 'thinking' ? 'reasoning-delta' : 'text-delta',
        text: held,
        ...(sequence === undefined ? {} : { sequence }),
      };
      held = '';
      return [rest];
    },
  };

  /** A delta whose text is held still gives its token, if the server told one. */
  function keepToken(event: TextDelta): readonly ModelEvent[] {
    if (!event.token) return [];
    return [make(state === 'opened' || state === 'thinking' ? 'reasoning-delta' : 'text-delta', '', event)];
  }
}

/** How many characters at the end of `text` are the beginning of `tag`. */
function overlap(text: string, tag: string): number {
  for (let length = Math.min(text.length, tag.length - 1); length > 0; length--) {
    if (text.endsWith(tag.slice(0, length))) return length;
  }
  return 0;
}
