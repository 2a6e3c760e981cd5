/** The messages of the branch that is shown; old ones are drawn when the reader scrolls up to them. */
import { branch, siblings } from '../core/chat/conversation.ts';
import type { Conversation, Message } from '../core/chat/words.ts';
import { h, textButton } from './dom.ts';
import type { Frames } from './frames.ts';
import { createMessageView, type MessageActions, type MessageView } from './messageView.ts';
import { t } from './words.ts';

export interface Transcript {
  readonly element: HTMLElement;
  /** `running`: the answers that this window runs. */
  show(conversation: Conversation, running: readonly string[]): void;
  waiting(answer: string, seconds: number, reason: string): void;
}

// What fills a few screens; the rest of a long conversation is drawn on the way up.
const FIRST_CHARACTERS = 12_000;
const MORE_CHARACTERS = 30_000;

export function createTranscript(frames: Frames, actions: MessageActions): Transcript {
  const earlier = textButton(t('Show earlier messages'), () => showEarlier(), 'earlier');
  const list = h('div', { class: 'messages' });
  const element = h('div', { class: 'transcript-content' }, earlier, list);
  const views = new Map<string, MessageView>();
  let shown: Conversation | undefined;
  let live: readonly string[] = [];
  let path: readonly Message[] = [];
  /** Number of the first message of the path that is drawn. */
  let first = 0;

  const draw = (): void => {
    if (!shown) return;
    const wanted = path.slice(first);
    const ids = new Set(wanted.map(({ id }) => id));
    for (const [id, view] of views) {
      if (ids.has(id)) continue;
      view.element.remove();
      views.delete(id);
    }
    let before: HTMLElement | undefined;
    for (const message of wanted) {
      let view = views.get(message.id);
      if (!view) {
        view = createMessageView(message, frames, actions);
        views.set(message.id, view);
        if (before) before.after(view.element);
        else list.prepend(view.element);
      }
      view.update(message, { branches: siblings(shown, message), live: live.includes(message.id) });
      before = view.element;
    }
    earlier.hidden = first === 0;
  };

  const showEarlier = (): void => {
    first = firstWithin(path, first, MORE_CHARACTERS);
    draw();
  };
  new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting) && first > 0) showEarlier();
  }).observe(earlier);

  return {
    element,
    show: (conversation, running) => {
      live = running;
      const next = branch(conversation);
      const other = conversation.id !== shown?.id;
      if (other) for (const view of views.values()) view.element.remove();
      if (other) views.clear();
      shown = conversation;
      // The same first message stays the first while messages are added.
      const anchor = path[first]?.id;
      const at = next.findIndex(({ id }) => id === anchor);
      path = next;
      first = other || at < 0 ? firstWithin(path, path.length, FIRST_CHARACTERS) : at;
      draw();
    },
    waiting: (answer, seconds, reason) => views.get(answer)?.waiting(seconds, reason),
  };
}

/** The number of the message from which on at most about `characters` stand before `end`; at least one message. */
function firstWithin(path: readonly Message[], end: number, characters: number): number {
  let left = characters;
  let index = end;
  while (index > 0 && left > 0) {
    index--;
    left -= path[index]?.text.length ?? 0;
  }
  return index;
}
