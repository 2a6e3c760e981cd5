/** A proposed edit as a value: what the file's lines are, what they would be, and each difference by itself. */
import { diffArrays } from 'diff';
import { readAnswer, type AnswerState } from './answer.ts';
import { fitLines, type IndentStyle } from './indentation.ts';
import type { LineEdit } from './lines.ts';
import { reachOf } from './reach.ts';

/** There is no other state: accepting changes `original` (it is in the file now), rejecting changes `lines`. */
export interface Proposal {
  /** Line of the file at which `original` begins now. */
  readonly start: number;
  readonly original: readonly string[];
  /** What is proposed in place of `original`. */
  readonly lines: readonly string[];
}

/** One difference between the file and the proposal. */
export interface Hunk {
  /** First line and number of lines in `original`. */
  readonly from: number;
  readonly removed: readonly string[];
  /** First line in `lines`. */
  readonly to: number;
  readonly added: readonly string[];
}

/** The place to edit, as it was when the user asked. */
export interface Place {
  readonly start: number;
  readonly original: readonly string[];
  readonly language: string;
  readonly style: IndentStyle;
}

export type Outcome =
  /** `done`: nothing that still comes can change it; the request may be closed. */
  | { readonly type: 'proposal'; readonly proposal: Proposal; readonly done: boolean }
  /** The model gave back what was there. */
  | { readonly type: 'unchanged'; readonly done: boolean }
  | { readonly type: 'words'; readonly text: string }
  | { readonly type: 'nothing' };

/**
 * What an answer proposes for a place. While it runs, or when it was cut, the lines it has not reached stay as they
 * are, so that a proposal can be kept wherever it stopped.
 */
export function propose(place: Place, answer: string, state: AnswerState): Outcome {
  const { start, original } = place;
  const reading = readAnswer(answer, place, state);
  if (reading.type !== 'code') return reading;
  const whole = state === 'whole' || reading.closed;
  if (!whole && reading.lines.length === 0) return { type: 'nothing' };
  const fitted = fitLines(reading.lines, original, place.style);
  const lines = whole ? fitted : withRest(original, fitted);
  const same = lines.length === original.length && lines.every((line, index) => line === original[index]);
  return same
    ? { type: 'unchanged', done: whole }
    : { type: 'proposal', proposal: { start, original, lines }, done: whole };
}

function withRest(original: readonly string[], answer: readonly string[]): readonly string[] {
  const blank = (line: string): boolean => line.trim() === '';
  // An answer in a blank place leaves nothing behind.
  if (original.every(blank)) return answer;
  // Blank edges were restored by the fit; the rest brings its own.
  const end = answer.findLastIndex((line) => !blank(line)) + 1;
  const shown = answer.slice(0, end);
  return [...shown, ...original.slice(reachOf(original, shown))];
}

/** The differences, from top to bottom. */
export function hunksOf({ original, lines }: Proposal): Hunk[] {
  // What is written into a blank place is one difference, though it may hold the same blank line.
  if (original.every((line) => line.trim() === '') && lines.some((line) => line.trim() !== '')) {
    return [{ from: 0, removed: original, to: 0, added: lines }];
  }
  const hunks: Hunk[] = [];
  let from = 0;
  let to = 0;
  let open: { from: number; removed: string[]; to: number; added: string[] } | undefined;
  // The bound keeps two long and unlike texts from blocking the editor; without a result they are one difference.
  const changes = diffArrays([...original], [...lines], { maxEditLength: 2000 });
  if (!changes) return [{ from: 0, removed: original, to: 0, added: lines }];
  for (const { value, added, removed } of changes) {
    if (!added && !removed) {
      open = undefined;
      from += value.length;
      to += value.length;
      continue;
    }
    if (!open) {
      open = { from, removed: [], to, added: [] };
      hunks.push(open);
    }
    (added ? open.added : open.removed).push(...value);
    if (added) to += value.length;
    else from += value.length;
  }
  return hunks;
}

/** The edit of the file that a hunk stands for. */
export function hunkEdit({ start }: Proposal, { from, removed, added }: Hunk): LineEdit {
  return { start: start + from, end: start + from + removed.length, lines: added };
}

/** The proposal after the file took the hunk over. */
export function acceptHunk(proposal: Proposal, { from, removed, added }: Hunk): Proposal {
  const original = proposal.original.toSpliced(from, removed.length, ...added);
  return { ...proposal, original };
}

/** The proposal without the hunk. */
export function rejectHunk(proposal: Proposal, { to, removed, added }: Hunk): Proposal {
  const lines = proposal.lines.toSpliced(to, added.length, ...removed);
  return { ...proposal, lines };
}
