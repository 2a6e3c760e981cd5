/** The trimmer as a whole: what is offered at a place for an answer. */
import assert from 'node:assert/strict';
import { createTrimmer } from '../../../../src/core/completion/trim/trimmer.ts';

const offered = (prefix: string, suffix: string, pieces: Iterable<string>): string => {
  const place = { prefix, suffix, language: 'python', tabSize: 4, insertSpaces: true };
  const trimmer = createTrimmer(place, { trigger: 'automatic', origin: 'completion', stops: [] });
  for (const piece of pieces) trimmer.push(piece);
  return trimmer.end('whole').text;
};

describe('the trimmer', () => {
  const cases: readonly [string, string, string, string, string][] = [
    ['ends before a control token', 'x = ', '\n', '1<|endoftext|>2', '1'],
    ['takes a fence off', 'x = ', '\n', '```python\n1\n```\nThat is one.', '1'],
    ['does not double the bracket right of the caret', 'f(', ')', 'a)', 'a'],
    ['offers no blanks', 'x', '', '  \n \n', ''],
    ['judges the rest of the line by what is offered', '', '{\n}\n', 'x  }\n{{\n<|endoftext|>', 'x  '],
  ];
  for (const [name, prefix, suffix, answer, expected] of cases) {
    it(name, () => {
      assert.equal(offered(prefix, suffix, answer), expected);
      assert.equal(offered(prefix, suffix, [answer]), expected);
    });
  }

  for (const [name, document] of [
    ['on the caret’s line', 'def f(a):\n    ‸\n'],
    ['behind a line end', 'def f(a):‸\n'],
  ] as const) {
    it(`lets the first line with text grow ${name}`, () => {
      const [prefix = '', suffix = ''] = document.split('‸');
      const place = { prefix, suffix, language: 'python', tabSize: 4, insertSpaces: true };
      const trimmer = createTrimmer(place, { trigger: 'automatic', origin: 'completion', stops: [] });
      const start = prefix.endsWith(':') ? '\n    ' : '';
      trimmer.push(start);
      const states = ['return', ' a', ' +', ' 1', '\n', '\n', 'def'].map((piece) => trimmer.push(piece).text);
      const line = `${start}return a + 1`;
      assert.deepEqual(states.slice(1, 4), [`${start}return a`, `${start}return a +`, line]);
      assert.deepEqual(states.slice(4), [line, line, line]);
    });
  }
});
