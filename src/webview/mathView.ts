/** Draws formulas. The library comes with the first one. */
import { h } from './dom.ts';

let drawing: Promise<typeof import('./katex.ts')> | undefined;

/** The TeX source until the library is there, or when it cannot read it. */
export function drawMath(tex: string, place: 'inline' | 'block'): HTMLElement {
  const element = h(place === 'block' ? 'div' : 'span', { class: `math math-${place}` }, tex);
  drawing ??= import('./katex.ts');
  void drawing.then(({ draw }) => draw(element, tex, place));
  return element;
}
