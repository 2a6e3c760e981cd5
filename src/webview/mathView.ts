/** Draws formulas, a few each frame. The library comes with the first one. */
import { h } from './dom.ts';
import { createFrames } from './frames.ts';

let drawing: Promise<typeof import('./katex.ts')> | undefined;
const waiting: (() => void)[] = [];
const frames = createFrames(() => undefined);

function drawNext(): boolean {
  waiting.shift()?.();
  return waiting.length > 0;
}

/** The TeX source until its turn comes, or when the library cannot read it. */
export function drawMath(tex: string, place: 'inline' | 'block'): HTMLElement {
  const element = h(place === 'block' ? 'div' : 'span', { class: `math math-${place}` }, tex);
  drawing ??= import('./katex.ts');
  void drawing.then(({ draw }) => {
    waiting.push(() => {
      if (element.isConnected) draw(element, tex, place);
    });
    frames.request(drawNext);
  });
  return element;
}
