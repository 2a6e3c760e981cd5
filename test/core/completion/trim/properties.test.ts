/** What holds for every document, every answer and every way the answer arrives. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createTrimmer } from '../../../../src/core/completion/trim/trimmer.ts';
import type { Place, Trimmed } from '../../../../src/core/completion/words.ts';

const DOCUMENTS: readonly (readonly [language: string, text: string])[] = [
  [
    'typescript',
    'export class Box {\n  private items: string[] = [];\n\n  add(item: string): this {\n    if (!item) {\n      throw new Error("empty");\n    } else {\n      this.items.push(item);\n    }\n    return this;\n  }\n\n  get size() {\n    return this.items.length;\n  }\n}\n',
  ],
  [
    'python',
    'import os\n\n\ndef walk(path):\n    """Walks."""\n    for name in os.listdir(path):\n        if name.startswith("."):\n            continue\n        elif name:\n            yield name\n    return None\n\n\nprint(list(walk(".")))\n',
  ],
  [
    'ruby',
    'class Greeter\n  def hello(name)\n    if name.nil?\n      puts \'nobody\'\n    else\n      puts "hi #{name}"\n    end\n  end\nend\n',
  ],
  ['go', 'package main\n\nfunc add(a, b int) int {\n\tif a > b {\n\t\treturn a\n\t}\n\treturn a + b\n}\n'],
  [
    'yaml',
    'services:\n  db:\n    image: postgres\n    ports:\n      - "5432:5432"\n  web:\n    image: nginx\n',
  ],
  ['json', '{\n  "name": "x",\n  "list": [1, 2, {"a": "b"}],\n  "deep": {\n    "key": null\n  }\n}\n'],
  ['html', '<ul class="list">\n  <li>One</li>\n  <li>Two</li>\n</ul>\n<p>Text it\'s</p>\n'],
  ['markdown', '# Title\n\nSome text.\n\n- one\n- two\n\n```js\nfoo();\n```\n'],
  ['sql', "SELECT id, name\nFROM users\nWHERE name = 'x';\n"],
  ['plaintext', 'Größe 漢字 and 👩‍👩‍👧 emoji.\n\nNext one (see above).\n'],
];

const NOISE = [
  ...[
    '<|endoftext|>',
    '```',
    '```ts\n',
    '<think>',
    '</think>\n',
    '<COMPLETION>',
    '\n',
    '\n\n',
    '\r\n',
    '  ',
    '\t',
  ],
  ...[
    '}',
    ')',
    '"',
    "'",
    '`',
    ']',
    ';',
    '});',
    ' {',
    '// Path: a.ts\n',
    'Here is the code:\n',
    '👍',
    '漢',
    '\ud83d',
  ],
  ...['The missing code is `', 'Sure! ', 'Explanation: ', '(', '</think>', '<think>a', ' > '],
  ...['nynyny', '0000000000', 'end', 'else', '</li>', '+ ', '// ... existing code ...'],
];

const place = fc
  .record({ document: fc.constantFrom(...DOCUMENTS), at: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ document: [language, text], at }): Place => {
    const near = Math.floor(at * text.length);
    // An editor's caret is never inside a surrogate pair.
    const caret = /[\ud800-\udbff]$/.test(text.slice(0, near)) ? near - 1 : near;
    return {
      prefix: text.slice(0, caret),
      suffix: text.slice(caret),
      language,
      tabSize: 4,
      insertSpaces: true,
    };
  });

/** What a model might say: the document's own text from some place on, its lines in any order, and noise between. */
const answerFor = ({ prefix, suffix }: Place): fc.Arbitrary<string> => {
  const text = prefix + suffix;
  const lines = text.split('\n').map((line) => `${line}\n`);
  const part = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...lines) },
    { weight: 2, arbitrary: fc.constantFrom(...lines.map((line) => line.trim())) },
    { weight: 2, arbitrary: fc.constantFrom(...NOISE) },
    { weight: 1, arbitrary: fc.nat(suffix.length).map((end) => suffix.slice(0, end)) },
    { weight: 1, arbitrary: fc.nat(prefix.length).map((from) => prefix.slice(from)) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  );
  return fc.array(part, { minLength: 1, maxLength: 10 }).map((parts) => parts.join(''));
};

