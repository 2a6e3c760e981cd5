/** How much of an accepted text is still there after a while, told from the document's changes alone. */

/** A stretch of accepted text in a document, in UTF-16 offsets. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  /** Characters of it that nobody has removed. */
  readonly left: number;
}

export interface Edit {
  readonly offset: number;
  readonly removed: number;
  readonly inserted: number;
}

/** The stretch after an edit; `left` shrinks by what the edit removed, text typed into it does not count. */
export function afterEdit({ start, end, left }: Stretch, { offset, removed, inserted }: Edit): Stretch {
  const editEnd = offset + removed;
  if (editEnd <= start && !(removed === 0 && offset === start && inserted === 0)) {
    const shift = inserted - removed;
    return { start: start + shift, end: end + shift, left };
  }
  if (offset >= end) return { start, end, left };
  const lost = Math.min(editEnd, end) - Math.max(offset, start);
  return {
    start: Math.min(start, offset),
    end: Math.max(end, editEnd) + inserted - removed,
    left: Math.max(0, left - lost),
  };
}
