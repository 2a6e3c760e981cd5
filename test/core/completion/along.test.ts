/** Typing as suggested, as a table: a suggestion, what the document became, what is left to offer. */
import assert from 'node:assert/strict';
import { follow } from '../../../src/core/completion/along.ts';
import type { Query } from '../../../src/core/completion/words.ts';
import { at } from '../../fakes/caret.ts';

interface Case {
  readonly name: string;
  readonly before: string;
  readonly ghost: string;
  /** Characters right of the caret that the ghost covers. */
  readonly replace?: number;
  readonly now: string;
  readonly more?: Partial<Query>;
  /** The rest and what it covers, or how the place relates to the suggestion. */
  readonly expected: readonly [text: string, replaceSuffix: number] | 'ahead' | 'diverged' | 'elsewhere';
}

const CASES: readonly Case[] = [
  {
    name: 'the first letters typed',
    before: '\n|',
    ghost: 'const n = 123',
    now: '\nconst n = 1|',
    expected: ['23', 0],
  },
  { name: 'a blank typed', before: ' |', ghost: ' x', now: '  |', expected: ['x', 0] },
  {
    name: 'before a semicolon',
    before: '\nconst n = |;',
    ghost: '123',
    now: '\nconst n = 1|;',
    expected: ['23', 0],
  },
  {
    name: 'typing the first line keeps the following',
    before: '|',
    ghost: 'x\ny',
    now: 'x|',
    expected: ['\ny', 0],
  },
  {
    name: 'the first letter of several lines',
    before: 'function go() {\n  |\n}\n',
    ghost: 'const a = 1;\n  return a;',
    now: 'function go() {\n  c|\n}\n',
    expected: ['onst a = 1;\n  return a;', 0],
  },
  {
    name: 'typed into the second line',
    before: 'f() {\n  |\n}\n',
    ghost: 'const a = 1;\n  return a;',
    now: 'f() {\n  const a = 1;\n  ret|\n}\n',
    expected: ['urn a;', 0],
  },
  {
    name: 'backspace brings letters back',
    before: 'con|',
    ghost: 'sole.log(1)',
    now: 'conso|',
    expected: ['le.log(1)', 0],
  },
  { name: 'another letter', before: 'con|', ghost: 'sole', now: 'cont|', expected: 'diverged' },
  { name: 'backspace beyond the start', before: 'con|', ghost: 'sole', now: 'co|', expected: 'diverged' },
  { name: 'typed beyond the end', before: 'a|', ghost: 'b', now: 'abc|', expected: 'ahead' },
  { name: 'typed to the end', before: 'a|', ghost: 'b', now: 'ab|', expected: 'ahead' },
  {
    name: 'another file',
    before: 'a|',
    ghost: 'b',
    now: 'a|',
    more: { uri: 'file:///b.ts' },
    expected: 'elsewhere',
  },
  {
    name: 'the line above is another',
    before: 'load(1)\n|',
    ghost: 'load(2)',
    now: 'other(1)\n|',
    expected: 'elsewhere',
  },
  { name: 'a line came in above', before: 'a\n|', ghost: 'b', now: 'a\nc\n|', expected: 'diverged' },
  { name: 'the caret went up', before: 'a\n|', ghost: 'b', now: '|a\n', expected: 'elsewhere' },
  {
    name: 'a formatter took the semicolons above',
    before: 'function foo() {\n  const x = 1;\n  const y = 2;\n  console.|',
    ghost: 'log(x + y)',
    now: 'function foo() {\n  const x = 1\n  const y = 2\n  console.|',
    expected: ['log(x + y)', 0],
  },
  {
    name: 'a formatter changed quotes and trailing commas above',
    before: "call('a', [\n  1,\n]);\nreturn |",
    ghost: 'true;',
    now: 'call("a", [\n  1\n]);\nreturn |',
    expected: ['true;', 0],
  },
  {
    name: 'a number above is another',
    before: 'const x = 1;\nreturn |',
    ghost: 'x;',
    now: 'const x = 2;\nreturn |',
    expected: 'elsewhere',
  },

  // Indentation.
  {
    name: 'indented further than suggested',
    before: '\t|',
    ghost: '\t\tconst x = 1',
    now: '\t\t\t\t|',
    expected: ['const x = 1', 0],
  },
  {
    name: 'indented as suggested, not yet all',
    before: '|',
    ghost: '    x = 1',
    now: '  |',
    expected: ['  x = 1', 0],
  },
  {
    name: 'indented by a tab where blanks were suggested',
    before: 'a:\n|',
    ghost: '    x = 1',
    now: 'a:\n\t|',
    expected: ['x = 1', 0],
  },
  {
    name: 'indented by hand and typed on',
    before: 'a:\n|',
    ghost: '    x = 1',
    now: 'a:\n\tx =|',
    expected: [' 1', 0],
  },
  {
    name: 'following lines move along with further indentation',
    before: 'a:\n|',
    ghost: '  if b:\n    c\n  d',
    now: 'a:\n    |',
    expected: ['if b:\n      c\n    d', 0],
  },
  {
    name: 'indented less than the suggestion',
    before: 'a:\n|',
    ghost: '\t\tx',
    now: 'a:\n  |',
    expected: 'diverged',
  },
  {
    name: 'indentation while only blanks came',
    before: '|',
    ghost: '\t',
    now: '        |',
    expected: 'ahead',
  },
  { name: 'indentation taken back', before: 'a:\n    |', ghost: 'x', now: 'a:\n  |', expected: 'diverged' },
  {
    name: 'the editor indents a new line otherwise',
    before: 'if a |',
    ghost: '{\n  b();\n  c();\n}',
    now: 'if a {\n    |',
    expected: ['b();\n    c();\n  }', 0],
  },

  // Auto-closed pairs.
  {
    name: 'the editor closed the bracket typed',
    before: 'foo|',
    ghost: '(bar, baz);',
    now: 'foo(|)',
    expected: ['bar, baz);', 1],
  },
  {
    name: 'the editor closed a bracket that is still to come',
    before: 'foo|',
    ghost: '(bar',
    now: 'foo(|)',
    expected: ['bar', 0],
  },
  {
    name: 'an inner bracket is not the closed one',
    before: 'foo|',
    ghost: '(bar(1), b',
    now: 'foo(|)',
    expected: ['bar(1), b', 0],
  },
  {
    name: 'the editor closed two',
    before: 'foo|',
    ghost: '([1, 2])',
    now: 'foo([|])',
    expected: ['1, 2])', 2],
  },
  {
    name: 'covered bracket and a closed one',
    before: 'foo(|)',
    ghost: '[1, 2])',
    replace: 1,
    now: 'foo([|])',
    expected: ['1, 2])', 2],
  },
  {
    name: 'the editor closed a quote',
    before: 'a = |',
    ghost: '"hello"',
    now: 'a = "|"',
    expected: ['hello"', 1],
  },
  {
    name: 'a quote that is still to come',
    before: 'a = |',
    ghost: '"hel',
    now: 'a = "|"',
    expected: ['hel', 0],
  },
  {
    name: 'covered bracket, typed along',
    before: 'foo(|)\n',
    ghost: 'bar, baz)',
    replace: 1,
    now: 'foo(ba|)\n',
    expected: ['r, baz)', 1],
  },
  {
    name: 'covered bracket, all typed',
    before: 'foo(|)\n',
    ghost: 'bar)',
    replace: 1,
    now: 'foo(bar|)\n',
    expected: 'ahead',
  },
  {
    name: 'typed over the covered bracket',
    before: 'foo(|)\n',
    ghost: 'bar) + 1',
    replace: 1,
    now: 'foo(bar)|\n',
    expected: [' + 1', 0],
  },
  {
    name: 'typed over the closed bracket',
    before: 'foo|\n',
    ghost: '(bar) + 1',
    now: 'foo(bar)|\n',
    expected: [' + 1', 0],
  },
  {
    name: 'the pair was deleted again',
    before: 'foo(|)',
    ghost: 'bar)',
    replace: 1,
    now: 'foo|',
    expected: 'diverged',
  },
  {
    name: 'the editor put the closing brace below',
    before: 'function f() |\n',
    ghost: '{\n  return 1;\n}',
    now: 'function f() {\n  |\n}\n',
    expected: ['return 1;', 0],
  },
  {
    name: 'closing brace below, other braces within',
    before: 'function f() |\n',
    ghost: '{\n  if (a) {\n    b();\n  }\n}',
    now: 'function f() {\n  |\n}\n',
    expected: ['if (a) {\n    b();\n  }', 0],
  },
  {
    name: 'a brace closed on the line, several lines to come',
    before: 'function f() |\n',
    ghost: '{\n  return 1;\n}',
    now: 'function f() {|}\n',
    expected: ['\n  return 1;\n}', 1],
  },
  {
    name: 'the closing tag of HTML came',
    before: '<p|',
    ghost: '>Text</p>',
    now: '<p>|</p>',
    expected: ['Text</p>', 4],
  },
  {
    name: 'other text below',
    before: 'console.log(|)\nconsole.log(1)',
    ghost: "'hello')",
    replace: 1,
    now: 'console.log(|)\nconsole.log(2)',
    expected: 'elsewhere',
  },
  { name: 'text came in after the caret', before: 'a |', ghost: 'b', now: 'a |c', expected: 'elsewhere' },
  {
    name: 'a line longer than the window, seen from further on',
    before: 'abcdef|',
    ghost: 'ghi',
    now: 'cdefg|',
    more: { column: 107 },
    expected: ['hi', 0],
  },
];

describe('typing as suggested', () => {
  for (const { name, before, ghost, replace, now, more, expected } of CASES) {
    it(name, () => {
      const origin = at(before, more?.column === undefined ? {} : { column: 106 });
      const followed = follow(origin, { text: ghost, replaceSuffix: replace ?? 0 }, at(now, more));
      assert.deepEqual(
        followed.type === 'rest' ? [followed.text, followed.replaceSuffix] : followed.type,
        expected,
      );
    });
  }
});
