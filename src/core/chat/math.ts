/** Finds TeX formulas in Markdown: `$…$`, `\(…\)`, `$$…$$`, `\[…\]`. Two prices in a sentence are no formula. */
import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

/** The plugin for markdown-it: tokens `math_inline` and `math_block` (whose info is `closed` once its end was seen). */
export function mathRules(md: MarkdownIt): void {
  md.inline.ruler.before('escape', 'math', mathInline);
  md.block.ruler.before('fence', 'math', mathBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
}

const PAIRS = [
  { open: '$$', close: '$$' },
  { open: '\\[', close: '\\]' },
  { open: '\\(', close: '\\)' },
] as const;

// A formula is short; looking further for its end would make a text of lone dollars slow.
const LONGEST_INLINE = 1000;

function mathInline(state: StateInline, silent: boolean): boolean {
  const rest = state.src.slice(state.pos, state.pos + LONGEST_INLINE);
  const length = pairLength(rest) ?? dollarLength(rest, state.src[state.pos - 1]);
  if (length === undefined) return false;
  if (!silent) {
    const marker = rest.startsWith('$') && !rest.startsWith('$$') ? 1 : 2;
    const token = state.push('math_inline', 'math', 0);
    token.content = rest.slice(marker, length - marker).trim();
  }
  state.pos += length;
  return true;
}

function pairLength(rest: string): number | undefined {
  const pair = PAIRS.find(({ open }) => rest.startsWith(open));
  if (!pair) return undefined;
  const end = rest.indexOf(pair.close, 2);
  return end <= 2 || rest.slice(2, end).trim() === '' ? undefined : end + 2;
}

/**
 * Pandoc's rule, which keeps prices apart from formulas: the opening dollar has no blank behind it and no letter or
 * digit before it, the closing one has no blank before it and no digit behind it.
 */
function dollarLength(rest: string, before: string | undefined): number | undefined {
  if (!rest.startsWith('$') || /[\s$]/.test(rest[1] ?? ' ') || /[\w$\\]/.test(before ?? ' '))
    return undefined;
  for (let end = rest.indexOf('$', 2); end > 0; end = rest.indexOf('$', end + 1)) {
    if (rest[end - 1] === '\\') continue;
    if (/\s/.test(rest[end - 1] ?? ' ') || /[\w$]/.test(rest[end + 1] ?? ' ')) return undefined;
    return /\n\s*\n/.test(rest.slice(0, end)) ? undefined : end + 1;
  }
  return undefined;
}

function mathBlock(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const lineAt = (line: number): string =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
  if ((state.sCount[start] ?? 0) - state.blkIndent >= 4) return false;
  const first = lineAt(start);
  const pair = PAIRS.slice(0, 2).find(({ open }) => first.startsWith(open));
  if (!pair) return false;
  const opening = first.slice(2);
  const onOneLine = opening.indexOf(pair.close);
  // Text behind the closing mark makes it part of a sentence.
  if (onOneLine >= 0 && opening.slice(onOneLine + 2).trim() !== '') return false;
  if (silent) return true;

  const content: string[] = [];
  let line = start;
  let closed = false;
  for (; line < end && !closed; line++) {
    const text = line === start ? opening : lineAt(line);
    if (line > start && text !== '' && (state.sCount[line] ?? 0) < state.blkIndent) break;
    const at = text.indexOf(pair.close);
    closed = at >= 0;
    content.push(closed ? text.slice(0, at) : text);
  }
  state.line = line;
  const token = state.push('math_block', 'math', 0);
  token.block = true;
  token.content = content.join('\n').trim();
  token.info = closed ? 'closed' : '';
  token.map = [start, line];
  return true;
}
