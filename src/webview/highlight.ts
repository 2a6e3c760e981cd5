/** Colors the code that is in view in the theme's colors, in a worker: neither a grammar nor hostile code can hold up the page. */
import type { TokenColor } from '../core/chat/protocol.ts';
import { h } from './dom.ts';
import { grammarName, loadGrammar } from './grammars.ts';
import type { FromWorker, Span, ToWorker } from './highlightWords.ts';
import { createWorker } from './worker.ts';

export interface Coloring {
  /** The lines from `from` on are these now; nothing follows them. */
  lines(from: number, lines: readonly string[]): void;
}

interface Block {
  readonly id: number;
  readonly language: string;
  readonly lineAt: (index: number) => HTMLElement | undefined;
  readonly lines: string[];
  /** Lines from this number on are not colored as they are now. */
  plainFrom: number;
  /** The worker knows how each of so many lines begins. */
  known: number;
  /** The colors it has. */
  theme?: readonly TokenColor[];
  /** The worker gave no answer to it. */
  stuck?: true;
}

// A grammar that takes longer for a few lines runs in circles: its block stays plain.
const ANSWER_WITHIN_MS = 5_000;
// What is colored at once: the page paints it in a few milliseconds.
const LINES_AT_ONCE = 60;

/** Every block that is on the page, by the element it is in. */
const blocks = new WeakMap<Element, Block>();
/** Only these are colored: a long conversation costs what can be seen of it. */
const inView = new Set<Block>();
const loading = new Map<string, Promise<void>>();
const grammars = new Map<string, unknown>();
let count = 0;
let theme: readonly TokenColor[] | undefined;
let worker: Worker | undefined;
/** The block that the worker has lines of; it gets new ones only when these are done, so nothing piles up in it. */
let asked: Block | undefined;
let watchdog: ReturnType<typeof setTimeout> | undefined;

// Somewhat more than what is seen, so that scrolling meets colored code.
const looking = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const block = blocks.get(target);
      if (block && isIntersecting) inView.add(block);
      else if (block) leave(block);
    }
    askNext();
  },
  { rootMargin: '400px 0px' },
);

/** `element` shows the code, `lineAt` gives the element of a line. Unknown languages stay plain. */
export function highlight(language: string, element: Element, lineAt: Block['lineAt']): Coloring {
  const name = grammarName(language);
  if (name === undefined) return { lines: () => undefined };
  const block: Block = { id: ++count, language: name, lineAt, lines: [], plainFrom: 0, known: 0 };
  blocks.set(element, block);
  looking.observe(element);
  return {
    lines: (from, lines) => {
      block.lines.splice(from, Number.POSITIVE_INFINITY, ...lines);
      block.plainFrom = Math.min(block.plainFrom, from);
      askNext();
    },
  };
}

/** Colors everything anew: what is in view now, the rest when it comes into view. */
export function setTheme(tokenColors: readonly TokenColor[]): void {
  theme = tokenColors;
  if (worker) tell({ type: 'theme', tokenColors });
  askNext();
}

/** A block that went out of view, or off the page. */
function leave(block: Block): void {
  if (!inView.delete(block)) return;
  tell({ type: 'forget', block: block.id });
  block.known = 0;
}

function askNext(): void {
  if (asked || !theme) return;
  for (const block of inView) {
    if (block.stuck) continue;
    if (block.theme !== theme) block.plainFrom = block.known = 0;
    block.theme = theme;
    if (block.plainFrom >= block.lines.length) continue;
    if (!grammars.has(block.language)) {
      void load(block.language);
      continue;
    }
    const from = Math.min(block.plainFrom, block.known);
    const lines = block.lines.slice(from, from + LINES_AT_ONCE);
    asked = block;
    block.plainFrom = block.known = from + lines.length;
    tell({ type: 'lines', block: block.id, language: block.language, from, lines });
    watchdog = setTimeout(restart, ANSWER_WITHIN_MS);
    return;
  }
}

function load(language: string): Promise<void> {
  const known = loading.get(language);
  if (known) return known;
  const load = loadGrammar(language).then((grammar) => {
    grammars.set(language, grammar);
    tell({ type: 'grammar', grammar });
    askNext();
  });
  loading.set(language, load);
  return load;
}

function tell(message: ToWorker): void {
  worker ??= start();
  worker.postMessage(message);
}

function start(): Worker {
  const started = createWorker();
  started.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => receive(data));
  if (theme) started.postMessage({ type: 'theme', tokenColors: theme } satisfies ToWorker);
  return started;
}

function receive({ from, lines }: FromWorker): void {
  clearTimeout(watchdog);
  const block = asked;
  asked = undefined;
  // With the text of the frame: the browser lays out once.
  requestAnimationFrame(() => {
    for (const [offset, spans] of lines.entries()) {
      const element = block?.lineAt(from + offset);
      if (element) paint(element, spans);
    }
  });
  askNext();
}

/** No answer came: the block that waits for it is given up, the others begin again in a new worker. */
function restart(): void {
  worker?.terminate();
  worker = undefined;
  if (asked) asked.stuck = true;
  asked = undefined;
  for (const grammar of grammars.values()) tell({ type: 'grammar', grammar });
  for (const block of inView) block.known = 0;
  askNext();
}

/** The line may have grown meanwhile: what is behind the spans stays plain. */
function paint(element: HTMLElement, spans: readonly Span[]): void {
  const text = element.textContent;
  const pieces: (Node | string)[] = [];
  let at = 0;
  for (const [length, color, style] of spans) {
    const piece = text.slice(at, at + length);
    at += length;
    pieces.push(color === '' && style <= 0 ? piece : styled(piece, color, style));
  }
  if (at < text.length) pieces.push(text.slice(at));
  if (pieces.length > 0) element.replaceChildren(...pieces);
}

function styled(text: string, color: string, style: number): HTMLElement {
  const span = h('span', {}, text);
  span.style.color = color;
  if (style > 0) {
    if (style & 1) span.style.fontStyle = 'italic';
    if (style & 2) span.style.fontWeight = 'bold';
    if (style & 4) span.style.textDecoration = 'underline';
  }
  return span;
}
