/** Keeps the newest text in sight unless the reader went up, and offers the way back down. */
import { h, icon } from './dom.ts';
import { t } from './words.ts';

export interface Scroll {
  readonly element: HTMLElement;
  readonly jump: HTMLElement;
  /** Goes to the newest text and follows it from now on. */
  toLatest(): void;
}

// Nearer than this to the end counts as there; scroll positions are fractions on scaled screens.
const NEAR_PX = 24;

export function createScroll(content: HTMLElement): Scroll {
  const attrs = { role: 'log', 'aria-live': 'off', 'aria-label': t('Conversation'), tabindex: '0' };
  const element = h('div', { class: 'transcript', attrs }, content);
  const jump = h(
    'button',
    { class: 'jump', attrs: { type: 'button' }, onClick: () => toLatest() },
    icon('arrow-down'),
    t('Jump to latest'),
  );
  jump.hidden = true;
  let following = true;
  let top = 0;

  const follow = (): void => {
    if (following) element.scrollTop = element.scrollHeight;
  };
  const toLatest = (): void => {
    following = true;
    jump.hidden = true;
    follow();
  };
  element.addEventListener(
    'scroll',
    () => {
      // Its own following, once a frame while an answer streams: nothing to measure.
      if (following && element.scrollTop >= top) {
        top = element.scrollTop;
        return;
      }
      const left = element.scrollHeight - element.scrollTop - element.clientHeight;
      // Only going up leaves the end: text that grows below moves nothing.
      if (left <= NEAR_PX) following = true;
      else if (element.scrollTop < top) following = false;
      top = element.scrollTop;
      jump.hidden = following || left <= NEAR_PX;
    },
    { passive: true },
  );
  // Called after layout and before paint: what was added is in sight in the frame that shows it.
  const observer = new ResizeObserver(follow);
  observer.observe(content);
  observer.observe(element);
  return { element, jump, toLatest };
}
