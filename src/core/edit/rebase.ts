/** Keeps a proposal at its place while the file changes under it, or says that it no longer fits. */
import { applyPatch, structuredPatch } from 'diff';
import type { TextEdit } from './lines.ts';
import type { Proposal } from './proposal.ts';

export type Rebased =
  /** The lines it is about are as they were, maybe elsewhere. */
  | { readonly type: 'kept'; readonly proposal: Proposal }
  /** Somebody wrote into its lines; they are now `start` to `end` (exclusive) of the file. */
  | { readonly type: 'touched'; readonly start: number; readonly end: number };

/**
 * Follows one change of the file.
 *
 * @param changes as an editor reports them: all relative to the file before, from the last place to the first
 * @param lineAt a line of the file after the changes; only the proposal's own lines are read
 */
export function rebase(
  proposal: Proposal,
  changes: readonly TextEdit[],
  lineAt: (line: number) => string | undefined,
): Rebased {
  let start = proposal.start;
  let end = start + proposal.original.length;
  const first = start;
  const behind = end;
  for (const change of changes) {
    if (change.startLine >= behind) continue;
    const added = change.text.split(/\r\n|\r|\n/).length - 1;
    const growth = added - (change.endLine - change.startLine);
    end = change.endLine >= behind ? change.startLine + added + 1 : end + growth;
    const above = change.endLine < first || (change.endLine === first && change.endCharacter === 0);
    if (above) start += growth;
    else if (change.startLine < first) start = Math.min(start, change.startLine);
  }
  const same = proposal.original.every((line, index) => line === lineAt(start + index));
  return same ? { type: 'kept', proposal: { ...proposal, start } } : { type: 'touched', start, end };
}

/**
 * Carries the proposal's differences over to other lines, as when a formatter, a checkout or another program rewrote
 * them. Undefined where they do not fit.
 */
export function refit(proposal: Proposal, start: number, now: readonly string[]): Proposal | undefined {
  const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
  const patch = structuredPatch('', '', text(proposal.original), text(proposal.lines), '', '', {
    context: 2,
  });
  const applied = applyPatch(text(now), patch);
  if (applied === false) return undefined;
  const lines = applied.replace(/\n$/, '').split('\n');
  return { start, original: now, lines: applied === '' ? [] : lines };
}
