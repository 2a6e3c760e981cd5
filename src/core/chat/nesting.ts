/** Bounds how deep quotes and lists go. What lies deeper is a paragraph: markdown-it by itself drops it. */
import type { MarkdownIt, StateBlock } from 'markdown-it';

// A quote is one level, a list two. People stay below five quotes or lists; each level costs time in the layout.
const DEEPEST = 20;

/** The plugin for markdown-it. */
export function nestingRule(md: MarkdownIt): void {
  md.block.ruler.before('table', 'nesting', (state, start, end) => {
    if (state.level < DEEPEST) return false;
    pushParagraph(state, start, end);
    return true;
  });
}

/** The lines up to the next empty one, with their marks, as one paragraph. */
function pushParagraph(state: StateBlock, start: number, end: number): void {
  let line = start + 1;
  while (line < end && !state.isEmpty(line)) line++;
  state.line = line;
  state.push('paragraph_open', 'p', 1).map = [start, line];
  const inline = state.push('inline', '', 0);
  inline.content = state.getLines(start, line, state.blkIndent, false).trim();
  inline.map = [start, line];
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
}
