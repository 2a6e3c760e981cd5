/** The text around the caret that completion sees: bounded, so that a key costs the same in a document of any size. */
import { WINDOW } from '../completion/words.ts';

/** A document, line by line; no line has its line end. */
export interface Lines {
  readonly lineCount: number;
  lineAt(line: number): string;
}

/**
 * The window begins at a multiple of so many lines: it then stays put while lines are added, and servers reuse what
 * they computed for the same beginning.
 */
const STRIDE = 64;

/** At most WINDOW.prefix characters before and WINDOW.suffix after the caret, in whole lines where a line fits. */
export function around(lines: Lines, line: number, column: number): { prefix: string; suffix: string } {
  const here = lines.lineAt(line);
  return {
    prefix: before(lines, line, here.slice(0, column)),
    suffix: after(lines, line, here.slice(column)),
  };
}

function before(lines: Lines, line: number, here: string): string {
  if (here.length >= WINDOW.prefix) return wholeStart(here.slice(-WINDOW.prefix));
  const texts: string[] = [here];
  let length = here.length;
  let first = line;
  while (first > 0) {
    const text = lines.lineAt(first - 1);
    length += text.length + 1;
    if (length > WINDOW.prefix) break;
    texts.push(text);
    first -= 1;
  }
  const surplus = first === 0 ? 0 : Math.min((STRIDE - (first % STRIDE)) % STRIDE, texts.length - 1);
  if (surplus > 0) texts.length -= surplus;
  return texts.reverse().join('\n');
}

function after(lines: Lines, line: number, here: string): string {
  if (here.length >= WINDOW.suffix) return wholeEnd(here.slice(0, WINDOW.suffix));
  const texts: string[] = [here];
  let length = here.length;
  for (let next = line + 1; next < lines.lineCount; next++) {
    const text = lines.lineAt(next);
    length += text.length + 1;
    if (length > WINDOW.suffix) break;
    texts.push(text);
  }
  return texts.join('\n');
}

/** Without the second half of a surrogate pair at the start. */
const wholeStart = (text: string): string => text.replace(/^[\udc00-\udfff]/, '');

/** Without the first half of a surrogate pair at the end. */
const wholeEnd = (text: string): string => text.replace(/[\ud800-\udbff]$/, '');
