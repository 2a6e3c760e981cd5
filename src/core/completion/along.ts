/**
 * Typing as suggested: what is left of a suggestion once the document moved on from where it was made.
 *
 *     origin   const n = |;            the model said `compute(1)`
 *     now      const n = comp|;        left to offer: `ute(1)`
 */
import { closedBy, firstUnmatched } from './brackets.ts';
import type { Query } from './words.ts';

/** Where an answer was asked for. */
export type Origin = Pick<Query, 'uri' | 'line' | 'prefix' | 'suffix' | 'column' | 'tabSize'>;

export interface Ghost {
  readonly text: string;
  readonly replaceSuffix: number;
}

export type Followed =
  /** What is still to be typed; never empty. */
  | { readonly type: 'rest'; readonly text: string; readonly replaceSuffix: number; readonly typed: number }
  /** All that is known of the answer was typed, and what was typed beyond it does not contradict it. */
  | { readonly type: 'ahead' }
  /** Something else was typed at this place. */
  | { readonly type: 'diverged' }
  /** The caret or the text around it is another one. */
  | { readonly type: 'elsewhere' };

const AHEAD: Followed = { type: 'ahead' };
const DIVERGED: Followed = { type: 'diverged' };
const ELSEWHERE: Followed = { type: 'elsewhere' };

/** Lines a suggestion may be typed along for; more is another place. */
const MAX_LINES = 60;

/** Says what is left at `now` of a `ghost` that was made at `origin`. Costs no more than the caret's window. */
export function follow(origin: Origin, ghost: Ghost, now: Origin): Followed {
  const typed = typedSince(origin, now);
  if (typed === undefined) return isBefore(origin, now) ? DIVERGED : ELSEWHERE;
  const change = suffixChange(origin.suffix, now.suffix);
  if (!change || !sameAbove(typed.above, typed.aboveNow)) return ELSEWHERE;
  const rest = remainder(typed, ghost.text, origin.tabSize);
  return typeof rest === 'string'
    ? cover(rest, typed.text.length, ghost, change, origin.suffix, now.suffix)
    : rest;
}

/** As `follow`, for many answers at a key: what contradicts the text costs no look at the place. */
export function restOf(origin: Origin, ghost: Ghost, now: Origin): Rest | undefined {
  const typed = typedSince(origin, now);
  if (typed === undefined || typeof remainder(typed, ghost.text, origin.tabSize) !== 'string')
    return undefined;
  const followed = follow(origin, ghost, now);
  return followed.type === 'rest' ? followed : undefined;
}

export type Rest = Extract<Followed, { type: 'rest' }>;

/** Start of the line `back` lines above the end of `prefix`; undefined when the window does not reach there. */
function lineStart(prefix: string, back: number): number | undefined {
  let start = prefix.lastIndexOf('\n') + 1;
  for (let n = 0; n < back; n++) {
    if (start === 0) return undefined;
    start = start === 1 ? 0 : prefix.lastIndexOf('\n', start - 2) + 1;
  }
  return start;
}

interface Typed {
  /** From the origin's caret to the caret now. */
  readonly text: string;
  /** The origin's line up to its caret. */
  readonly line: string;
  /** What stands above that line, then and now. */
  readonly above: string;
  readonly aboveNow: string;
}

/** What was typed between the two carets; undefined when the origin's line is not what it was. */
function typedSince(origin: Origin, now: Origin): Typed | undefined {
  const lines = now.line - origin.line;
  if (lines < 0 || lines > MAX_LINES || origin.uri !== now.uri) return undefined;
  const start = lineStart(now.prefix, lines);
  if (start === undefined) return undefined;
  const originStart = origin.prefix.lastIndexOf('\n') + 1;
  // On a line longer than the window both texts start somewhere inside it.
  const originCut = cutOff(origin, originStart);
  const cut = lines === 0 ? cutOff(now, start) : 0;
  const from = Math.max(originCut, cut);
  const line = origin.prefix.slice(originStart + from - originCut);
  const here = start + from - cut;
  if (!now.prefix.startsWith(line, here)) return undefined;
  return {
    text: now.prefix.slice(here + line.length),
    line,
    above: origin.prefix.slice(0, originStart),
    aboveNow: now.prefix.slice(0, start),
  };
}

/** How many characters of the caret's line lie before the window. */
function cutOff(place: Origin, start: number): number {
  return place.column === undefined ? 0 : Math.max(0, place.column - (place.prefix.length - start));
}

/** The caret is on the origin's line, left of it, and the line up to there is what it was. */
function isBefore(origin: Origin, now: Origin): boolean {
  if (origin.line !== now.line || origin.uri !== now.uri) return false;
  const line = now.prefix.slice(now.prefix.lastIndexOf('\n') + 1);
  return origin.prefix.startsWith(line, origin.prefix.lastIndexOf('\n') + 1);
}

/** Text above the line is compared as far as both windows reach; a formatter's small changes do not count. */
function sameAbove(before: string, now: string): boolean {
  const length = Math.min(before.length, now.length);
  if (before.slice(before.length - length) === now.slice(now.length - length)) return true;
  return unformatted(before) === unformatted(now);
}

/** Characters above the caret that a formatter's change is looked for in. */
const NEAR = 600;

