/** Good answers that must pass untouched. */
import { rows, type TrimCase } from './case.ts';

const ts = rows('typescript');
const tsx = rows('typescriptreact');
const js = rows('javascript');
const py = rows('python');
const go = rows('go');
const rust = rows('rust');
const rb = rows('ruby');
const html = rows('html');
const vue = rows('vue');
const svelte = rows('svelte');
const md = rows('markdown');
const c = rows('c');
const cpp = rows('cpp');
const yaml = rows('yaml');
const sql = rows('sql');
const sh = rows('shellscript');
const text = rows('plaintext');
const dart = rows('dart');
const json = rows('json');
const php = rows('php');
const css = rows('css');
const hs = rows('haskell');

const same = (make: ReturnType<typeof rows>) => (name: string, document: string, says: string) =>
  make(name, document, says, says);

export const KEEP: readonly TrimCase[] = [
  same(ts)('a single word', 'const x = ‸;', 'true'),
  same(ts)(
    'a case beside a similar one',
    'switch (k) {\n  case 1:\n    return a(1);\n  ‸\n  case 3:\n    return a(3);\n}\n',
    'case 2:\n    return a(2);',
  ),
  same(ts)(
    'a getter beside a similar one',
    'class A {\n  ‸\n\n  get height(): number {\n    return this.h;\n  }\n}\n',
    'get width(): number {\n    return this.w;\n  }',
  ),
  same(ts)('an import path with src in it', 'import { a } from ‸\n', '"../src/a.ts";'),
  same(ts)('an empty function', 'const noop = ‸', '() => {};'),
  same(ts)('two equal lines', 'function f() {\n  ‸\n}\n', 'tick();\n  tick();'),
  same(ts)('a comment in the body', 'function f() {\n  ‸\n}\n', '// The file: see Path.\n  return 1;'),
  same(ts)('generics and comparison', 'const m = new ‸', 'Map<string, Array<number>>();'),
  same(ts)('a regular expression', 'const r = ‸', '/[)}]+/g;'),
  same(ts)('a type over lines', 'type T = ‸', '{\n  a: string;\n  b: number;\n};'),
  same(ts)('a short argument', 'f(‸)', 'a'),
  same(ts)('an argument before others', 'f(‸, 2); // keep', 'g(1)'),
  same(ts)('an object as an argument', 'f(‸);', '{ a: [1], b: (2) }'),
  same(ts)('in a string before other text', 'log("Hello ‸!");', 'World'),
  same(ts)('in a template', 'log(`${‸} x`);', 'a.b(c)'),
  same(ts)('a closing of an inner call', 'const n = Math.max(Math.min(‸);', 'a, b), c'),
  same(ts)('a header of a for loop', 'for (‸) {\n}\n', 'let i = 0; i < 3; i++'),
  same(ts)('a ternary over lines', 'const a = ‸', 'b\n  ? c\n  : d;'),
  same(ts)('an arrow function as last argument', 'run(‸);', '() => {\n  go();\n}'),
  same(ts)('CJK and emoji', 'const s = ‸', '"漢字 👩‍👩‍👧 ok";'),
  same(ts)('a text about humans', 'const s = ‸', '"Human: hello";'),
  same(ts)('a word that starts like talk', '‸', 'Sure.go();\nHere.stay();'),
  same(tsx)('an element over lines', 'return (\n‸\n);', '<div>\n  <p>{a}</p>\n</div>'),
  same(tsx)('text in an element', '<p>‸</p>', "Don't worry, it's {name}"),
  same(tsx)('an attribute', '<a href=‸>x</a>', '{url}'),
  same(tsx)('children between tags', '<ul>‸</ul>', '\n  <li>a</li>\n  <li>b</li>\n'),
  same(js)('an operator after a name', 'if (a‸) {', ' && b'),
  same(js)('a line of dashes', '// ‸', '-'.repeat(60)),
  same(js)('a minus', 'const a = b ‸', '- c;'),
  same(js)('a rest of a number', 'const million = 1‸;', '000000'),
  same(py)('a slice', 'x = a[‸]', '1:-1'),
  same(py)('a lambda', 'f = ‸', 'lambda x: x + 1'),
  same(py)('a comprehension over lines', 'a = [\n    ‸\n]\n', 'x\n    for x in y\n    if x'),
  same(py)(
    'a comment at a lower indentation is code of its own',
    'def f():\n    ‸\n    return 1\n',
    'a = 1\n    # note\n    b = 2',
  ),
  same(py)('a string with hash', 'a = ‸', '"# End of file"'),
  same(py)('f-string braces', 'print(f"‸")', "{a}: {b['c']}"),
  same(go)('a struct tag', 'type A struct {\n\tB string ‸\n}', '`json:"b"`'),
  same(go)('a return with two values', 'func f() (int, error) {\n\treturn ‸\n}', '0, nil'),
  same(rust)('an array of zeros', 'let a = [‸];', '0; 16'),
  same(rust)('a lifetime', "fn f<'a>(x: &‸", "'a str) -> &'a str {\n    x\n}"),
  same(rust)('a macro', 'println!(‸);', '"{} {}", a, b'),
  same(rust)(
    'a doc comment with a fence',
    '/// Adds.\n///\n‸\nfn add() {}\n',
    '/// ```\n/// add();\n/// ```',
  ),
  same(rb)('a modifier', 'return ‸\n', 'nil if x.nil?'),
  same(rb)('a symbol list', 'A = ‸\n', '%i[a b c].freeze'),
  same(rb)('a hash with arrows', 'h = { ‸ }\n', ":a => 'b', c: 1"),
  same(html)('a paragraph with an apostrophe', '<p>‸</p>\n', "It's here (and there"),
  same(html)('a struck text', '<p>‸</p>\n', '<s>old</s> new'),
  same(html)('a list', '<ul>\n  ‸\n</ul>\n', '<li>a</li>\n  <li>b</li>'),
  same(html)('talk in a paragraph', '<p>‸</p>', 'Here is the list of items:'),
  same(vue)(
    'a template line',
    '<template>\n  <div>\n    ‸\n  </div>\n</template>\n',
    '<p v-if="a">{{ b }}</p>',
  ),
  same(svelte)('a block', '<ul>\n  ‸\n</ul>\n', '{#each items as item}\n    <li>{item}</li>\n  {/each}'),
  same(md)('a fenced block of code', 'Run it:\n\n‸\n', '```sh\nnpm ci\n```'),
  same(md)('a sentence that starts like talk', '# A\n\n‸\n', 'Here is how it works.'),
  same(md)('emphasis', 'This is ‸ indeed.\n', '**bold**'),
  same(md)('a table row', '| a | b |\n|---|---|\n‸\n', '| 1 | 2 |\n| 3 | 4 |'),
  same(md)('a nested list', '- a\n‸\n', '  - b\n  - c'),
  same(c)('a preprocessor block', '‸\n', '#ifdef A\n#define B 1\n#endif'),
  same(c)('a do loop', 'do {\n    ‸\n', 'x++;\n} while (x < 3);'),
  same(cpp)('a template', 'std::vector<‸> v;', 'std::pair<int, int>'),
  same(cpp)('an access label', 'class A {\n  ‸\n};\n', 'int a;\n\nprivate:\n  int b;'),
  same(yaml)('a block text', 'a:\n  ‸\n', 'b: |\n    one\n    two\n  c: 1'),
  same(yaml)('a value with a colon', 'url: ‸\n', 'http://x:80/a'),
  same(yaml)('same keys in different items', 'list:\n  ‸\n', '- name: a\n    x: 1\n  - name: b\n    x: 2'),
  same(sql)('a subquery', 'SELECT * FROM a WHERE b IN (‸)', 'SELECT c FROM d'),
  same(sql)(
    'a join',
    'SELECT *\nFROM a\n‸\nWHERE a.x = 1;\n',
    'JOIN b ON b.id = a.id\nLEFT JOIN c ON c.id = b.id',
  ),
  same(sh)('a variable with hash', 'echo ‸\n', '${#a[@]} $#'),
  same(sh)('a heredoc', 'cat <<EOF\n‸\nEOF\n', 'a (b\nc'),
  same(text)('a smile', 'Hi ‸\n', 'there :)'),
  same(text)('numbers in a row', 'Count: ‸', '1, 2, 3, 4, 5, 6, 7, 8, 9'),
  same(dart)('named arguments', 'return Text(\n  ‸\n);\n', "'a',\n  style: s,"),
  same(json)('a key like its neighbors', '{\n  "1_a": {},\n  "‸\n}\n', '2_a": {}'),
  same(json)('a value in an array', '[1, ‸]', '2, 3'),
  same(php)('the end of a statement', '$a = array("x", ‸);', '"y"'),
  same(css)('a value before its unit', 'a {\n  width: ‸px;\n}', '10'),
  same(css)('a nested rule', '.a {\n  ‸\n}\n', 'color: red;\n\n  &:hover {\n    color: blue;\n  }'),
  same(hs)('guards', 'f x\n  ‸\n', '| x > 0 = 1\n  | otherwise = 0'),
];
