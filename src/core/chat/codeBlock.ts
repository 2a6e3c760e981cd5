/** What a code block of an answer is meant for: which file it names, how it fits into a text. */

/** The file that a block names in its info string or a comment on its first line; undefined when it names none. */
export function fileOfCode(code: string, info: string): string | undefined {
  const inInfo =
    /(?:^|\s)(?:path|file|filename|title)=["']?([^"'\s]+)["']?/.exec(info) ??
    /^[\w#+-]+:([\w./\\-]+\.\w+)$/.exec(info);
  if (inInfo) return inInfo[1];
  const first = code.trimStart().split('\n', 1)[0] ?? '';
  const comment = /^(?:\/\/|#|--|;|%|<!--|\/\*|")\s*(?:(?:file)?path|file|filename)\s*:?\s*([^\s*]+)/i.exec(
    first,
  );
  if (comment) return comment[1];
  return /^(?:\/\/|#|--|<!--|\/\*)\s*((?:[\w@.-]+\/)+[\w@.-]+\.\w+)\s*(?:-->|\*\/)?$/.exec(first)?.[1];
}

/** The code as it goes behind `before`, the part of the line left of the caret: every line gets the line's indentation. */
export function indented(code: string, before: string): string {
  const indent = /^[ \t]*/.exec(before)?.[0] ?? '';
  const lines = code.split('\n');
  const common = commonIndent(lines);
  return lines
    .map((line, index) => {
      const own = line.startsWith(common) ? line.slice(common.length) : line.trimStart();
      return index === 0 || own.trim() === '' ? own : indent + own;
    })
    .join('\n');
}

/**
 * The file with the code in it. The part of the file between the code's first and last line is replaced where both
 * are found; code that repeats most of the file replaces all of it; other code goes to the end.
 */
export function mergeCode(file: string, code: string): string {
  const eol = file.includes('\r\n') ? '\r\n' : '\n';
  const lines = file.split(/\r?\n/);
  const fresh = withoutPathComment(code).split('\n');
  const merged =
    file.trim() === '' || repeats(lines, fresh)
      ? fresh
      : (replacedPart(lines, fresh) ?? appended(lines, fresh));
  const text = merged.join(eol);
  return file.trim() === '' || (file.endsWith('\n') && !text.endsWith(eol))
    ? `${text.replace(/[\r\n]+$/, '')}${eol}`
    : text;
}

function withoutPathComment(code: string): string {
  const [first = '', ...rest] = code.split('\n');
  return /^\s*(?:\/\/|#|--|<!--|\/\*)\s*(?:file)?path\s*:/i.test(first) ? rest.join('\n') : code;
}

const significant = (lines: readonly string[]): string[] =>
  lines.map((line) => line.trim()).filter((line) => line.length > 2);

/** Whether the code holds nearly all of what the file holds. */
function repeats(lines: readonly string[], fresh: readonly string[]): boolean {
  const there = new Set(significant(fresh));
  const wanted = significant(lines);
  return wanted.length > 0 && wanted.filter((line) => there.has(line)).length >= wanted.length * 0.7;
}

function replacedPart(lines: readonly string[], fresh: readonly string[]): string[] | undefined {
  const first = fresh.find((line) => line.trim() !== '');
  const last = fresh.findLast((line) => line.trim() !== '');
  if (first === undefined || last === undefined) return undefined;
  const starts = lines.flatMap((line, index) => (line.trim() === first.trim() ? [index] : []));
  const [start] = starts;
  if (start === undefined || starts.length > 1) return undefined;
  const indent = /^\s*/.exec(lines[start] ?? '')?.[0] ?? '';
  // The end of the block stands at the same indentation as its beginning.
  const end = lines.findIndex((line, index) => index >= start && line === indent + last.trim());
  if (end < 0 || (end === start && fresh.length > 1)) return undefined;
  const common = commonIndent(fresh);
  const fitted = fresh.map((line) => (line.trim() === '' ? '' : indent + line.slice(common.length)));
  return [...lines.slice(0, start), ...fitted, ...lines.slice(end + 1)];
}

function appended(lines: readonly string[], fresh: readonly string[]): string[] {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
  return [...lines.slice(0, end), '', ...fresh];
}

function commonIndent(lines: readonly string[]): string {
  let common: string | undefined;
  for (const line of lines) {
    if (line.trim() === '') continue;
    const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
    if (common === undefined || indent.length < common.length) common = indent;
  }
  return common ?? '';
}
