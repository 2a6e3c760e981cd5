/** Makes the end of a text that still grows calm: marks whose meaning is open are held back or closed for the time being. */

/**
 * What to show of a growing text's last block. Whatever is held back or added here is gone in the whole text:
 * this is for drawing only.
 */
export function calm(tail: string): string {
  const held = holdLines(tail);
  if (insideFence(held)) return held;
  const start = segmentStart(held);
  return held.slice(0, start) + closeInline(held.slice(start));
}

// In front of a mark there may be blanks, quotes and list markers.
const LEAD = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/;

/** Drops last lines that may still become a fence, a list marker, an underline of a heading or a table. */
function holdLines(tail: string): string {
  const lineStart = tail.lastIndexOf('\n') + 1;
  const line = tail.slice(lineStart);
  const rest = line.slice(LEAD.exec(line)?.[0].length ?? 0);
  if (/^(`{1,2}|~{1,2}|\\)$/.test(rest) || /^(```|~~~)/.test(rest)) return tail.slice(0, lineStart);
  if (/^\s*([-*+_=#>|:]+|\d{1,9}[.)]?)[ \t]*$/.test(line)) return holdTable(tail.slice(0, lineStart));
  return holdTable(tail);
}

/** Code is shown as it is. */
function insideFence(text: string): boolean {
  if (!/```|~~~/.test(text)) return false;
  let open: string | undefined;
  for (const line of text.split('\n')) {
    const mark = /^(`{3,}|~{3,})/.exec(line.slice(LEAD.exec(line)?.[0].length ?? 0))?.[0];
    if (mark === undefined) continue;
    if (open === undefined) open = mark;
    else if (mark.startsWith(open)) open = undefined;
  }
  return open !== undefined;
}

/** A table is one only when the line under its head is complete. */
function holdTable(text: string): string {
  const blank = text.lastIndexOf('\n\n');
  let start = blank < 0 ? 0 : blank + 2;
  // Far-off tables are decided already; two lines are enough to look at.
  const lines = text.slice(start).split('\n', 4);
  const first = lines.findIndex((line) => line.trimStart().startsWith('|'));
  if (first < 0 || lines.length - first > 2) return text;
  if (lines.length - first === 2 && !/^[ \t|:-]*$/.test(lines[first + 1] ?? '')) return text;
  for (const line of lines.slice(0, first)) start += line.length + 1;
  return text.slice(0, start);
}

/** Where the last paragraph, item, heading or cell begins. */
function segmentStart(text: string): number {
  const blank = text.lastIndexOf('\n\n');
  let start = blank < 0 ? 0 : blank + 2;
  const lineStart = text.lastIndexOf('\n') + 1;
  const line = text.slice(lineStart);
  if (line.trimStart().startsWith('|')) return lineStart + line.lastIndexOf('|') + 1;
  for (let at = lineStart; at > start; at = at < 2 ? 0 : text.lastIndexOf('\n', at - 2) + 1) {
    const lead = LEAD.exec(text.slice(at, at + 40))?.[0].trim();
    if (lead || text[at] === '#') {
      start = at;
      break;
    }
  }
  return start;
}

/** Closes emphasis, code and links that are still open, so that their marks do not flicker. */
function closeInline(text: string): string {
  const open: string[] = [];
  let at = LEAD.exec(text)?.[0].length ?? 0;
  while (at < text.length) {
    const char = text[at] ?? '';
    if (char === '\\') {
      at += 2;
      continue;
    }
    if (char === '`') {
      const run = runLength(text, at);
      const end = closingRun(text, at + run, run);
      if (end === undefined) {
        const code = text.slice(at + run);
        return (code.trim() === '' ? text.slice(0, at) : text + '`'.repeat(run)) + closers(open);
      }
      at = end;
      continue;
    }
    if (char === '*' || char === '_' || char === '~') {
      const run = runLength(text, at);
      const mark = text.slice(at, at + run);
      const before = text[at - 1] ?? ' ';
      const after = text[at + run] ?? '';
      if (after === '' && open.at(-1) !== mark) return text.slice(0, at).trimEnd() + closers(open);
      if (open.at(-1) === mark && !/\s/.test(before)) open.pop();
      else if (opens(mark, before, after)) open.push(mark);
      at += run;
      continue;
    }
    at++;
  }
  const link = /!?\[([^[\]\n]*)\]\([^()\n]*$/.exec(text);
  const shown = link ? text.slice(0, link.index) + (link[1] ?? '') : text;
  return open.length === 0 ? shown : shown.trimEnd() + closers(open);
}

const closers = (open: readonly string[]): string => open.toReversed().join('');

function opens(mark: string, before: string, after: string): boolean {
  if (/\s/.test(after) || mark.length > 3 || (mark.startsWith('~') && mark.length !== 2)) return false;
  return mark.startsWith('*') ? /[^\w]/.test(before) || mark.length > 1 : /[^\w]/.test(before);
}

function runLength(text: string, at: number): number {
  let end = at;
  while (text[end] === text[at] && end < text.length) end++;
  return end - at;
}

function closingRun(text: string, from: number, length: number): number | undefined {
  for (let at = text.indexOf('`', from); at >= 0; at = text.indexOf('`', at)) {
    const run = runLength(text, at);
    if (run === length) return at + run;
    at += run;
  }
  return undefined;
}
