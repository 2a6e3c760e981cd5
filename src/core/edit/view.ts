/** Draws a proposal inside its file: removed and added lines one above the other, as a page of text with marks. */
import { hunksOf, type Hunk, type Proposal } from './proposal.ts';

/** Lines `start` to `end` (exclusive) of the page. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

export interface DrawnHunk {
  readonly hunk: Hunk;
  /** Either may be empty. Added lines follow the removed ones. */
  readonly removed: LineRange;
  readonly added: LineRange;
}

export interface ProposalView {
  readonly lines: readonly string[];
  readonly hunks: readonly DrawnHunk[];
  /** The proposal's part of the page. */
  readonly region: LineRange;
}

/** @param file the file's lines, untouched by the proposal */
export function drawProposal(file: readonly string[], proposal: Proposal): ProposalView {
  const { start, original } = proposal;
  const lines = file.slice(0, start);
  const hunks: DrawnHunk[] = [];
  let drawn = 0;
  for (const hunk of hunksOf(proposal)) {
    lines.push(...original.slice(drawn, hunk.from));
    const at = lines.length;
    const between = at + hunk.removed.length;
    lines.push(...hunk.removed, ...hunk.added);
    drawn = hunk.from + hunk.removed.length;
    hunks.push({
      hunk,
      removed: { start: at, end: between },
      added: { start: between, end: between + hunk.added.length },
    });
  }
  lines.push(...original.slice(drawn));
  const region = { start, end: lines.length };
  lines.push(...file.slice(start + original.length));
  return { lines, hunks, region };
}

/** The file that a drawn page promises: the page without its removed lines. */
export function promisedFile({ lines, hunks }: ProposalView): string[] {
  return lines.filter((_, line) => !hunks.some(({ removed }) => line >= removed.start && line < removed.end));
}