function unformatted(text: string): string {
  const near = text.slice(-NEAR);
  const whole = near.length < NEAR ? near : near.slice(near.indexOf('\n') + 1);
  return whole
    .replaceAll(/[\s;]+|,(?=\s*[)\]}])/g, '')
    .replaceAll(/['"`]/g, '"')
    .slice(-NEAR / 2);
}

/** Characters below the caret that have to agree. */
const BELOW = 2000;
/** What an editor inserts and overtypes by itself: closing brackets and quotes, the closing tag of HTML. */
const CLOSERS = /^(?:[)\]}>"'`\s]|<\/[\w:.-]*>)*/;

interface SuffixChange {
  /** Closers that appeared right of the caret. */
  readonly gained: string;
  /** How many of the origin's closers were typed over or deleted. */
  readonly consumed: number;
}

const UNCHANGED: SuffixChange = { gained: '', consumed: 0 };

/** How the text right of the caret changed, where only closers did; undefined when anything else is different. */
function suffixChange(before: string, now: string): SuffixChange | undefined {
  if (before === now) return UNCHANGED;
  const a = before.slice(0, BELOW);
  const b = now.slice(0, BELOW);
  if (a === b) return UNCHANGED;
  const closersBefore = CLOSERS.exec(a)?.[0] ?? '';
  const closersNow = CLOSERS.exec(b)?.[0] ?? '';
  const restBefore = a.slice(closersBefore.length);
  const restNow = b.slice(closersNow.length);
  // The windows end at different places once closers came or went.
  const length = Math.min(restBefore.length, restNow.length);
  const full = Math.max(restBefore.length, restNow.length);
  if (full !== length && Math.max(a.length, b.length) < BELOW) return undefined;
  if (restBefore.slice(0, length) !== restNow.slice(0, length)) return undefined;
  if (closersNow.endsWith(closersBefore)) {
    return { gained: closersNow.slice(0, closersNow.length - closersBefore.length), consumed: 0 };
  }
  if (closersBefore.endsWith(closersNow)) {
    return { gained: '', consumed: closersBefore.length - closersNow.length };
  }
  return { gained: closersNow, consumed: closersBefore.length };
}

/** The part of `text` that comes after what was typed. */
function remainder({ text: typed, line }: Typed, text: string, tabSize: number): string | Followed {
  if (text.startsWith(typed)) return text.length === typed.length ? AHEAD : text.slice(typed.length);
  if (typed.startsWith(text)) return AHEAD;
  return reindented(line, typed, text, tabSize);
}

/**
 * Indentation that the user or the editor typed differently is no contradiction: the text behind it counts, and the
 * following lines move along.
 */
function reindented(line: string, typed: string, text: string, tabSize: number): string | Followed {
  const lineEnd = typed.lastIndexOf('\n') + 1;
  // Neither starts with the other: only blanks can make up for that.
  if (lineEnd === 0 && line.trim() !== '') return DIVERGED;
  const current = (lineEnd === 0 ? line : '') + typed.slice(lineEnd);
  const indent = indentOf(current);
  if (lineEnd === 0 && indent.length < line.length) return DIVERGED;
  const above = typed.slice(0, lineEnd);
  if (!text.startsWith(above)) return above.startsWith(text) ? AHEAD : DIVERGED;
  const suggested = (lineEnd === 0 ? line : '') + text.slice(lineEnd);
  const suggestedIndent = indentOf(suggested);
  if (suggestedIndent.length === suggested.length) return indent.length === current.length ? AHEAD : DIVERGED;
  if (width(indent, tabSize) < width(suggestedIndent, tabSize)) return DIVERGED;
  const content = current.slice(indent.length);
  const wanted = suggested.slice(suggestedIndent.length);
  if (content.startsWith(wanted)) return AHEAD;
  if (!wanted.startsWith(content)) return DIVERGED;
  const extra = indent.startsWith(suggestedIndent) ? indent.slice(suggestedIndent.length) : '';
  return wanted.slice(content.length).replaceAll(/\n(?=[^\n])/g, `\n${extra}`);
}

const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? '';

function width(indent: string, tabSize: number): number {
  let columns = 0;
  for (const char of indent) columns += char === '\t' ? tabSize - (columns % tabSize) : 1;
  return columns;
}

/**
 * Which characters right of the caret the rest covers: those the answer covered from the start, and those that the
 * editor closed by itself since, if the rest closes them too.
 */
function cover(
  rest: string,
  typed: number,
  ghost: Ghost,
  { gained, consumed }: SuffixChange,
  suffixBefore: string,
  suffixNow: string,
): Followed {
  const lineEnd = gained.indexOf('\n');
  const text = lineEnd < 0 ? rest : withoutClosingLine(rest, gained.slice(lineEnd).trimStart());
  if (text.trim() === '') return AHEAD;
  const onLine = lineEnd < 0 ? gained : gained.slice(0, lineEnd);
  const closed = closedBy(text, onLine);
  const covered =
    lineEnd >= 0 || closed < onLine.length
      ? onLine.slice(0, closed)
      : onLine + suffixBefore.slice(consumed, Math.max(consumed, ghost.replaceSuffix));
  if (text === covered && suffixNow.startsWith(covered)) return AHEAD;
  return { type: 'rest', text, replaceSuffix: covered.length, typed };
}

/** The editor put the closing bracket on a line of its own when Enter was pressed between a pair. */
function withoutClosingLine(rest: string, closer: string): string {
  const at = firstUnmatched(rest);
  if (at === undefined || rest[at] !== closer[0]) return rest;
  const start = rest.lastIndexOf('\n', at);
  return start >= 0 && rest.slice(start, at).trim() === '' ? rest.slice(0, start) : rest;
}
