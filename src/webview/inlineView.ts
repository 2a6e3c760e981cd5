/** Draws the inside of a line: emphasis, code, links, formulas. What stayed the same keeps its nodes. */
import type { Inline } from '../core/chat/markdown.ts';
import { drawMath } from './mathView.ts';
import { h } from './dom.ts';
import { offerName } from './names.ts';

/** Brings the children of `parent`, which show `before`, to show `after`. */
export function updateInline(parent: HTMLElement, before: readonly Inline[], after: readonly Inline[]): void {
  let same = 0;
  while (same < before.length && same < after.length && equal(before[same], after[same])) same++;
  const old = before[same];
  const grown = after[same];
  const node = parent.childNodes[same];
  if (
    old?.type === 'text' &&
    grown?.type === 'text' &&
    node instanceof Text &&
    grown.text.startsWith(old.text)
  ) {
    node.appendData(grown.text.slice(old.text.length));
    same++;
  }
  while (parent.childNodes.length > same) parent.lastChild?.remove();
  for (const piece of after.slice(same)) parent.append(draw(piece));
}

function draw(piece: Inline): Node {
  switch (piece.type) {
    case 'text':
      return document.createTextNode(piece.text);
    case 'code':
      return code(piece.text);
    case 'math':
      return drawMath(piece.text, 'inline');
    case 'break':
      return h('br');
    case 'emphasis':
      return h('em', {}, ...piece.children.map(draw));
    case 'strong':
      return h('strong', {}, ...piece.children.map(draw));
    case 'strike':
      return h('s', {}, ...piece.children.map(draw));
    case 'link':
      return link(piece.href, piece.children.map(draw));
    case 'image':
      // A picture from the net would tell its server that somebody reads this: it is a link.
      return link(piece.href, ['🖼 ', ...piece.children.map(draw)]);
  }
}

/** No `href`: the editor would follow it by itself. The page's click listener asks the extension to open it. */
function link(href: string, children: readonly (Node | string)[]): HTMLElement {
  const attrs = { role: 'link', tabindex: '0', 'data-link': href };
  return h('a', { title: decoded(href), attrs }, ...children);
}

function decoded(href: string): string {
  try {
    return decodeURI(href);
  } catch {
    return href;
  }
}

function code(text: string): HTMLElement {
  const element = h('code', {}, text);
  offerName(element, text);
  return element;
}

function equal(a: Inline | undefined, b: Inline | undefined): boolean {
  if (!a || a.type !== b?.type) return false;
  if ('text' in a) return 'text' in b && a.text === b.text;
  if (!('children' in a)) return true;
  if (!('children' in b) || a.children.length !== b.children.length) return false;
  if ('href' in a && 'href' in b && a.href !== b.href) return false;
  return a.children.every((child, index) => equal(child, b.children[index]));
}
