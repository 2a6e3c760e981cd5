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
  /** All that was to be drawn is. */
  settled(): void;
}

// What fills a few screens; the rest of a long conversation is drawn on the way up.
const FIRST_CHARACTERS = 12_000;
const MORE_CHARACTERS = 30_000;

/** A message as it is drawn. */
interface Shown {
  readonly view: MessageView;
  message: Message;
  live: boolean;
}

export function createTranscript(frames: Frames, actions: MessageActions): Transcript {
  const earlier = textButton(t('Show earlier messages'), () => showEarlier(), 'earlier');
  const list = h('div', { class: 'messages' });
  const element = h('div', { class: 'transcript-content' }, earlier, list);
  const drawn = new Map<string, Shown>();
  let shown: Conversation | undefined;
  let live: readonly string[] = [];
  let path: readonly Message[] = [];
  /** Number of the first message of the path that is drawn. */
  let first = 0;
  /** Whether the reader sees the upper end of what is drawn. */
  let atUpperEnd = false;

  const drop = (id: string, { view }: Shown): void => {
    view.dispose();
    drawn.delete(id);
  };
  /** `structure`: messages came or went, so that branches may have changed too; `texts`: one that is there grew. */
  const draw = (what: 'structure' | 'texts'): void => {
    if (!shown) return;
    const wanted = path.slice(first);
    if (what === 'structure') {
      const ids = new Set(wanted.map(({ id }) => id));
      for (const [id, each] of drawn) if (!ids.has(id)) drop(id, each);
    }
    let before: HTMLElement | undefined;
    for (const message of wanted) {
      let each = drawn.get(message.id);
      const isLive = live.includes(message.id);
      const fresh = !each;
      if (!each) {
        each = { view: createMessageView(message, frames, actions), message, live: isLive };
        drawn.set(message.id, each);
        if (before) before.after(each.view.element);
        else list.prepend(each.view.element);
      }
      // While an answer streams, this is asked sixty times a second: messages that stayed as they are cost nothing.
      if (fresh || what === 'structure' || each.message !== message || each.live !== isLive) {
        each.message = message;
        each.live = isLive;
        each.view.update(message, { branches: siblings(shown, message), live: isLive });
      }
      before = each.view.element;
    }
    earlier.hidden = first === 0;
  };

  const showEarlier = (): void => {
    if (first === 0) return;
    first = firstWithin(path, first, MORE_CHARACTERS);
    const upper = list.firstElementChild;
    const before = upper?.getBoundingClientRect().top ?? 0;
    draw('texts');
    // The browser keeps the reader's place by itself, but not at the very top.
    const moved = (upper?.getBoundingClientRect().top ?? 0) - before;
    element.closest('.transcript')?.scrollBy({ top: moved, behavior: 'instant' });
  };
  /** What is being drawn mostly moves the upper end out of sight; a frame after its end this is known. */
  const settled = (): void => {
    if (!atUpperEnd) return;
    requestAnimationFrame(() => {
      if (atUpperEnd && frames.idle()) showEarlier();
    });
  };
  new IntersectionObserver((entries) => {
    atUpperEnd = entries.at(-1)?.isIntersecting ?? false;
    settled();
  }).observe(earlier);

  return {
    element,
    show: (conversation, running) => {
      live = running;
      const next = branch(conversation);
      const other = conversation.id !== shown?.id;
      if (other) for (const [id, each] of drawn) drop(id, each);
      const changed =
        other || conversation.messages.size !== shown?.messages.size || conversation.leaf !== shown.leaf;
      shown = conversation;
      // The same first message stays the first while messages are added.
      const anchor = path[first]?.id;
      const at = next.findIndex(({ id }) => id === anchor);
      path = next;
      first = other || at < 0 ? firstWithin(path, path.length, FIRST_CHARACTERS) : at;
      draw(changed ? 'structure' : 'texts');
    },
    waiting: (answer, seconds, reason) => drawn.get(answer)?.view.waiting(seconds, reason),
    settled,
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
