/** Draws what a model thinks before it answers: one line that opens on a click. */
import type { ChatAnswer } from '../core/chat/words.ts';
import { h } from './dom.ts';
import type { Frames } from './frames.ts';
import { t } from './words.ts';

export interface ReasoningView {
  readonly element: HTMLElement;
  update(answer: ChatAnswer): void;
}

export function createReasoningView(frames: Frames): ReasoningView {
  const summary = h('summary', {}, t('Thinking…'));
  const body = h('div', { class: 'reasoning-text', attrs: { dir: 'auto' } });
  const element = h('details', { class: 'reasoning' }, summary, body);
  element.hidden = true;
  const text = document.createTextNode('');
  body.append(text);
  let began: number | undefined;
  let latest = '';

  /** While it is closed nothing is drawn. */
  const draw = (): boolean => {
    if (element.open && latest.length > text.length) text.appendData(latest.slice(text.length));
    return false;
  };
  element.addEventListener('toggle', () => frames.request(draw));

  return {
    element,
    update: (answer) => {
      if (answer.reasoning === '') return;
      if (answer.reasoning !== latest) {
        latest = answer.reasoning;
        began ??= performance.now();
        frames.request(draw);
      }
      element.hidden = false;
      const thinking = answer.state.type === 'running' && answer.text === '';
      element.classList.toggle('thinking', thinking);
      if (thinking || began === undefined) {
        summary.textContent = thinking ? t('Thinking…') : t('Thoughts');
        return;
      }
      if (summary.dataset.done) return;
      summary.dataset.done = 'yes';
      const seconds = Math.round((performance.now() - began) / 1000);
      summary.textContent = seconds > 0 ? t('Thought for {0} s', seconds) : t('Thoughts');
    },
  };
}
