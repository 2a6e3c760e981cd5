/** KaTeX, in a chunk of its own. */
import katex from 'katex';

export function draw(element: HTMLElement, tex: string, place: 'inline' | 'block'): void {
  try {
    // Not trusted: no \href, no \includegraphics, no \htmlStyle. Macros cannot run away.
    katex.render(tex, element, {
      displayMode: place === 'block',
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxExpand: 200,
      maxSize: 20,
    });
  } catch {
    element.textContent = tex;
  }
}
