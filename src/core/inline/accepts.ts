/** Tells from the document's changes what the user took of a suggestion: the editor reports full accepts only. */

/** A suggestion as it is drawn: at the caret's place, `text` not yet taken. */
export interface Drawn {
  readonly id: number;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** One change of the document; `text` with `\n` line ends. */
export interface Change {
  readonly line: number;
  readonly column: number;
  /** Characters replaced. */
  readonly removed: number;
  readonly text: string;
}

export type Taken =
  /** Nothing of it, and it is no longer drawn there. */
  | { readonly how: 'left' }
  /** The user typed what it says. */
  | { readonly how: 'typed'; readonly rest: Drawn }
  /** Taken at one stroke, by word or by line. */
  | { readonly how: 'part'; readonly characters: number; readonly rest: Drawn }
  | { readonly how: 'all'; readonly characters: number };

/**
 * What `change` took of the suggestion. The editor's accept may replace the line from its start: what the change
 * repeats of it (`lineBefore`, the line left of the caret before the change) is not counted.
 */
export function takenBy(change: Change, drawn: Drawn, lineBefore: string): Taken {
  const inserted = insertion(change, drawn, lineBefore);
  if (inserted === undefined || inserted === '' || !drawn.text.startsWith(inserted)) {
    // Auto-closing adds the closer behind what was typed.
    const [first = ''] = change.text;
    const typed = change.text.length === 2 && change.column === drawn.column && drawn.text.startsWith(first);
    return typed ? { how: 'typed', rest: advance(drawn, first) } : { how: 'left' };
  }
  if (inserted.length === drawn.text.length && inserted.length > 1)
    return { how: 'all', characters: inserted.length };
  const rest = advance(drawn, inserted);
  return inserted.length > 1 && isWhole(inserted, rest.text)
    ? { how: 'part', characters: inserted.length, rest }
    : { how: 'typed', rest };
}

/** What the change puts at the caret; undefined when it is about another place. */
function insertion(change: Change, drawn: Drawn, lineBefore: string): string | undefined {
  if (change.line !== drawn.line || change.column > drawn.column) return undefined;
  const repeated = lineBefore.slice(change.column, drawn.column);
  if (!change.text.startsWith(repeated) || change.removed < repeated.length) return undefined;
  return change.text.slice(repeated.length);
}

function advance(drawn: Drawn, taken: string): Drawn {
  const lines = taken.split('\n');
  const last = lines.at(-1) ?? '';
  return {
    id: drawn.id,
    line: drawn.line + lines.length - 1,
    column: lines.length > 1 ? last.length : drawn.column + last.length,
    text: drawn.text.slice(taken.length),
  };
}

/** Accepts end at a word's or a line's end; a paste or an input method's text seldom does. */
function isWhole(taken: string, rest: string): boolean {
  return !(/[\p{L}\p{N}_]$/u.test(taken) && /^[\p{L}\p{N}_]/u.test(rest));
}
