/** A proposed edit as a person sees it. */
import type { Page } from 'playwright-core';

/** Resolves when the proposed edit of a file can be decided on its page. */
export async function proposedEdit(page: Page, name: string, timeout = 60_000): Promise<void> {
  await page.locator('.tab.active', { hasText: new RegExp(`^Proposed ${name}`) }).waitFor({ timeout });
  await page.locator('.codelens-decoration', { hasText: 'Accept' }).first().waitFor({ timeout });
}

/** The lines that are on the screen, with `-` before each removed and `+` before each added one, else a blank. */
export function drawnLines(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = document.querySelector('.editor-instance .monaco-editor');
    const signs = new Map<number, string>();
    for (const element of shown?.querySelectorAll('.view-overlays .cdr') ?? []) {
      const color = getComputedStyle(element).backgroundColor;
      const [red = 0, green = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
      // Whole lines alone: the editor marks words as well.
      const marked = color !== 'rgba(0, 0, 0, 0)' && element.clientWidth > 300;
      if (marked) signs.set(Math.round(element.getBoundingClientRect().top), red > green ? '-' : '+');
    }
    // No named function in here: the page knows none of the helpers that tsx would call for it.
    return [...(shown?.querySelectorAll('.view-lines .view-line') ?? [])]
      .map((element) => ({
        top: Math.round(element.getBoundingClientRect().top),
        text: element.textContent,
      }))
      .sort((a, b) => a.top - b.top)
      .map(({ top, text }) => `${signs.get(top) ?? ' '}${text.replaceAll('\u00a0', ' ')}`);
  });
}

/** The file's lines after accepting what is drawn. */
export const promisedLines = (drawn: readonly string[]): string[] =>
  drawn.filter((line) => !line.startsWith('-')).map((line) => line.slice(1).trimEnd());
