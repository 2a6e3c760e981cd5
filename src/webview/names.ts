/** Code in a sentence that names a file or a symbol becomes a link, once the extension found that there is one. */
import { nameKind } from '../core/chat/fileLink.ts';

type Ask = (names: readonly string[]) => void;

/** The elements that show a name nobody knows yet. */
const waiting = new Map<string, Set<HTMLElement>>();
let ask: Ask = () => undefined;
let asking: ReturnType<typeof setTimeout> | undefined;

// Names come letter by letter while an answer streams.
const ASK_AFTER_MS = 400;
const MOST_NAMES = 30;

/** `element` shows `name`. A file is looked for at once, a symbol when the pointer comes: that costs more. */
export function offerName(element: HTMLElement, name: string): void {
  const kind = nameKind(name);
  if (kind === 'file') wait(element, name);
  if (kind === 'symbol') element.addEventListener('pointerenter', () => wait(element, name), { once: true });
}

interface Known {
  readonly files: readonly string[];
  readonly symbols: readonly string[];
}

/** `asked` were looked for; those that are there are among `files` or `symbols`. */
export function showKnown(asked: readonly string[], { files, symbols }: Known): void {
  for (const name of asked) {
    const attribute = files.includes(name) ? 'data-link' : symbols.includes(name) ? 'data-symbol' : undefined;
    if (attribute !== undefined)
      for (const element of waiting.get(name) ?? []) link(element, attribute, name);
    waiting.delete(name);
  }
}

export function askForNames(how: Ask): void {
  ask = how;
}

function wait(element: HTMLElement, name: string): void {
  const elements = waiting.get(name) ?? new Set();
  waiting.set(name, elements.add(element));
  asking ??= setTimeout(() => {
    asking = undefined;
    for (const [each, shown] of waiting) if (![...shown].some((e) => e.isConnected)) waiting.delete(each);
    const names = [...waiting.keys()].slice(0, MOST_NAMES);
    if (names.length > 0) ask(names);
  }, ASK_AFTER_MS);
}

function link(element: HTMLElement, attribute: string, name: string): void {
  element.classList.add('file-link');
  element.setAttribute(attribute, name);
  element.setAttribute('role', 'link');
  element.tabIndex = 0;
}
