/** When and how far ghost text grows while a stream runs: the rhythm, the cuts, the guards, and proof that it works. */
import type { Clock } from '../ports.ts';

/** What growth asks of the editor. Nothing here may throw. */
export interface GrowthEditor {
  /** Makes the editor ask again, by a fresh provider. */
  refresh(): void;
  /** Same editor, document version and caret as when the editor last asked, and the window has the focus. */
  unmoved(): boolean;
  /** What is known for the document as it is now: the whole text, uncut. */
  recall(): string | undefined;
  /** Told when growth begins and ends: the Escape binding lives only meanwhile. */
  growing(on: boolean): void;
}

/** An answer as the editor is about to get it. */
export interface GrowingAnswer {
  readonly id: number;
  /** All that is known of it. */
  readonly text: string;
  /** What follows the caret on its line. */
  readonly suffix: string;
}

export interface Growth {
  /** Takes an answer that still grows into care and gives the cut of it to draw now. */
  begin(answer: GrowingAnswer): string;
  /** The stream of answer `id` has more, or has ended. */
  heard(id: number, ended: boolean): void;
  /** The fresh provider was asked about the same place: the refresh had its effect. */
  asked(): void;
  /** A key came first: nothing can be said about the refresh. */
  overtaken(): void;
  /** The cut of `text` to draw now; it counts as drawn. */
  draw(text: string): string;
  /** The user sent it away, another extension's text is shown, or the editor was left. */
  stop(): void;
  /** Whether an answer grows now. */
  readonly active: boolean;
  /** False once the editor has shown that it does not take part: answers must then be good at once. */
  readonly works: boolean;
}

/** Least time between two steps, in milliseconds: calm for the eye, and a step costs the editor a layout. */
export const STEP_MS = 120;
/** A model on a CPU needs many seconds; after these the rest is served when the user accepts. */
const LIMIT_MS = 15_000;
/** An editor that takes part asks the fresh provider at once; a slow remote one within this time. */
const EFFECT_MS = 1000;
/** So many refreshes without effect, one after the other, and growth is off for the session. */
const MISSES = 3;

export function createGrowth(editor: GrowthEditor, clock: Clock): Growth {
  let current: { id: number; since: number; drawn: string; closers: boolean; ended: boolean } | undefined;
  let lastStep = -Infinity;
  let misses = 0;
  let cancelStep: (() => void) | undefined;
  let cancelEffect: (() => void) | undefined;

  const stop = (): void => {
    cancelStep?.();
    cancelStep = undefined;
    if (!current) return;
    current = undefined;
    editor.growing(false);
  };

  const overtaken = (): void => {
    cancelEffect?.();
    cancelEffect = undefined;
  };

  const missed = (): void => {
    cancelEffect = undefined;
    misses += 1;
    stop();
  };

  const step = (): void => {
    cancelStep = undefined;
    if (!current) return;
    const late = clock.now() - current.since > LIMIT_MS;
    // A key or a click moved on: the editor's next question begins again from there.
    const moved = !editor.unmoved();
    if (current.ended ? moved : late) {
      stop();
      return;
    }
    if (moved) return;
    const known = editor.recall();
    if (known !== undefined && cut(known, current).length > current.drawn.length) {
      lastStep = clock.now();
      cancelEffect ??= clock.after(EFFECT_MS, missed);
      editor.refresh();
    } else if (current.ended) stop();
  };

  const draw = (text: string): string => {
    if (!current) return text;
    // Typing may have gone past the cut; what is known is then better than nothing.
    current.drawn = cut(text, current) || text;
    const { drawn, ended } = current;
    if (ended) stop();
    return drawn;
  };

  return {
    begin: ({ id, text, suffix }) => {
      if (misses >= MISSES) return text;
      if (!current) editor.growing(true);
      const since = current?.id === id ? current.since : clock.now();
      current = { id, since, drawn: '', closers: onlyClosers(suffix), ended: false };
      cancelStep?.();
      cancelStep = clock.after(STEP_MS, step);
      lastStep = clock.now();
      return draw(text);
    },
    heard: (id, ended) => {
      if (current?.id !== id) return;
      current.ended ||= ended;
      cancelStep ??= clock.after(Math.max(0, lastStep + STEP_MS - clock.now()), step);
    },
    asked: () => {
      misses = 0;
      overtaken();
    },
    overtaken,
    draw,
    stop: () => {
      overtaken();
      stop();
    },
    get active() {
      return current !== undefined;
    },
    get works() {
      return misses < MISSES;
    },
  };
}

function cut(text: string, { closers, ended }: { closers: boolean; ended: boolean }): string {
  if (ended) return text;
  return closers ? growthCut(text) : '';
}

/**
 * Whether nothing but closing brackets, quotes and separators follows the caret on its line: text that ghost text may
 * push aside, step by step, without the eye losing its place.
 */
export function onlyClosers(lineSuffix: string): boolean {
  return /^[\s)\]}>"'`;,:]*$/.test(lineSuffix);
}

/**
 * How much of a text that still grows may be drawn: up to a word's end on the first line, then up to a line's end.
 * Scripts written without blanks may be cut anywhere. Never ends in half a surrogate pair.
 */
export function growthCut(text: string): string {
  if (hasFirstLine(text)) return text.slice(0, text.lastIndexOf('\n')).trimEnd();
  // The last word may still go on: it shows once something follows it.
  return text.replace(OPEN_WORD, '').trimEnd();
}

const OPEN_WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{M}_\ud800-\udfff]+$/u;

/** Whether the first line with anything on it is complete. */
export function hasFirstLine(text: string): boolean {
  return /\S[^\n]*\n/.test(text);
}
