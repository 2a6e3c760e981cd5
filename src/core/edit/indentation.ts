/** Fits an answer's lines to the place they go to: its indentation, its tabs or spaces. */

/** The editor's indentation options for a file. */
export interface IndentStyle {
  readonly insertSpaces: boolean;
  /** Columns of one level. */
  readonly tabSize: number;
}

/**
 * Gives `lines` the indentation of `place`, the lines they replace. Models answer with the block moved to the left
 * edge, or with its first line alone moved there; tabs and spaces follow the place itself, else the editor's options.
 * Blank lines around the place stay, those around the answer do not.
 */
export function fitLines(lines: readonly string[], place: readonly string[], style: IndentStyle): string[] {
  const first = lines.find(isText);
  if (first === undefined) return [];
  const own = styleOf(place, style);
  const converted = converter(lines, place, own);
  const columns = lines.map((line) => converted(width(line, own.tabSize)));
  const target = targetColumn(place, own.tabSize);
  const firstColumn = converted(width(first, own.tabSize));
  const shift = Math.max(0, target - firstColumn);
  const onlyFirst = shift > 0 && lostFirstIndent(lines, columns, place, target, own.tabSize);
  const firstIndex = lines.indexOf(first);
  const fitted = lines.map((line, index) => {
    if (!isText(line)) return '';
    const moved = (columns[index] ?? 0) + (onlyFirst && index !== firstIndex ? 0 : shift);
    return indent(line, moved, own);
  });
  return withBlankEdges(fitted, place);
}

const isText = (line: string): boolean => line.trim() !== '';
const blanks = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? '';

/** Width of a line's leading blanks in columns. */
function width(line: string, tabSize: number): number {
  let columns = 0;
  for (const blank of blanks(line)) columns += blank === '\t' ? tabSize - (columns % tabSize) : 1;
  return columns;
}

function indent(line: string, columns: number, { insertSpaces, tabSize }: IndentStyle): string {
  // Blanks that are right already stay as they are: a file may mix them on purpose.
  if (width(line, tabSize) === columns && blanks(line).includes('\t') !== insertSpaces) return line;
  const text = line.slice(blanks(line).length);
  return insertSpaces
    ? ' '.repeat(columns) + text
    : '\t'.repeat(Math.floor(columns / tabSize)) + ' '.repeat(columns % tabSize) + text;
}

function styleOf(place: readonly string[], style: IndentStyle): IndentStyle {
  if (place.some((line) => line.startsWith('\t'))) return { ...style, insertSpaces: false };
  if (place.some((line) => line.startsWith('  '))) return { ...style, insertSpaces: true };
  return style;
}

/** An answer with its own level width (two spaces in a file of tabs or of four) is brought to the file's. */
function converter(
  lines: readonly string[],
  place: readonly string[],
  style: IndentStyle,
): (columns: number) => number {
  const same = (columns: number): number => columns;
  if (lines.some((line) => line.startsWith('\t'))) return same;
  const unit = unitOf(lines, style.tabSize);
  if (unit === undefined || unit === style.tabSize) return same;
  const expected = style.insertSpaces ? unitOf(place, style.tabSize) : undefined;
  if (expected === unit || (style.insertSpaces && expected === undefined && unit > style.tabSize))
    return same;
  const [base = 0] = lines.filter(isText).map((line) => width(line, style.tabSize));
  if (base > 0 && style.insertSpaces) return same;
  return (columns) => Math.floor(columns / unit) * style.tabSize + (columns % unit);
}

/** The smallest step to the right of two columns or more between two lines. */
function unitOf(lines: readonly string[], tabSize: number): number | undefined {
  const columns = lines.filter(isText).map((line) => width(line, tabSize));
  const steps = columns
    .map((column, index) => column - (columns[index - 1] ?? column))
    .filter((step) => step > 1);
  return steps.length > 0 ? Math.min(...steps) : undefined;
}

function targetColumn(place: readonly string[], tabSize: number): number {
  return width(place.find(isText) ?? place[0] ?? '', tabSize);
}

/**
 * Whether only the first line lost its indentation, as when a model goes on from where the prompt ended:
 *
 *     place:      answer:
 *         a();    if (x) {        a block moved as a whole would end in a `}` at the left edge
 *                         a();
 *                     }
 */
function lostFirstIndent(
  lines: readonly string[],
  columns: readonly number[],
  place: readonly string[],
  target: number,
  tabSize: number,
): boolean {
  const text = lines.flatMap((line, index) => (isText(line) ? [{ line, column: columns[index] ?? 0 }] : []));
  const [first, second] = text;
  if (!first || !second) return false;
  const restOfPlace = place.filter(isText).slice(1);
  const least = Math.min(target, ...restOfPlace.map((line) => width(line, tabSize)));
  const opens = /[:{([]\s*$/.test(first.line);
  return text.slice(1).every(({ column }) => column >= least) && (!opens || second.column > target);
}

function withBlankEdges(lines: readonly string[], place: readonly string[]): string[] {
  const start = place.findIndex(isText);
  if (start < 0) return [...lines];
  return [...place.slice(0, start), ...lines, ...place.slice(place.findLastIndex(isText) + 1)];
}
