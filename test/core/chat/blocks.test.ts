/** However an answer is cut into pieces, it ends up as if it had come at once, and finished blocks are left alone. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createBlockReader, type BlockReader, type Reading } from '../../../src/core/chat/blocks.ts';
import { parseBlocks, type Block } from '../../../src/core/chat/markdown.ts';

const ANSWERS: Record<string, string> = {
  paragraphs: 'One **bold** line.\nSecond line.\n\nAnother `paragraph`.\n',
  'a heading and a rule': '# Title\n\ntext\n\n---\n\nSetext\n======\n\nend',
  'a fence': 'Here:\n\n```python\nx = 1\n\n\ny = 2\n```\n\nDone',
  'a fence with shorter fences in it': '````md\n```js\nx\n```\n````\nafter',
  'an unfinished fence': 'Look:\n```ts\nconst a = 1;\n',
  'fences in a numbered list':
    '1. First:\n   ```sh\n   npm i\n   ```\n2. Second\n\n   more\n3. Third\n\nEnd.',
  'a nested list': '- a\n  - b\n    - c\n  - d\n- e\n* other\n* list\n',
  'a loose list': '- a\n\n- b\n\n  still b\n\n- c\n',
  'a table': 'T:\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |\n\nafter\n',
  'two tables': '| a |\n|---|\n| 1 |\n| 2 |\n\n| b |\n|---|\n| 3 |\n',
  'a quote': '> said\n> **he**\n>\n> - x\n> - y\n\nok',
  formulas: '$$\na^2 + b^2\n$$\n\nand $x$ or \\(y\\)\n\n\\[\n\\frac{1}{2}\n\\]\n',
  'windows line ends': 'a\r\n\r\n```js\r\nx();\r\n```\r\n\r\n- b\r\n- c\r\n',
  'tilde fences': '~~~\na\n```\nb\n~~~\n',
  'code by indentation': 'a\n\n    code\n    more\n\nb',
  'an empty fence': '```\n```\nx',
};

describe('reading a growing answer', () => {
  for (const [name, text] of Object.entries(ANSWERS)) {
    it(`reads ${name} the same in any pieces`, () => {
      const whole = parse(text);
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 60 }), (sizes) => {
          assert.deepEqual(readInPieces(text, sizes), whole);
        }),
        { numRuns: 60 },
      );
    });
  }

  it('never shows a part of a fence', () => {
    const reader = createBlockReader();
    const seen: Block[][] = [];
    let drawn: Block[] = [];
    for (const piece of ['Here:\n\n', '`', '``', 'py', 'thon\n', 'x = 1\n', '`', '``', '\n\nDone']) {
      reader.push(piece);
      drawn = draw(drawn, reader.read());
      seen.push(drawn);
    }
    const here = paragraph('Here:');
    const open = (content: string): Block => ({ ...code(content, 'python'), unfinished: true });
    assert.deepEqual(seen, [
      [here],
      [here],
      [here],
      [here],
      [here, open('')],
      [here, open('x = 1')],
      [here, open('x = 1')],
      [here, open('x = 1')],
      [here, code('x = 1', 'python'), paragraph('Done')],
    ]);
  });

  it('keeps the finished items of a long list and reads only the last', () => {
    const reader = createBlockReader();
    reader.push(Array.from({ length: 50 }, (_, i) => `- item ${i}\n`).join(''));
    reader.read();
    reader.push('- last');
    const { kept, keptChildren, tail } = reader.read();
    assert.deepEqual([kept, keptChildren, tail[0]?.children.length], [0, 49, 2]);
  });

  for (const [name, text] of [
    ['numbered list', Array.from({ length: 450 }, (_, i) => `1. item ${i}\n`).join('')],
    ['table', `| a |\n|---|\n${Array.from({ length: 450 }, (_, i) => `| row ${i} |\n`).join('')}`],
  ] as const) {
    it(`cuts a very long ${name} into blocks, each item once`, () => {
      const reader = createBlockReader();
      reader.push(text);
      const whole = draw([], reader.end());
      const texts = whole.flatMap(({ children }) => children.map((child) => JSON.stringify(child)));
      assert.equal(new Set(texts).size, name === 'table' ? 451 : 450);
      assert.deepEqual(
        whole.map(({ level, info, children }) => [level, info, children.length]),
        name === 'table'
          ? [
              [undefined, undefined, 200],
              [undefined, 'continued', 200],
              [undefined, 'continued', 51],
            ]
          : [
              [1, undefined, 200],
              [201, 'continued', 200],
              [401, 'continued', 50],
            ],
      );
      for (const size of [7, 50, 997, 5_000]) assert.deepEqual(readInPieces(text, [size]), strip(whole));
    });
  }

  it('cuts a paragraph that never ends, without losing a character', () => {
    const text = 'word '.repeat(30_000);
    const reader = createBlockReader();
    let drawn: Block[] = [];
    for (let at = 0; at < text.length; at += 997) {
      reader.push(text.slice(at, at + 997));
      const reading = reader.read();
      assert.ok(reading.tail.every((block) => block.content.length <= 5_100));
      drawn = draw(drawn, reading);
    }
    drawn = draw(drawn, reader.end());
    assert.equal(drawn.map((block) => block.content).join(' '), text.trim());
  });

  it('takes the same time for each piece of a long answer', () => {
    const reader = createBlockReader();
    let longest = 0;
    for (let i = 0; i < 2000; i++) {
      reader.push(i % 50 === 0 ? `\n\n## Part ${i}\n\n` : 'some words and more ');
      const { tail } = reader.read();
      longest = Math.max(longest, JSON.stringify(tail).length);
    }
    assert.ok(longest < 3000, `a read looked at ${longest} characters`);
  });
});

const paragraph = (content: string): Block => ({ type: 'paragraph', content, children: [] });
const code = (content: string, info: string): Block => ({ type: 'code', content, info, children: [] });

function parse(text: string): Block[] {
  const reader: BlockReader = createBlockReader();
  reader.push(text);
  return strip(draw([], reader.end()));
}

function readInPieces(text: string, sizes: readonly number[]): Block[] {
  const reader = createBlockReader();
  let drawn: Block[] = [];
  for (let at = 0, i = 0; at < text.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    reader.push(text.slice(at, at + size));
    drawn = draw(drawn, reader.read());
    at += size;
  }
  return strip(draw(drawn, reader.end()));
}

/** What the page does with a reading. */
function draw(drawn: readonly Block[], { kept, keptChildren, tail }: Reading): Block[] {
  const [first, ...rest] = tail.map(clean);
  const before = drawn.slice(0, kept);
  if (!first) return before;
  const children = [...(drawn[kept]?.children.slice(0, keptChildren) ?? []), ...first.children];
  return [...before, { ...first, children }, ...rest];
}

/** Whether an answer's last block had its end mark does not matter here, nor do numbers of a list's later parts. */
function strip(blocks: readonly Block[]): Block[] {
  return blocks.map(({ unfinished: _, level: __, ...block }) => ({
    ...block,
    children: strip(block.children),
  }));
}

function clean(block: Block & { line?: number }): Block {
  const { line: _, ...rest } = block;
  return { ...rest, children: rest.children.map(clean) };
}

describe('block structure', () => {
  it('does not depend on the reader', () => {
    const text = 'a\n\n- b\n- c\n\n```js\nx\n```\n';
    assert.deepEqual(parse(text), strip(parseBlocks(text, {}).blocks.map(clean)));
  });
});
