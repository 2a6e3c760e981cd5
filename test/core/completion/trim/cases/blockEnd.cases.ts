/** Where a block ends, in many languages. */
import { rows, type TrimCase } from './case.ts';

const ts = rows('typescript');
const js = rows('javascript');
const py = rows('python');
const go = rows('go');
const rust = rows('rust');
const java = rows('java');
const cs = rows('csharp');
const rb = rows('ruby');
const lua = rows('lua');
const sh = rows('shellscript');
const sql = rows('sql');
const yaml = rows('yaml');
const json = rows('json');
const css = rows('css');
const kotlin = rows('kotlin');
const swift = rows('swift');
const php = rows('php');
const toml = rows('toml');
const docker = rows('dockerfile');
const md = rows('markdown');

export const BLOCK_END: readonly TrimCase[] = [
  ts(
    'keeps an else that uses the brace below',
    'if (a) {\n  ‸\n}\n',
    'one();\n} else {\n  two();\n}\nthree();',
    'one();\n} else {\n  two();',
  ),
  ts(
    'keeps catch and finally that use the brace below',
    'try {\n  ‸\n}\n',
    'go();\n} catch (e) {\n  warn(e);\n} finally {\n  stop();\n}',
    'go();\n} catch (e) {\n  warn(e);\n} finally {\n  stop();',
  ),
  ts(
    'closes what is missing and no more',
    'function f() {\n  if (a) {\n    ‸\n}\n',
    'g();\n  }\n  h();\n}\n',
    'g();\n  }',
  ),
  ts(
    'keeps two closers that are both missing',
    'function f() {\n  if (a) {\n    g();‸\n',
    '\n  }\n}\n\nfunction h() {}',
    '\n  }\n}',
  ),
  ts(
    'ends a class body at its brace',
    'class A {\n  ‸\n}\n',
    'x = 1;\n\n  get y() {\n    return this.x;\n  }\n}\n\nnew A();',
    'x = 1;\n\n  get y() {\n    return this.x;\n  }',
  ),
  ts(
    'keeps all members that the class still has room for',
    'class A {\n  ‸\n}',
    'one() {\n    return 1;\n  }\n\n  two() {\n    return 2;\n  }',
    'one() {\n    return 1;\n  }\n\n  two() {\n    return 2;\n  }',
  ),
  ts(
    'ends at the top level after one definition',
    'import a from "a";\n\n‸',
    'export function one() {\n  return a;\n}\n\nexport function two() {\n  return a;\n}',
    'export function one() {\n  return a;\n}',
  ),
  ts(
    'stops behind the call that was begun',
    'const r = ‸',
    'compute(\n  a,\n  b,\n);\nconst s = 2;',
    'compute(\n  a,\n  b,\n);',
  ),
  ts(
    'goes on with a chain of calls',
    'const r = list‸\nuse(r);',
    '\n  .filter(Boolean)\n  .map(String);',
    '\n  .filter(Boolean)\n  .map(String);',
  ),
  ts(
    'goes on with a chain below its first call',
    'const r = ‸',
    'list.filter(Boolean)\n  .map(String)\n  .join();\nuse(r);',
    'list.filter(Boolean)\n  .map(String)\n  .join();',
  ),
  ts(
    'ends an array at its bracket',
    'const days = [‸\n];\n',
    '\n  "Mo",\n  "Tu",\n];\nconst x = 1;',
    '\n  "Mo",\n  "Tu",',
  ),
  ts(
    'keeps a template string whole',
    'const t = ‸',
    '`a\n${b ? `c` : "d"}\n}`;\nnext();',
    '`a\n${b ? `c` : "d"}\n}`;',
  ),
  ts(
    'reads no brackets in strings and comments',
    'function f() {\n  ‸\n}\n',
    'log("}"); // }\n  log(\'{\');\n}',
    'log("}"); // }\n  log(\'{\');',
  ),
  ts(
    'ends a callback at its closer below',
    'it("works", () => {\n  ‸\n});\n',
    'expect(1).toBe(1);\n});\n\nit("fails", () => {',
    'expect(1).toBe(1);',
  ),
  ts(
    'keeps a switch case and its break',
    'switch (x) {\n  case 1:\n    ‸\n}\n',
    'one();\n    break;\n  case 2:\n    two();\n    break;\n}',
    'one();\n    break;\n  case 2:\n    two();\n    break;',
  ),
  ts(
    'finishes an object literal',
    'const o = {\n  a: 1,\n  ‸\n};\n',
    'b: 2,\n  c: { d: 3 },\n};\nuse(o);',
    'b: 2,\n  c: { d: 3 },',
  ),
  js(
    'covers an auto-closed brace with the body',
    'function f() {‸}\n',
    '\n  return 1;\n}\nf();',
    '\n  return 1;\n}',
    { over: 1 },
  ),
  js(
    'covers the closers of a callback with its body',
    'on("data", (d) => {‸})\n',
    '\n  log(d);\n});',
    '\n  log(d);\n});',
    { over: 2 },
  ),
  js(
    'ends the arrow function that was begun',
    'const add = ‸',
    '(a, b) => {\n  return a + b;\n};\n\nadd(1, 2);',
    '(a, b) => {\n  return a + b;\n};',
  ),
  js(
    'keeps a promise chain behind a block',
    'fetch(u).then((r) => {\n  ‸\n',
    'return r.json();\n}).then((j) => {\n  log(j);\n});\nother();',
    'return r.json();\n}).then((j) => {\n  log(j);\n});',
  ),
  js(
    'only the first statement on a begun line',
    'function f() {\n  const a = ‸\n}\n',
    'g();\n  const b = h();\n  return a + b;\n}',
    'g();',
  ),
  js(
    'does not start over behind the begun block',
    'if (‸',
    'x > 1) {\n  y();\n}\nif (x > 2) {\n  z();\n}',
    'x > 1) {\n  y();\n}',
  ),
  py(
    'a body ends where the indentation does',
    'def f(x):\n    ‸\n',
    'y = x + 1\n    return y\n\n\ndef g(x):\n    return x',
    'y = x + 1\n    return y',
  ),
  py(
    'a method ends before the next one',
    'class A:\n    def f(self):\n        ‸\n',
    'return 1\n\n    def g(self):\n        return 2',
    'return 1',
  ),
  py(
    'keeps except and finally',
    'try:\n    ‸\n',
    'go()\nexcept ValueError:\n    pass\nfinally:\n    stop()\n\nnext()',
    'go()\nexcept ValueError:\n    pass\nfinally:\n    stop()',
  ),
  py(
    'keeps blank lines inside the body',
    'def f():\n    ‸\n',
    'a = 1\n\n    b = 2\n\n    return a + b\nprint(f())',
    'a = 1\n\n    b = 2\n\n    return a + b',
  ),
  py(
    'starts a body behind the colon',
    'def f(arr):‸\n',
    '\n    m = arr[0]\n    return m\nprint(f([1]))',
    '\n    m = arr[0]\n    return m',
  ),
  py(
    'keeps a call over several lines',
    'x = ‸\n',
    'foo(\n    1,\n    2,\n)\ny = 2',
    'foo(\n    1,\n    2,\n)',
  ),
  py(
    'keeps a docstring to its quotes',
    'def f():\n    """‸\n',
    'Does it.\n\n    Twice.\n    """\n    return 2\n',
    'Does it.\n\n    Twice.\n    """',
  ),
  py(
    'a decorator goes with its function',
    '‸\n',
    '@cache\ndef f(n):\n    return n\n\n\nf(1)',
    '@cache\ndef f(n):\n    return n',
  ),
  py(
    'the loop that was begun and no more',
    'def f(a):\n    for‸\n',
    ' x in a:\n        if x:\n            yield x\n    return None\n',
    ' x in a:\n        if x:\n            yield x',
  ),
  py('the else of a begun if', 'if‸\n', ' x:\n    a()\nelse:\n    b()\nc()', ' x:\n    a()\nelse:\n    b()'),
  py(
    'a dictionary up to its brace',
    'd = {\n    "a": 1,\n    ‸\n}\n',
    '"b": 2,\n    "c": 3,\n}\nprint(d)',
    '"b": 2,\n    "c": 3,',
  ),
  go(
    'an if with its error',
    'func f() error {\n\t‸\n}\n',
    'if err := g(); err != nil {\n\t\treturn err\n\t}\n\treturn nil\n}\n\nfunc h() {}',
    'if err := g(); err != nil {\n\t\treturn err\n\t}\n\treturn nil',
  ),
  go(
    'fields of a struct literal',
    'x := T{\n\tA: 1,\n\t‸\n}\n',
    'B: 2,\n\tC: 3,\n}\nfmt.Println(x)',
    'B: 2,\n\tC: 3,',
  ),
  go(
    'imports of a block',
    'import (\n\t"fmt"\n\t‸\n)\n',
    '"os"\n\t"strings"\n)\n\nfunc main() {',
    '"os"\n\t"strings"',
  ),
  go(
    'a select with its cases',
    'select {\n‸\n}\n',
    'case <-a:\n\treturn\ndefault:\n\tgo f()\n}',
    'case <-a:\n\treturn\ndefault:\n\tgo f()',
  ),
  rust(
    'the arms of a match',
    'match c {\n    1 => "a",\n    ‸\n}\n',
    '2 => "b",\n    _ => "c",\n}\n',
    '2 => "b",\n    _ => "c",',
  ),
  rust(
    'an impl block with lifetimes',
    "impl<'a> P<'a> {\n    fn f(&'a self) -> &'a str {\n        ‸\n    }\n}\n",
    "self.s\n    }\n\n    fn g(&'a self) {}",
    'self.s',
  ),
  rust(
    'a closing expression without semicolon',
    'fn f() -> i32 {\n    let a = 1;\n    ‸\n}\n',
    'let b = 2;\n    a + b\n}\n\nfn main() {}',
    'let b = 2;\n    a + b',
  ),
  java(
    'a method body with an inner class',
    'class A {\n    void f() {\n        ‸\n    }\n}\n',
    'new Thread(new Runnable() {\n            public void run() {}\n        }).start();\n    }',
    'new Thread(new Runnable() {\n            public void run() {}\n        }).start();',
  ),
  java(
    'annotation and method',
    'class A {\n    ‸\n}\n',
    '@Override\n    public String toString() {\n        return "A";\n    }\n}',
    '@Override\n    public String toString() {\n        return "A";\n    }',
  ),
  cs(
    'a branch on lines of its own',
    'if (a)\n{\n    ‸\n}\n',
    'One();\n}\nelse\n{\n    Two();\n}\nThree();',
    'One();\n}\nelse\n{\n    Two();',
  ),
  cs(
    'a begun method with the brace on the next line',
    'class A\n{\n    void F‸\n}\n',
    '(int x)\n    {\n        G(x);\n    }\n\n    void H() {}',
    '(int x)\n    {\n        G(x);\n    }',
  ),
  rb(
    'a method with its own end, no further',
    'class A\n  def a‸\nend\n',
    '(x)\n    x * 2\n  end\n\n  def b(y)\n    y\n  end',
    '(x)\n    x * 2\n  end',
  ),
  rb('a body whose end is below', 'def f(x)\n  ‸\nend\n', 'x + 1\nend\n\ndef g\nend', 'x + 1'),
  rb(
    'a block of do and end',
    'list.each do |x|\n  ‸\nend\n',
    'puts x\n  if x > 1\n    break\n  end\nend\nputs 1',
    'puts x\n  if x > 1\n    break\n  end',
  ),
  rb('a missing end is kept', 'def f\n  g‸\n', '\nend\n\ndef h\nend', '\nend'),
  rb(
    'rescue and ensure',
    'begin\n  ‸\nend\n',
    'go\nrescue E => e\n  warn e\nensure\n  stop\nend',
    'go\nrescue E => e\n  warn e\nensure\n  stop',
  ),
  lua(
    'a function with its end',
    'local function f(x)‸\n',
    '\n  if x then\n    return 1\n  end\n  return 2\nend\n\nprint(f(1))',
    '\n  if x then\n    return 1\n  end\n  return 2\nend',
  ),
  lua('a body whose end is below', 'for i = 1, 3 do\n  ‸\nend\n', 'print(i)\nend\nprint("done")', 'print(i)'),
  lua(
    'an else branch',
    'if a then\n  ‸\nend\n',
    'f()\nelseif b then\n  g()\nelse\n  h()\nend',
    'f()\nelseif b then\n  g()\nelse\n  h()',
  ),
  sh(
    'an if with fi below',
    'if [ -f x ]; then\n  ‸\nfi\n',
    'rm x\nelse\n  touch x\nfi\necho done',
    'rm x\nelse\n  touch x',
  ),
  sh('a loop with a missing done', 'for f in *; do\n  ‸\n', 'echo "$f"\ndone\n\nls', 'echo "$f"\ndone'),
  sh(
    'a case with its patterns',
    'case "$1" in\n  ‸\nesac\n',
    'start) go ;;\n  stop)\n    halt\n    ;;\nesac',
    'start) go ;;\n  stop)\n    halt\n    ;;',
  ),
  sh(
    'a command over several lines',
    'docker run ‸\n',
    '-it \\\n  --rm \\\n  image\necho ok',
    '-it \\\n  --rm \\\n  image',
  ),
  sql('one statement', 'SELECT *\nFROM ‸\n', 'users\nWHERE id = 1;\n\nSELECT 2;', 'users\nWHERE id = 1;'),
  sql(
    'columns of a table',
    'CREATE TABLE t (\n  id INT,\n  ‸\n);\n',
    'name TEXT,\n  age INT\n);\n\nCREATE TABLE u (',
    'name TEXT,\n  age INT',
  ),
  yaml(
    'keys of one mapping',
    'jobs:\n  build:\n    steps:\n      ‸\n',
    '- run: a\n      - run: b\n  test:\n    steps: []',
    '- run: a\n      - run: b',
  ),
  yaml(
    'a mapping that starts on the next line',
    'services:\n  web:‸\n',
    '\n    image: nginx\n    ports:\n      - 80\n  db:\n    image: pg',
    '\n    image: nginx\n    ports:\n      - 80',
  ),
  json(
    'an inner object',
    '{\n  "a": {\n    ‸\n  },\n  "z": 1\n}\n',
    '"b": 1,\n    "c": [\n      2\n    ]\n  },\n  "d": 3',
    '"b": 1,\n    "c": [\n      2\n    ]',
  ),
  json('a closing bracket that nothing opened', '{\n  "a": ‸\n}\n', '1]\n}', '1'),
  json(
    'the next key of an object',
    '{\n  "a": 1,‸\n}\n',
    '\n  "b": 2,\n  "c": 3\n}',
    '\n  "b": 2,\n  "c": 3',
  ),
  css(
    'declarations of one rule',
    'a {\n  ‸\n}\n',
    'color: red;\n  margin: 0;\n}\n\nb {\n  color: blue;',
    'color: red;\n  margin: 0;',
  ),
  css(
    'a begun rule',
    'a {\n  color: red;\n}\n\nh1‸\n\nb {\n}\n',
    ' {\n  margin: 0;\n}\n\nh2 {\n  margin: 1px;\n}',
    ' {\n  margin: 0;\n}',
  ),
  kotlin(
    'a when with its branches',
    'when (x) {\n    ‸\n}\n',
    '1 -> a()\n    else -> b()\n}\n\nfun g() {}',
    '1 -> a()\n    else -> b()',
  ),
  kotlin(
    'an expression body',
    'class A {\n    fun f() = ‸\n}\n',
    'listOf(1, 2)\n        .map { it * 2 }\n    fun g() = 2',
    'listOf(1, 2)\n        .map { it * 2 }',
  ),
  swift(
    'a guard and what follows',
    'func f(x: Int?) -> Int {\n    ‸\n}\n',
    'guard let x = x else {\n        return 0\n    }\n    return x\n}',
    'guard let x = x else {\n        return 0\n    }\n    return x',
  ),
  php(
    'a method body',
    '<?php\nclass A {\n    public function f($x) {\n        ‸\n    }\n}\n',
    'return $x["a"] ?? null;\n    }\n\n    public function g() {',
    'return $x["a"] ?? null;',
  ),
  toml('keys of one table', '[a]\nx = 1\n‸\n', 'y = 2\nz = [1,\n  2]\n\n[b]\nw = 3', 'y = 2\nz = [1,\n  2]'),
  docker(
    'instructions of one stage',
    'FROM node\n‸\n',
    'WORKDIR /app\nCOPY . .\nRUN npm ci \\\n  && npm test\n\nFROM nginx',
    'WORKDIR /app\nCOPY . .\nRUN npm ci \\\n  && npm test',
  ),
  md(
    'the paragraph that was begun',
    '# T\n\nThis is ‸\n\n## Next\n',
    'a text\nover two lines.\n\nAnother paragraph.',
    'a text\nover two lines.',
  ),
  md('the items of a list', '- one\n- ‸\n', 'two\n- three\n', 'two\n- three'),
  md(
    'the section up to the next heading',
    '## A\n\n‸\n',
    'Some text.\n\n- x\n\n## B\n\nMore.',
    'Some text.\n\n- x',
  ),
  // The line below is deeper: the body is there already, and a second one would leave it without its line.
  ts(
    'is the opening line where the body is below',
    'if (this.‸\n  throw new Error();\n}\n',
    'full) {\n  throw new RangeError();\n}\nreturn;',
    'full) {',
  ),
  go(
    'is the signature where the body is below',
    'func (c *Cache) dr‸\n\tvar oldest string\n}\n',
    'op(name string) {\n\tdelete(c.entries, name)\n}',
    'op(name string) {',
  ),
  py(
    'is the signature where the body is below it',
    'def save(inventory‸\n    rows = []\n',
    ', path):\n    with open(path) as file:\n        file.write("")',
    ', path):',
  ),
  rb('is the condition where the body is below', 'if a‸\n  b\nend\n', 'll?\n  c\nend', 'll?'),
  ts(
    'takes the body along where none is below',
    'if (this.‸\nreturn;\n',
    'full) {\n  throw new Error();\n}\nreturn;',
    'full) {\n  throw new Error();\n}',
  ),
  py(
    'is where the answer leaves the body for the next member',
    'class A:\n    def f(self):\n        a = 1\n        ‸\n',
    '\n    def g(self):\n        return 2',
    '',
  ),
  rb(
    'is where the answer leaves the method for the next one',
    'class A\n  def x\n    ‸\n  end\nend\n',
    '\n  def y\n    2\n  end',
    '',
  ),
  go(
    'is before a field that is below already',
    'a := A{\n\tx: ‸\n\ty: 2,\n}\n',
    '1,\n\ty: 3,\n\tz: 4,\n}',
    '1,',
  ),
];
