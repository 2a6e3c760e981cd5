/** What Markdown becomes: formulas and prices told apart, HTML left as text, the end of a growing text calm. */
import assert from 'node:assert/strict';
import { parseBlocks, parseInline, type Inline } from '../../../src/core/chat/markdown.ts';
import { calm } from '../../../src/core/chat/unfinished.ts';

/** `text`, `[formula]`, `{code}`, `*strong*`, `<href|text>` */
function shown(pieces: readonly Inline[]): string {
  return pieces
    .map((piece) => {
      switch (piece.type) {
        case 'text':
          return piece.text;
        case 'math':
          return `[${piece.text}]`;
        case 'code':
          return `{${piece.text}}`;
        case 'break':
          return '|';
        case 'link':
        case 'image':
          return `<${piece.href}|${shown(piece.children)}>`;
        case 'strong':
        case 'emphasis':
        case 'strike':
          return `*${shown(piece.children)}*`;
      }
    })
    .join('');
}

describe('a line of an answer', () => {
  for (const [text, expected] of [
    ['Costs $5 or $6.', 'Costs $5 or $6.'],
    ['from $5-$10 a month', 'from $5-$10 a month'],
    ['US$5 and US$6', 'US$5 and US$6'],
    ['$HOME/bin and $PATH', '$HOME/bin and $PATH'],
    ['so $x^2 + 1$ grows', 'so [x^2 + 1] grows'],
    ['so \\(a_b\\) and \\[c\\]', 'so [a_b] and [c]'],
    ['$$e^{i\\pi}$$ inline', '[e^{i\\pi}] inline'],
    ['a \\$5 price', 'a $5 price'],
    ['`$x$` is code', '{$x$} is code'],
    ['Use List<String> and <T> here, <h1>AAA</h1>', 'Use List<String> and <T> here, <h1>AAA</h1>'],
    ['see https://example.com/a.', 'see <https://example.com/a|https://example.com/a>.'],
    ['[a](src/a.ts#L3)', '<src/a.ts#L3|a>'],
    ['[c](<my dir/c.ts>)', '<my%20dir/c.ts|c>'],
    ['[x](javascript:alert(1))', '[x](javascript:alert(1))'],
  ] as const) {
    it(text, () => assert.equal(shown(parseInline(text, {})), expected));
  }

  it('keeps prices in a table as they are', () => {
    const { blocks } = parseBlocks('| a | b |\n|---|---|\n| $5 | $6 |\n', {});
    const cells = blocks[0]?.children[1]?.children.map(({ content }) => shown(parseInline(content, {})));
    assert.deepEqual(cells, ['$5', '$6']);
  });
});

describe('a to-do list', () => {
  it('has boxes', () => {
    const { blocks } = parseBlocks('- [ ] open\n- [x] done\n- [link](a) and [x] later\n', {});
    const items = blocks[0]?.children.map(({ children }) => children[0]?.content);
    assert.deepEqual(items, ['☐ open', '☑ done', '[link](a) and [x] later']);
  });
});

describe('the end of a growing answer', () => {
  for (const [text, expected] of [
    ['Some **bo', 'Some **bo**'],
    ['Some **', 'Some'],
    ['Some *it', 'Some *it*'],
    ['Some `co', 'Some `co`'],
    ['Some `', 'Some '],
    ['2 * 3 and snake_case', '2 * 3 and snake_case'],
    ['See [the docs](https://exa', 'See the docs'],
    ['Intro:\n-', 'Intro:\n'],
    ['Intro:\n- item', 'Intro:\n- item'],
    ['Text\n=', 'Text\n'],
    ['Text\n\n``', 'Text\n\n'],
    ['Text\n\n```py', 'Text\n\n'],
    ['Text\n\n```py\nx = *a', 'Text\n\n```py\nx = *a'],
    ['T\n\n| a | b', 'T\n\n'],
    ['T\n\n| a | b |\n|--', 'T\n\n'],
    ['T\n\n| a | b |\n|--|--|\n| c', 'T\n\n| a | b |\n|--|--|\n| c'],
    ['done **bold** and `code`', 'done **bold** and `code`'],
  ] as const) {
    it(`${JSON.stringify(text)} shows ${JSON.stringify(expected)}`, () => assert.equal(calm(text), expected));
  }
});
