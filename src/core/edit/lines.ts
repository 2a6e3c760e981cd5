/** Edits of whole lines, as values: a file is its lines without line ends, so no edit can be off by half a line. */

/** Lines `start` to `end` (exclusive) become `lines`. */
export interface LineEdit {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** A replacement as editors want it: positions count from 0, characters in UTF-16 code units; `text` has `\n`. */
export interface TextEdit {
  readonly startLine: number;
  readonly startCharacter: number;
  readonly endLine: number;
  readonly endCharacter: number;
  readonly text: string;
}

export function applyLineEdit(file: readonly string[], { start, end, lines }: LineEdit): string[] {
  const result = [...file.slice(0, start), ...lines, ...file.slice(end)];
  return result.length > 0 ? result : [''];
}

/**
 * The same edit with positions. Deleted lines take one line end with them; a file that does not end in a newline
 * still does not afterwards.
 *
 * @param lengths length of each line of the file before the edit
 */
export function textEdit({ start, end, lines }: LineEdit, lengths: readonly number[]): TextEdit {
  const text = lines.join('\n');
  const lengthOf = (line: number): number => lengths[line] ?? 0;
  const edit = (
    startLine: number,
    startCharacter: number,
    endLine: number,
    endCharacter: number,
    inserted: string,
  ): TextEdit => ({ startLine, startCharacter, endLine, endCharacter, text: inserted });
  const last = lengths.length - 1;
  if (start === end) {
    return start <= last
      ? edit(start, 0, start, 0, `${text}\n`)
      : edit(last, lengthOf(last), last, lengthOf(last), `\n${text}`);
  }
  if (lines.length > 0) return edit(start, 0, end - 1, lengthOf(end - 1), text);
  if (end <= last) return edit(start, 0, end, 0, '');
  return start > 0
    ? edit(start - 1, lengthOf(start - 1), last, lengthOf(last), '')
    : edit(0, 0, last, lengthOf(last), '');
}

/** The whole lines that a selection covers; one that ends at a line's start does not cover that line. */
export function selectedLines(
  startLine: number,
  endLine: number,
  endCharacter: number,
): { start: number; end: number } {
  return { start: startLine, end: endLine > startLine && endCharacter === 0 ? endLine : endLine + 1 };
}
