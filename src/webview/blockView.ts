/** Draws blocks of Markdown and brings them up to date: a block that looks the same keeps its nodes. */
import { parseInline, sameBlock, type Block, type Definitions, type Inline } from '../core/chat/markdown.ts';
import { createCodeView, type OnCode } from './codeView.ts';
import { h } from './dom.ts';
import { updateInline } from './inlineView.ts';
import { drawMath } from './mathView.ts';

export interface DrawContext {
  readonly definitions: Definitions;
  readonly onCode: OnCode;
}

/** A block on the page. */
export interface Drawn {
  block: Block;
  readonly element: HTMLElement;
  /** Shows `next` in place of what was; false when that needs another element. `kept` children are left alone. */
  update(next: Block, kept: number): boolean;
}

/** Brings `drawn` from number `from` on to show `blocks`; new ones are appended. */
export function reconcile(
  append: (element: HTMLElement) => void,
  drawn: Drawn[],
  from: number,
  blocks: readonly Block[],
  context: DrawContext,
  keptChildren = 0,
): void {
  for (const [offset, block] of blocks.entries()) {
    const index = from + offset;
    const kept = offset === 0 ? keptChildren : 0;
    const known = drawn[index];
    if (known && kept === 0 && sameBlock(known.block, block)) continue;
    if (known?.block.type === block.type && known.update(block, kept)) {
      known.block = block;
      continue;
    }
    const fresh = drawBlock(block, context);
    drawn[index] = fresh;
    if (known) known.element.replaceWith(fresh.element);
    else append(fresh.element);
  }
}

/** Removes what follows the first `length`. */
export function trim(drawn: Drawn[], length: number): void {
  for (const { element } of drawn.splice(length)) element.remove();
}

function drawBlock(block: Block, context: DrawContext): Drawn {
  switch (block.type) {
    case 'paragraph':
      return leaf(block, h('p', { attrs: { dir: 'auto' } }), context);
    case 'heading':
      // An answer's headings stand below the page's own.
      return leaf(
        block,
        h(HEADINGS[Math.min(block.level ?? 1, 4) - 1] ?? 'h6', { attrs: { dir: 'auto' } }),
        context,
      );
    case 'cell':
      return leaf(
        block,
        h('td', block.info ? { class: `align-${block.info}`, attrs: { dir: 'auto' } } : {}),
        context,
      );
    case 'code': {
      const view = createCodeView(block, context.onCode);
      return { block, element: view.element, update: (next) => view.update(next) };
    }
    case 'math':
      return math(block);
    case 'rule':
      return { block, element: h('hr'), update: () => true };
    case 'list':
      return container(block, list(block), context);
    case 'item':
      return container(block, h('li'), context);
    case 'quote':
      return container(block, h('blockquote'), context);
    case 'row':
      return container(block, h('tr'), context);
    case 'table': {
      const table = h('table', block.info === 'continued' ? { class: 'continued' } : {});
      return container(block, table, context, h('div', { class: 'table', attrs: { tabindex: '0' } }, table));
    }
  }
}

const HEADINGS = ['h3', 'h4', 'h5', 'h6'] as const;

function list(block: Block): HTMLElement {
  const attrs: Record<string, string> = { dir: 'auto' };
  if (block.level === undefined) return h('ul', { attrs });
  return h('ol', { attrs: block.level === 1 ? attrs : { ...attrs, start: String(block.level) } });
}

function leaf(block: Block, element: HTMLElement, { definitions }: DrawContext): Drawn {
  let shown: Inline[] = [];
  let content: string | undefined;
  const update = (next: Block): boolean => {
    if (next.level !== block.level || next.info !== block.info) return false;
    if (next.content === content) return true;
    content = next.content;
    const inline = parseInline(content, definitions);
    updateInline(element, shown, inline);
    shown = inline;
    return true;
  };
  update(block);
  return { block, element, update };
}

function math(block: Block): Drawn {
  const element = h('div', { class: 'math-place' });
  const update = (next: Block): boolean => {
    // Half a formula cannot be read: its source is shown until the end is there.
    element.replaceChildren(
      next.unfinished ? h('div', { class: 'math' }, next.content) : drawMath(next.content, 'block'),
    );
    return true;
  };
  update(block);
  return { block, element, update };
}

function container(block: Block, inner: HTMLElement, context: DrawContext, outer = inner): Drawn {
  const children: Drawn[] = [];
  const append = (child: HTMLElement): void => inner.append(child);
  reconcile(append, children, 0, block.children, context);
  return {
    block,
    element: outer,
    update: (next, kept) => {
      // The tail of a numbered list begins with its own number.
      if (kept === 0 && next.level !== block.level) return false;
      reconcile(append, children, kept, next.children, context);
      trim(children, kept + next.children.length);
      return true;
    },
  };
}
