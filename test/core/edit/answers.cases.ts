/** What models answer to an edit, and the file afterwards. `«…»` marks the lines that are edited. */

export interface AnswerCase {
  readonly name: string;
  readonly language: string;
  readonly file: string;
  readonly answer: string;
  /** The file after accepting, or the outcome that is no proposal. */
  readonly expected: { readonly file: string } | 'unchanged' | 'words' | 'nothing';
  readonly tabs?: boolean;
  readonly tabSize?: number;
}

const js = (name: string, file: string, answer: string, expected: AnswerCase['expected']): AnswerCase => ({
  name,
  language: 'javascript',
  file,
  answer,
  expected,
});
const py = (name: string, file: string, answer: string, expected: AnswerCase['expected']): AnswerCase => ({
  ...js(name, file, answer, expected),
  language: 'python',
  tabSize: 4,
});

const ONE = '«a();»\n';
const B = { file: 'b();\n' };

export const ANSWERS: readonly AnswerCase[] = [
  // Fences
  js('a fenced answer', ONE, '```js\nb();\n```', B),
  js('a fence without a language', ONE, '```\nb();\n```\n', B),
  js('tildes as fence', ONE, '~~~js\nb();\n~~~', B),
  js('four backticks', ONE, '````js\nb();\n````', B),
  js('a fence with a path behind the language', ONE, '```js title="src/a.js"\nb();\n```', B),
  js('a fence with language:path', ONE, '```javascript:src/a.js\nb();\n```', B),
  js('code on the line of the fence', ONE, '```b();\n```', B),
  js('prose and a fence on one line', ONE, 'Here it is: ```js\nb();\n```\nDone.', B),
  js('a fenced line', ONE, '```b();```', B),
  js('a fenced line with its language', ONE, '```js b();```', B),
  js('a line between single backticks', ONE, '`b();`', B),
  js('a fence that never closes', ONE, '```js\nb();', B),
  js('a fence that never closes, with a last newline', ONE, '```js\nb();\n\n', B),
  js('a fence that only closes', ONE, 'b();\n```', B),
  js('a fence that only closes, with prose behind', ONE, 'b();\n```\nHope it helps', B),
  js('a fence that only closes, then an example', ONE, 'b();\n```\nFor example:\n```js\nc();\n```', B),
  js('a block in a list item', ONE, '1. Change it:\n   ```js\n   b();\n   ```\n', B),
  js('blank lines inside the fence', ONE, '```js\n\nb();\n\n```', B),
  // Prose
  js('prose around the fence', ONE, 'Here you go:\n```js\nb();\n```\nHope it helps', B),
  js('two blocks, the second an example', ONE, '```js\nb();\n```\nUse it so:\n```js\nc();\n```', B),
  js('the original first, then the change', ONE, 'Before:\n```js\na();\n```\nAfter:\n```js\nb();\n```', B),
  js('no fence at all', ONE, 'b();', B),
  js('prose before unfenced code', ONE, "Sure! Here's the updated code:\n\nb();\n", B),
  js('prose behind unfenced code', ONE, 'b();\n\nThis version calls `b` instead.', B),
  js('a comment that reads like prose stays', ONE, '// Calls the better one.\nb();', {
    file: '// Calls the better one.\nb();\n',
  }),
  js('words only', ONE, 'I cannot do that, because there is nothing to change.', 'words'),
  js('words in Chinese only', ONE, '这段代码已经很好了。', 'words'),
  {
    name: 'sentences are content in Markdown',
    language: 'markdown',
    file: '# A\n«This are wrong.»\n',
    answer: 'This is right.',
    expected: { file: '# A\nThis is right.\n' },
  },
  {
    name: 'Markdown with fences of its own',
    language: 'markdown',
    file: '«# A»\n',
    answer: '```markdown\n# A\n\n```sh\nnpm i\n```\n\nThat is all.\n```',
    expected: { file: '# A\n\n```sh\nnpm i\n```\n\nThat is all.\n' },
  },
  // Reasoning
  js('reasoning before the code', ONE, '<think>\nI should call b.\n</think>\n\n```js\nb();\n```', B),
  js('reasoning with a fence in it', ONE, '<think>Maybe\n```js\nx();\n```\nno.</think>```js\nb();\n```', B),
  js('reasoning whose beginning was in the prompt', ONE, 'Call b then.\n</think>\nb();', B),
  js('reasoning that never ends', ONE, '<think>Hm, what about\n```js\nx();\n```', 'nothing'),
  js('a <think> that is code stays', '«a();»\n', '```jsx\nreturn <p><think>x</think></p>;\n```', {
    file: 'return <p><think>x</think></p>;\n',
  }),
  // Nothing, the same, deletions
  js('an empty answer', ONE, '', 'nothing'),
  js('blanks only', ONE, ' \n\n', 'nothing'),
  js('the same again', ONE, '```js\na();\n```', 'unchanged'),
  js('an empty block deletes the lines', 'x();\n«a();»\ny();\n', '```js\n```', { file: 'x();\ny();\n' }),
  js('an empty block deletes the last line of a file without newline', 'x();\n«a();»', '```js\n```', {
    file: 'x();',
  }),
  // Lines above and below (off by one)
  js('the neighbors stay', 'one();\n«two();\nthree();»\nfour();\n', '```js\nTWO();\nTHREE();\n```', {
    file: 'one();\nTWO();\nTHREE();\nfour();\n',
  }),
  js('more lines than before', 'one();\n«two();»\nthree();\n', 'a();\nb();\nc();', {
    file: 'one();\na();\nb();\nc();\nthree();\n',
  }),
  js('fewer lines than before', 'one();\n«two();\nthree();»\nfour();\n', '```\nx();\n```', {
    file: 'one();\nx();\nfour();\n',
  }),
  js('blank lines around the selection stay', 'one();\n«\ntwo();\n»\nthree();\n', '```js\nTWO();\n```', {
    file: 'one();\n\nTWO();\n\nthree();\n',
  }),
  // Line ends
  js('CRLF file, LF answer', 'x();\r\n«a();»\r\ny();\r\n', '```js\nb();\nc();\n```', {
    file: 'x();\r\nb();\r\nc();\r\ny();\r\n',
  }),
  js('LF file, CRLF answer', ONE, '```js\r\nb();\r\nc();\r\n```\r\n', { file: 'b();\nc();\n' }),
  js('CRLF in both', '«a();»\r\n', '```js\r\nb();\r\n```', { file: 'b();\r\n' }),
  js('no newline at the end of the file', '«a();»', '```js\nb();\n```\n', { file: 'b();' }),
  js('an empty file', '«»', '```js\nb();\n```', { file: 'b();' }),
  // Indentation
  js('a block moved to the left edge', 'if (x) {\n  «a();»\n}\n', '```js\nif (y) {\n  b();\n}\n```', {
    file: 'if (x) {\n  if (y) {\n    b();\n  }\n}\n',
  }),
  js('only the first line moved', 'if (x) {\n«    a();»\n}\n', 'if (y) {\n        b();\n    }', {
    file: 'if (x) {\n    if (y) {\n        b();\n    }\n}\n',
  }),
  js('a selection that begins deeper than it ends', '{\n«    a();\n  }\n}»\n', 'b();\n  }\n}', {
    file: '{\n    b();\n  }\n}\n',
  }),
  py(
    'Python moved to the left edge',
    'class A:\n«    def f(self):\n        return 1»\n',
    'def f(self):\n    return 2',
    {
      file: 'class A:\n    def f(self):\n        return 2\n',
    },
  ),
  py(
    'Python at the caret of a blank line',
    'class A:\n«    »\n',
    '```python\ndef f(self):\n    return 1\n```',
    {
      file: 'class A:\n    def f(self):\n        return 1\n',
    },
  ),
  py('a single line that becomes a block', 'def f():\n«    x = 1»\n', 'if a:\n    x = 1', {
    file: 'def f():\n    if a:\n        x = 1\n',
  }),
  {
    ...js('spaces in a file of tabs', 'f() {\n«\ta();»\n}\n', 'if (x) {\n  b();\n}', {
      file: 'f() {\n\tif (x) {\n\t\tb();\n\t}\n}\n',
    }),
    tabs: true,
    tabSize: 4,
  },
  {
    ...js('tabs in a file of spaces', 'f() {\n«  a();»\n}\n', 'if (x) {\n\tb();\n}', {
      file: 'f() {\n  if (x) {\n    b();\n  }\n}\n',
    }),
    tabSize: 2,
  },
  {
    ...js(
      'two spaces in a file of four',
      '«f() {\n    a();\n}»\n',
      'f() {\n  b();\n  if (x) {\n    c();\n  }\n}',
      {
        file: 'f() {\n    b();\n    if (x) {\n        c();\n    }\n}\n',
      },
    ),
    tabSize: 4,
  },
  {
    ...js('a file of tabs and an answer of tabs', '\tx();\n«\ta();»\n', '```js\n\tb();\n```', {
      file: '\tx();\n\tb();\n',
    }),
    tabs: true,
  },
  js('right indentation stays right', '{\n«  a();»\n}\n', '```js\n  b();\n```', { file: '{\n  b();\n}\n' }),
  js('blanks at line ends of blank lines go', '{\n«  a();»\n}\n', '  b();\n    \n  c();', {
    file: '{\n  b();\n\n  c();\n}\n',
  }),
];
