/** Colors code in the theme's colors, in a worker: neither a grammar nor hostile code can hold up the page. */
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
  readonly language: string;
  readonly lineAt: (index: number) => HTMLElement | undefined;
  readonly lines: string[];
  /** Requests without an answer. */
  pending: number;
}

// A grammar that takes longer for a few lines runs in circles: its block stays plain.
const ANSWER_WITHIN_MS = 3_000;

const blocks = new Map<number, Block>();
const loaded = new Map<string, unknown>();
const loading = new Map<string, Promise<void>>();
let count = 0;
let theme: readonly TokenColor[] | undefined;
let worker: Worker | undefined;
let watchdog: ReturnType<typeof setTimeout> | undefined;

/** `lineAt` gives the element that shows a line. Unknown languages stay plain. */
export function highlight(language: string, lineAt: Block['lineAt']): Coloring {
  const name = grammarName(language);
  if (name === undefined) return { lines: () => undefined };
  const id = ++count;
  const block: Block = { language: name, lineAt, lines: [], pending: 0 };
  blocks.set(id, block);
  let waiting = true;
  void ready(name).then(() => {
    waiting = false;
    send(id, block, 0);
  });
  return {
    lines: (from, lines) => {
      block.lines.splice(from, Number.POSITIVE_INFINITY, ...lines);
      if (!waiting) send(id, block, from);
    },
  };
}

/** Colors everything anew. */
export function setTheme(tokenColors: readonly TokenColor[]): void {
  theme = tokenColors;
  if (!worker) return;
  tell({ type: 'theme', tokenColors });
  for (const [id, block] of blocks) {
    if (block.lineAt(0)?.isConnected) send(id, block, 0);
    else forget(id);
  }
}

function ready(language: string): Promise<void> {
  const known = loading.get(language);
  if (known) return known;
  const load = loadGrammar(language).then((grammar) => {
    loaded.set(language, grammar);
    tell({ type: 'grammar', grammar });
  });
  loading.set(language, load);
  return load;
}

function send(id: number, block: Block, from: number): void {
  if (!theme || block.lines.length === 0 || !blocks.has(id)) return;
  block.pending++;
  tell({ type: 'lines', block: id, language: block.language, from, lines: block.lines.slice(from) });
  watchdog ??= setTimeout(restart, ANSWER_WITHIN_MS);
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

function receive({ block: id, from, lines }: FromWorker): void {
  clearTimeout(watchdog);
  const block = blocks.get(id);
  if (block) {
    block.pending--;
    for (const [offset, spans] of lines.entries()) {
      const element = block.lineAt(from + offset);
      if (element) paint(element, spans);
    }
  }
  watchdog = [...blocks.values()].some(({ pending }) => pending > 0)
    ? setTimeout(restart, ANSWER_WITHIN_MS)
    : undefined;
}

/** No answer came: the first block that waits is given up, the others are asked for again. */
function restart(): void {
  watchdog = undefined;
  worker?.terminate();
  worker = undefined;
  const [stuck] = [...blocks].find(([, { pending }]) => pending > 0) ?? [];
  if (stuck !== undefined) blocks.delete(stuck);
  for (const grammar of loaded.values()) tell({ type: 'grammar', grammar });
  for (const [id, block] of blocks) {
    if (block.pending === 0) continue;
    block.pending = 0;
    send(id, block, 0);
  }
}

function forget(id: number): void {
  blocks.delete(id);
  tell({ type: 'forget', block: id });
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
