/** Wrapping, echoes, doubled text, blanks, repetition. */
import { rows, type TrimCase } from './case.ts';

const ts = rows('typescript');
const js = rows('javascript');
const tsx = rows('typescriptreact');
const py = rows('python');
const go = rows('go');
const rb = rows('ruby');
const md = rows('markdown');
const html = rows('html');
const yaml = rows('yaml');
const json = rows('json');
const text = rows('plaintext');
const rust = rows('rust');
const c = rows('c');
const css = rows('css');
const sql = rows('sql');
const toml = rows('toml');

export const REPAIR: readonly TrimCase[] = [
  // Control tokens, fences, talk.
  ts('ends before a token with bars', 'const a = ‸', '1;<|im_end|>\nuser', '1;'),
  py('ends before a token with fullwidth bars', 'a = ‸', '1<｜end▁of▁sentence｜>', '1'),
  py('half a token at the end is text', 'a = b ‸', '<|fim_', '<|fim_'),
  go('a legacy token with a blank', 'x := ‸', '1 <EOT>', '1'),
  ts(
    'a token that the user writes about is code',
    'const STOP = "<|endoftext|>";\nconst OTHER = ‸',
    '"<|endoftext|>";',
    '"<|endoftext|>";',
  ),
  ts('takes off an indented fence', 'f(‸)', '  ```js\na\n  ```', 'a'),
  ts('takes off a fence without an end', 'const a = ‸', '```ts\n1;', '1;'),
  py('keeps the line end behind a comment', '# load it‸\n', '```python\nimport json\n```', '\nimport json'),
  py(
    'lines of a fence move to the caret',
    'def f():\n    ‸\n',
    '```python\na = 1\nif a:\n    b = 2\nreturn b\n```',
    'a = 1\n    if a:\n        b = 2\n    return b',
  ),
  py('talk alone is nothing', 'def f(r):\n    return ‸\n', 'It seems you want the area of a circle.', ''),
  py('talk before a fence', 'x = ‸\n', 'Certainly! Here is it:\n\n```\n1\n```\nHope this helps!', '1'),
  py('talk with a colon before the code', 'x = ‸\n', 'Here is the value:\n1', '1'),
  ts('talk behind the code', 'const a = ‸', '1;\n\nThis function returns the first of the numbers.', '1;'),
  ts('thoughts before the answer', 'x = ‸', '<think>\nwell\n</think>\n\n1;', '1;'),
  ts('thoughts that never end', 'x = ‸', '<think>well', ''),
  rust('a wrapper whose end is missing', 'fn f() {\n    ‸\n}\n', '<COMPLETION>a();', 'a();'),
  rust('a wrapper whose start is missing', 'fn f() {\n    ‸\n}\n', 'a();</COMPLETION>', 'a();'),
  md('a fence around the whole in a chat', '# A\n\n‸\n', '```markdown\nSome *text*.\n```', 'Some *text*.', {
    origin: 'chat',
  }),
  // Prompt echoes, bad starts.
  ts('ends before a path header', 'a();\n‸\n', 'b();\n// Path: src/x.ts\nc();', 'b();'),
  py('ends before a file header', 'a()\n‸\n', 'b()\n# File: x/y.py\nc()', 'b()'),
  ts('ends before a turn of a chat', 'a();\n‸\n', 'b();\n\nHuman: more', 'b();'),
  ts('a diff is nothing', '‸\n', 'diff --git a/x b/x\nindex 1', ''),
  ts(
    'a placeholder is nothing',
    'function f() {\n  ‸\n}\n',
    '// ... existing code ...\n  // ... existing code ...',
    '',
  ),
  ts('an instruction mark is nothing', '‸\n', '### Response:\nfoo', ''),
  py('a sentinel is nothing', 'x = 1\n‸\ny = 2\n', 'NO_EDITS', ''),
  ts('an emoji in front', '‸\n', '➕     foo();', 'foo();'),
  ts('a zero-width character in front', '‸\n', '\u200b  foo();', 'foo();'),
  ts('marks of a diff in front', 'function f() {\n‸\n}\n', '+  foo();\n+  bar();', 'foo();\n  bar();'),
  // Echoes of what is there.
  js('the line from its start', 'const total = items.‸\n', 'const total = items.length;', 'length;'),
  js('the indented line from its start', 'function f() {\n  return wid‸\n}\n', '  return width;', 'th;'),
  md('the sentence from its start', 'Hello wor‸', 'Hello world', 'ld'),
  py(
    'the lines above and the line',
    'def add(a, b):\n    ret‸\n',
    'def add(a, b):\n    return a + b',
    'urn a + b',
  ),
  py(
    'the line above, then the new one',
    'def add(a, b):\n    ‸\n',
    'def add(a, b):\n    return a + b',
    'return a + b',
  ),
  py('the line above again is nothing', 'x = 1\nprint(x, 1)\n‸', 'print(x, 1)\n', ''),
  js('the word before the caret again', 'doc.querySel‸', 'querySelector("a");', 'ector("a");'),
  // Rest of the line.
  ts('a doubled bracket', 'log(‸)\n', '"hi")', '"hi"'),
  ts('a doubled quote and what follows', 'const a = "he‸"\n', 'llo";', 'llo";', { over: 1 }),
  ts('the whole rest', 'return ‸a + b;\n', 'a + b;', ''),
  ts('the end of a signature', 'const f = ({ a }: { a:‸ }) => {\n', ' string }) => {', ' string'),
  ts('three brackets, some covered early', 'let m = [[[‸]]]\n', '1], [2]], [[3]]];', '1], [2]], [[3]]];', {
    over: 3,
  }),
  ts('a brace on the same line', 'if (‸) {\n}\n', 'a > b) {\n  c();\n}', 'a > b'),
  js(
    'text behind the caret allows one line',
    'log(‸message);\n',
    'error, message);\nthrow error;',
    'error, ',
  ),
  js('a comment behind the caret allows one line', 'const a = ‸ // sum\n', '1 + 2;\nconst b = 3;', '1 + 2;'),
  html('the end of a tag', '<p class="‸"></p>\n', 'a b">', 'a b'),
  html('a closing tag being typed', '<html></h‸>\n', 'tml>', 'tml'),
  tsx('a self-closing element', '<App a‸/>\n', '={b} />', '={b} '),
  css('a semicolon', 'a {\n  color: ‸;\n}\n', 'red;', 'red'),
  c('a missing parenthesis is not covered', 'foo(1, 2‸\n', ');', ');'),
  sql('a closing parenthesis', 'INSERT INTO a VALUES (‸);\n', "1, 'b');", "1, 'b'"),
  html(
    'a closing tag before a further element',
    '<ul>\n  <li>‸</li>\n</ul>\n',
    'One</li>\n  <li>Two</li>',
    'One</li>\n  <li>Two</li>',
    { over: 5 },
  ),
  html('an attribute whose element is written again', '<b a="‸">x</b>\n', 'y">z</b>', 'y'),
  ts(
    'the end of a comment that is below',
    '/**\n * Adds ‸\n */\n',
    'two.\n * @param a one\n */',
    'two.\n * @param a one',
  ),
  js(
    'a body on the line of its braces',
    'function f() {‸}\ng();\n',
    '\n  return 1;\n}\ng();',
    '\n  return 1;\n}',
    { over: 1 },
  ),
  // Running into the suffix.
  js('the next line', 'function f() {\n  ‸\n  b();\n}\n', 'a();\n  b();\n}', 'a();'),
  js(
    'the next line, indented otherwise',
    'function f() {\n  ‸\n  send(b);\n}\n',
    'a();\n    send(b);',
    'a();',
  ),
  js('the next line as the whole answer', 'function f() {\n  ‸\n  return a;\n}\n', 'return a;', ''),
  js(
    'a line two below',
    'function f() {\n  ‸\n  send(b);\n  return compute(a);\n}\n',
    'return compute(a);',
    '',
  ),
  py('a key argument that is below', 'f(\n    ‸\n    b=2,\n)\n', 'a=1,\n    b=2,\n)', 'a=1,'),
  yaml('the key below with another value', 'a:\n  ‸\n  image: x\n', 'name: b\n  image: y', 'name: b'),
  toml('the key below with another value', 'a = 1\n‸\nb = 2\n', 'c = 3\nb = 4', 'c = 3'),
  rb(
    'the method below',
    'class A\n  ‸\n\n  def b\n    2\n  end\nend\n',
    'def a\n    1\n  end\n\n  def b\n    2\n  end',
    'def a\n    1\n  end',
  ),
  ts(
    'an element of a list below',
    'const a = [\n  ‸\n  "c",\n];\n',
    '"a",\n  "b",\n  "c",\n];',
    '"a",\n  "b",',
  ),
  ts(
    'a long line below with a small change and the one behind it',
    'function f() {\n  ‸\n  const result = await compute(input, options);\n  return result.value;\n}\n',
    'check(input);\n  const result = await compute(input, option);\n  return result.value;\n}',
    'check(input);',
  ),
  // Blanks and indentation.
  ts('blank only', 'a();\n‸\n', '  \n\n', ''),
  ts('a blank behind a blank', 'return ‸', ' x;', 'x;'),
  py('line ends on an empty line', 'def f():\n    ‸\n', '\n\n    return 1', 'return 1'),
  py('one stray blank', 'class A:\n    ‸\n', ' x = 1', 'x = 1'),
  ts('the indentation doubled', 'function f() {\n    ‸\n}\n', '    return 1;', 'return 1;'),
  ts('the rest of the indentation', 'function f() {\n  if (a) {\n  ‸\n  }\n}\n', '  b();', '  b();'),
  json(
    'keys in one column',
    '{\n  "a": {\n    ‸\n  }\n}\n',
    '    "b": 1,\n    "c": 2',
    '"b": 1,\n    "c": 2',
  ),
  json('a column too deep', '{\n  "a": 1,\n  ‸\n}\n', '"b": 2,\n   "c": 3', '"b": 2,\n  "c": 3'),
  go(
    'spaces where there are tabs',
    'func f() {\n\tif a {\n\t\t‸\n\t}\n}\n',
    'b()\n        c()',
    'b()\n\t\tc()',
  ),
  py(
    'tabs where there are spaces',
    'def f():\n    ‸\n',
    'if a:\n\t\tb()\n\treturn 1',
    'if a:\n        b()\n    return 1',
  ),
  py(
    'a stray column on the lines below an opening one, too',
    'class A:\n    ‸\n\n    def g(self):\n        pass\n',
    ' def f(self):\n         a = 1\n         return a',
    'def f(self):\n        a = 1\n        return a',
  ),
  ts('CRLF', 'function f() {\r\n  ‸\r\n}\r\n', 'a();\r\n  b();\r\n}', 'a();\n  b();'),
  ts('trailing blanks', 'a = ‸', '1;  \n\n', '1;'),
  // Repetition.
  text('a word for ever', 'Answer: ‸\n', 'ny'.repeat(200), `${'ny'.repeat(8)}n`),
  js('the start of the line for ever', 'let foo = ‸', 'foo = '.repeat(30), ''),
  js('the same line for ever', 'function f() {\n  ‸\n}\n', 'tick(a);\n  '.repeat(20), 'tick(a);'),
  js(
    'the same lines for ever',
    'function f() {\n  ‸\n}\n',
    'open(a);\n  read(a);\n  shut(a);\n  '.repeat(9),
    'open(a);\n  read(a);\n  shut(a);',
  ),
  yaml('the same key twice', 'a:\n  ‸\n', 'b: 1\n  c: 2\n  b: 3', 'b: 1\n  c: 2'),
  toml('a key that is above', '[t]\nname = "a"\n‸\n', 'age = 1\nname = "b"', 'age = 1'),
  // In comments.
  ts('one line in a comment', '// Adds ‸\nconst a = 1;\n', 'two numbers\nconst b = 2;', 'two numbers'),
  ts(
    'code below a comment',
    '// merge two lists‸\n',
    '\nconst merge = (a, b) => {\n  return [...a, ...b];\n};',
    '\nconst merge = (a, b) => {\n  return [...a, ...b];\n};',
  ),
];
