/** Opens links on a click or Enter, by asking the extension: nothing is ever opened by the page itself. */
import { isRemedy, type PageMessage } from '../core/chat/protocol.ts';

export function listenToLinks(root: HTMLElement, post: (message: PageMessage) => void): void {
  const open = (event: Event): void => {
    if (!(event.target instanceof Element)) return;
    const target = event.target.closest<HTMLElement>('[data-link], [data-symbol], [data-help]');
    if (!target || getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    const { link, symbol, help } = target.dataset;
    if (link !== undefined) post({ type: 'link', href: link.slice(0, 4_000) });
    if (symbol !== undefined) post({ type: 'symbol', name: symbol });
    if (isRemedy(help)) post({ type: 'help', topic: help });
  };
  root.addEventListener('click', open);
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') open(event);
  });
}