interface Scene {
  readonly where: Place;
  readonly origin: 'completion' | 'chat';
  readonly answer: string;
  readonly cuts: readonly number[];
}

const scene: fc.Arbitrary<Scene> = place.chain((where) =>
  fc.record({
    where: fc.constant(where),
    origin: fc.constantFrom('completion', 'chat'),
    answer: answerFor(where),
    cuts: fc.array(fc.nat(7), { maxLength: 40 }),
  }),
);

function offers({ where, origin }: Scene, pieces: readonly string[]): Trimmed[] {
  const trimmer = createTrimmer(where, { trigger: 'automatic', origin, stops: [] });
  const all: Trimmed[] = [];
  for (const piece of pieces) {
    const trimmed = trimmer.push(piece);
    all.push(trimmed);
    if (trimmed.done) break;
  }
  return [...all, trimmer.end('whole')];
}

function pieces(text: string, cuts: readonly number[]): string[] {
  const out: string[] = [];
  let from = 0;
  for (const cut of cuts) {
    out.push(text.slice(from, from + cut));
    from += cut;
  }
  return [...out, text.slice(from)];
}

const last = (all: readonly Trimmed[]): Trimmed => all.at(-1) ?? { text: '', replaceSuffix: 0, done: false };

function isSubsequence(part: string, text: string): boolean {
  let at = 0;
  for (let index = 0; index < text.length; index++) if (text.charAt(index) === part.charAt(at)) at++;
  return at >= part.length;
}

describe('trimming any answer at any place', () => {
  const check = (property: (scene: Scene) => void): void =>
    fc.assert(fc.property(scene, property), { numRuns: Number(process.env.TRIM_RUNS ?? 150) });

  it('gives the same however the answer was cut into pieces', () =>
    check((here) => {
      const { answer, cuts } = here;
      const whole = last(offers(here, [answer]));
      for (const ways of [answer.split(''), pieces(answer, cuts)]) {
        const { text, replaceSuffix, rule } = last(offers(here, ways));
        assert.deepEqual([text, replaceSuffix, rule], [whole.text, whole.replaceSuffix, whole.rule]);
      }
    }));

  it('never takes back what was shown', () =>
    check((here) => {
      const all = offers(here, here.answer.split(''));
      const { text } = last(all);
      for (const shown of all) assert.ok(text.startsWith(shown.text), JSON.stringify([shown.text, text]));
    }));

  it('covers only characters on the line that the text contains, in every state', () =>
    check((here) => {
      for (const { text, replaceSuffix } of offers(here, here.answer.split(''))) {
        const covered = here.where.suffix.slice(0, replaceSuffix);
        assert.ok(!covered.includes('\n') && isSubsequence(covered, text), JSON.stringify([covered, text]));
      }
    }));

  it('leaves the bytes as they were when the accepted text is taken out again', () =>
    check((here) => {
      const { where, answer } = here;
      const { text, replaceSuffix } = last(offers(here, [answer]));
      const before = where.prefix + where.suffix;
      const after = where.prefix + text + where.suffix.slice(replaceSuffix);
      const undone =
        after.slice(0, where.prefix.length) +
        where.suffix.slice(0, replaceSuffix) +
        after.slice(where.prefix.length + text.length);
      assert.equal(undone, before);
      assert.ok(isSubsequence(before, after), 'a character of the user is gone');
    }));

  it('offers neither line ends of another kind, nor half characters, nor blanks alone', () =>
    check((here) => {
      const { text } = last(offers(here, [here.answer]));
      assert.ok(
        !text.includes('\r') &&
          !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text) &&
          (text === '' || text.trim() !== ''),
      );
    }));
});
