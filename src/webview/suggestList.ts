/** The list that opens behind `/` and `@` in the composer. */
import type { Suggestion } from '../core/chat/protocol.ts';
import { h, icon } from './dom.ts';
import { t } from './words.ts';

export type SuggestRequest = (request: number, kind: 'slash' | 'mention', query: string) => void;

export interface SuggestList {
  readonly element: HTMLElement;
  /** The text or caret changed. */
  update(): void;
  /** The answer to a request. */
  show(request: number, suggestions: readonly Suggestion[]): void;
  /** True when the key was for the list. */
  key(event: KeyboardEvent): boolean;
}

export function createSuggestList(
  input: HTMLTextAreaElement,
  ask: SuggestRequest,
  chosen: (suggestion: Suggestion) => void,
): SuggestList {
  const element = h('ul', {
    class: 'suggestions',
    attrs: { role: 'listbox', id: 'suggestions', 'aria-label': t('Suggestions') },
  });
  element.hidden = true;
  let request = 0;
  let shown: readonly Suggestion[] = [];
  let active = 0;

  const hide = (): void => {
    request++;
    element.hidden = true;
    input.removeAttribute('aria-activedescendant');
  };
  const draw = (): void => {
    element.hidden = shown.length === 0;
    element.replaceChildren(
      ...shown.map((suggestion, index) => {
        const attrs = {
          role: 'option',
          id: `suggestion-${index}`,
          'aria-selected': String(index === active),
        };
        const row = h(
          'li',
          { attrs },
          icon(suggestion.icon),
          h('span', { class: 'label' }, suggestion.label),
          h('span', { class: 'detail' }, suggestion.detail),
        );
        row.addEventListener('mousedown', (event) => {
          event.preventDefault();
          take(suggestion);
        });
        return row;
      }),
    );
    if (shown.length === 0) return;
    input.setAttribute('aria-activedescendant', `suggestion-${active}`);
    element.children[active]?.scrollIntoView({ block: 'nearest' });
  };
  const take = (suggestion: Suggestion): void => {
    const word = wordBefore(input);
    if (!word) return;
    input.setRangeText(
      suggestion.reference === undefined ? suggestion.insert : '',
      word.start,
      input.selectionStart,
      'end',
    );
    hide();
    input.focus();
    chosen(suggestion);
    // A kind such as `@file` is followed by the choice of which.
    if (suggestion.insert.endsWith(':') && suggestion.reference === undefined) update();
  };
  const update = (): void => {
    const word = wordBefore(input);
    if (!word) {
      hide();
      return;
    }
    ask(++request, word.kind, word.query);
  };
  input.addEventListener('blur', hide);
  return {
    element,
    update,
    show: (answered, suggestions) => {
      if (answered !== request) return;
      shown = suggestions;
      active = 0;
      draw();
    },
    key: (event) => {
      if (element.hidden) return false;
      const suggestion = shown[active];
      if (event.key === 'ArrowDown') active = (active + 1) % shown.length;
      else if (event.key === 'ArrowUp') active = (active + shown.length - 1) % shown.length;
      else if (event.key === 'Escape') hide();
      else if ((event.key === 'Enter' || event.key === 'Tab') && suggestion) take(suggestion);
      else return false;
      if (event.key.startsWith('Arrow')) draw();
      event.preventDefault();
      return true;
    },
  };
}

/** The `/word` at the very beginning or the `@word` before the caret. */
function wordBefore(
  input: HTMLTextAreaElement,
): { kind: 'slash' | 'mention'; start: number; query: string } | undefined {
  const before = input.value.slice(0, input.selectionStart);
  const slash = /^\/([\w-]*)$/.exec(before);
  if (slash) return { kind: 'slash', start: 0, query: slash[1] ?? '' };
  const mention = /(?:^|\s)@([^\s@]*)$/.exec(before);
  return mention
    ? { kind: 'mention', start: before.length - (mention[1] ?? '').length - 1, query: mention[1] ?? '' }
    : undefined;
}
