/** Faults that users of such tools report of the text itself; each was seen in one. */
import { rows, type TrimCase } from './case.ts';

const ts = rows('typescript');
const js = rows('javascript');
const py = rows('python');
const go = rows('go');
const md = rows('markdown');
const json = rows('json');
const html = rows('html');
const rust = rows('rust');
const text = rows('plaintext');

export const FAULTS: readonly TrimCase[] = [
  ts('a bracket that the editor closed is doubled', 'console.log(‸)\n', '"hi")', '"hi"'),
  ts('a quote that the editor closed is doubled', 'const a = "he‸"\n', 'llo";', 'llo";', { over: 1 }),
  py(
    'the line below is written again',
    'def f():\n    a = 1\n    ‸\n    return a\n',
    'b = 2\n    return a\n',
    'b = 2',
  ),
  md('words already typed appear twice', 'Hello wor‸', 'Hello world', 'ld'),
  py(
    'control tokens are shown as code',
    'def add(a, b):\n    return ‸\n',
    'a + b<|fim_pad|><|endoftext|>',
    'a + b',
  ),
  py(
    'half of a control token slips through',
    'def add(a, b):\n    return ‸\n',
    'a + b<|fim_suffix|>\nprint(1)',
    'a + b',
  ),
  go('an older end token is not known', 'func main() {\n\t‸\n}\n', 'x := 1 <EOT>', 'x := 1'),
  py('a stray blank moves the line off the grid', 'class A:\n    ‸\n', ' x = 1', 'x = 1'),
  ts('a blank is put inside of the word', 'const after‸\n', 'noon = 1;', 'noon = 1;'),
  json(
    'later keys start in another column',
    '{\n  "a": {\n    ‸\n  }\n}\n',
    '    "b": 1,\n    "c": 2',
    '"b": 1,\n    "c": 2',
  ),
  html('text right of the caret is eaten', '<p id="stat‸"></p>\n', 'ic-1', 'ic-1'),
  py(
    'prose about the code is inserted',
    'def area(r):\n    return ‸\n',
    'It looks like you are writing a function that computes an area.',
    '',
  ),
  js('a short but needed answer is filtered away', 'foo(1, 2‸\n', ');', ');'),
  rust(
    'a wrapper tag is inserted',
    'fn main() {\n    ‸\n}\n',
    '<COMPLETION>info!("x");</COMPLETION>',
    'info!("x");',
  ),
  py('a sentinel of an edit protocol is inserted', 'x = 1\n‸\ny = 2\n', 'NO_EDITS', ''),
  py('line ends without end', 'x = 1‸\n', '\n'.repeat(200), ''),
  text('two letters without end', 'Answer: ‸\n', 'ny'.repeat(500), `${'ny'.repeat(8)}n`),
  py('thoughts are inserted', 'x = ‸\n', '<think>I should\nreturn 1</think>\n\n1', '1'),
  json(
    'a good answer is cut for looking like its neighbors',
    '{\n  "1__tab": { "a": 1 },\n  "2__tab": { "a": 2 },\n  "‸\n}\n',
    '3__tab": { "a": 3 }',
    '3__tab": { "a": 3 }',
  ),
  js(
    'an answer that starts with a line end is cut',
    '// merge two arrays‸\n',
    '\nconst merge = (a, b) => {\n    let r = [];\n    return r;\n}',
    '\nconst merge = (a, b) => {\n    let r = [];\n    return r;\n}',
  ),
  js(
    'the next function leaks in',
    'function f() {\n    ‸\n}\n',
    'return 1;\n}\n\nfunction g() {\n    return 2;\n}',
    'return 1;',
  ),
  py('what was accepted is offered again', 'x = 1\nprint(x)\n‸', 'print(x)\n', ''),
  ts('placeholders without end', 'function f() {\n  ‸\n}\n', '// ...existing code...\n  '.repeat(40), ''),
  ts(
    'the header of a context file leaks in',
    'const a = 1;\n‸\n',
    'const b = 2;\n// Path: other.ts\nconst z = 0;',
    'const b = 2;',
  ),
  js(
    'the line end of the answer leaves an empty line',
    "import A from './a.js';\nimport B from ‸\nimport C from './c.js';\n",
    "'./b.js';\n",
    "'./b.js';",
  ),
  py('line ends in front push the code down', 'def f():\n    ‸\n', '\n\n    return 1', 'return 1'),
  py(
    'a fence takes the line end behind a comment with it',
    '# load json file‸\n',
    '```python\nimport json\n```',
    '\nimport json',
  ),
  ts('the end of the line is erased', 'const x = foo(‸, 2); // keep\n', '1', '1'),
];
