/** However deep a hostile answer nests, what is drawn is shallow, and no text is lost. */
import assert from 'node:assert/strict';
import { createBlockReader } from '../../../src/core/chat/blocks.ts';
import { parseInline, type Block, type Inline } from '../../../src/core/chat/markdown.ts';
import { MARKS } from '../../e2e/hostile.cases.ts';

// Blocks and pieces of a line, one in the other.
const DEEPEST = 60;

/** How deep the answer's tree is, and the text in it. */
function drawn(answer: string): { depth: number; text: string } {
  const reader = createBlockReader();
  reader.push(answer);
  let deepest = 0;
  const pieces = (inline: readonly Inline[], depth: number): string => {
    deepest = Math.max(deepest, depth);
    return inline
      .map((piece) => {
        if ('text' in piece) return piece.text;
        return 'children' in piece ? pieces(piece.children, depth + 1) : '';
      })
      .join('');
  };
  const block = ({ type, content, children }: Block, depth: number): string => {
    deepest = Math.max(deepest, depth);
    if (type === 'code' || type === 'math') return content;
    return (
      pieces(parseInline(content, reader.definitions), depth) +
      children.map((c) => block(c, depth + 1)).join('')
    );
  };
  const text = reader
    .end()
    .tail.map((each) => block(each, 0))
    .join('');
  return { depth: deepest, text };
}

describe('nesting without end', () => {
  for (const [name, mark] of Object.entries(MARKS)) {
    it(`of ${name} is drawn flat, with its text`, () => {
      for (const around of ['', '- ', '> ', '1. - > ']) {
        const { depth, text } = drawn(`${around}${mark.repeat(10_000 / mark.length)} last`);
        assert.ok(depth < DEEPEST, `${depth} levels behind “${around}”`);
        assert.match(text, /last/);
      }
    });
  }

  it('of list lines, each further in than the one before, keeps every line', () => {
    const lines = Array.from({ length: 60 }, (_, i) => `${'  '.repeat(i)}- «${i}»`);
    const { depth, text } = drawn(lines.join('\n'));
    assert.ok(depth < DEEPEST, `${depth} levels`);
    for (let i = 0; i < 60; i++) assert.ok(text.includes(`«${i}»`), `line ${i} is lost`);
  });
});
