/** Tells a screen reader what is being answered, some sentences at a time. */
import { h } from './dom.ts';
import { t } from './words.ts';

export interface Announcer {
  readonly element: HTMLElement;
  /** The running answer's text as it is now. */
  grown(id: string, text: string): void;
  ended(id: string, text: string, how: string): void;
  say(text: string): void;
}

const EVERY_MS = 3_000;

export function createAnnouncer(): Announcer {
  const element = h('div', { class: 'sr-only', attrs: { 'aria-live': 'polite', role: 'status' } });
  let current = '';
  let said = 0;
  let due = 0;

  const say = (text: string): void => {
    if (text.trim() === '') return;
    element.append(h('div', {}, text));
    while (element.childElementCount > 20) element.firstElementChild?.remove();
  };
  const begin = (id: string): void => {
    if (id === current) return;
    current = id;
    said = 0;
    due = performance.now() + EVERY_MS;
  };
  return {
    element,
    say,
    grown: (id, text) => {
      begin(id);
      if (performance.now() < due) return;
      const end = Math.max(text.lastIndexOf('. '), text.lastIndexOf('\n'));
      if (end <= said) return;
      say(spoken(text.slice(said, end + 1)));
      said = end + 1;
      due = performance.now() + EVERY_MS;
    },
    ended: (id, text, how) => {
      begin(id);
      say(spoken(text.slice(said)));
      said = text.length;
      say(how);
    },
  };
}

/** Code is named, not read. */
function spoken(text: string): string {
  return text.replace(/```[\s\S]*?(```|$)/g, ` ${t('(code)')} `).replace(/[*_`#|]/g, '');
}
