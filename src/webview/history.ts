/** The list of conversations: search, open, rename, pin, export, delete. */
import type { Summary } from '../core/chat/words.ts';
import { h, icon, iconButton } from './dom.ts';
import { t } from './words.ts';

export interface HistoryActions {
  readonly open: (id: string) => void;
  readonly search: (query: string) => void;
  readonly rename: (id: string, title: string) => void;
  readonly pin: (id: string, pinned: boolean) => void;
  readonly exportIt: (id: string) => void;
  readonly remove: (id: string) => void;
}

export interface History {
  readonly element: HTMLElement;
  /** `matching`: the conversations that the search found; undefined: no search. */
  show(summaries: readonly Summary[], current: string, matching?: readonly string[]): void;
  readonly toggle: () => void;
  hide(): void;
}

export function createHistory(actions: HistoryActions, hidden: () => void): History {
  const search = h('input', {
    class: 'search',
    attrs: {
      type: 'search',
      placeholder: t('Search conversations'),
      'aria-label': t('Search conversations'),
    },
  });
  const list = h('ul', { class: 'conversations', attrs: { 'aria-label': t('Conversations') } });
  const element = h(
    'section',
    { class: 'history', attrs: { 'aria-label': t('Conversations') } },
    search,
    list,
  );
  element.hidden = true;
  let asking: ReturnType<typeof setTimeout> | undefined;
  search.addEventListener('input', () => {
    clearTimeout(asking);
    asking = setTimeout(() => actions.search(search.value), 150);
  });
  const hide = (): void => {
    element.hidden = true;
    hidden();
  };
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing) hide();
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(element, event);
  });
  const row = (summary: Summary, current: string): HTMLElement => {
    const title = summary.title || t('New conversation');
    const open = h(
      'button',
      {
        class: 'open',
        attrs: { type: 'button', ...(summary.id === current ? { 'aria-current': 'true' } : {}) },
        onClick: () => actions.open(summary.id),
      },
      h(
        'span',
        { class: 'title', attrs: { dir: 'auto' } },
        ...(summary.pinned ? [icon('pinned')] : []),
        title,
      ),
      h('span', { class: 'when' }, when(summary.updatedAt)),
    );
    const renaming = (): void => {
      const field = h('input', { class: 'rename', attrs: { 'aria-label': t('Title'), value: title } });
      open.replaceWith(field);
      field.select();
      field.addEventListener('keydown', (event) => {
        if (event.isComposing) return;
        if (event.key === 'Enter') actions.rename(summary.id, field.value.trim());
        if (event.key === 'Enter' || event.key === 'Escape') {
          event.stopPropagation();
          // Else the same key opens the conversation, whose button gets the focus now.
          event.preventDefault();
          field.replaceWith(open);
          open.focus();
        }
      });
    };
    return h(
      'li',
      { class: 'conversation' },
      open,
      iconButton('edit', t('Rename'), renaming),
      iconButton(summary.pinned ? 'pinned' : 'pin', summary.pinned ? t('Unpin') : t('Pin'), () =>
        actions.pin(summary.id, !summary.pinned),
      ),
      iconButton('export', t('Export'), () => actions.exportIt(summary.id)),
      iconButton('trash', t('Delete'), () => actions.remove(summary.id)),
    );
  };
  return {
    element,
    hide,
    toggle: () => {
      if (!element.hidden) {
        hide();
        return;
      }
      element.hidden = false;
      search.value = '';
      actions.search('');
      search.focus();
    },
    show: (summaries, current, matching) => {
      const found = matching ? summaries.filter(({ id }) => matching.includes(id)) : summaries;
      list.replaceChildren(...found.map((summary) => row(summary, current)));
      if (found.length === 0)
        list.append(h('li', { class: 'none' }, matching ? t('Nothing found.') : t('No conversations yet.')));
    },
  };
}

function moveFocus(element: HTMLElement, event: KeyboardEvent): void {
  const stops = [...element.querySelectorAll<HTMLElement>('.search, .open')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function when(time: number): string {
  const date = new Date(time);
  const today = new Date().toDateString() === date.toDateString();
  return today
    ? date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
    : date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
}
