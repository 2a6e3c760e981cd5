/** The window around the caret: whole lines, bounded, steady. */
import assert from 'node:assert/strict';
import { WINDOW } from '../../../src/core/completion/words.ts';
import { around, type Lines } from '../../../src/core/inline/window.ts';

/** A document that counts how many lines were looked at. */
function documentOf(texts: readonly string[]): Lines & { looked: number } {
  const lines = {
    looked: 0,
    lineCount: texts.length,
    lineAt: (line: number) => {
      lines.looked += 1;
      return texts[line] ?? assert.fail(`no line ${line}`);
    },
  };
  return lines;
}

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, line) => `line ${line} ${'x'.repeat(70)}`);

describe('around', () => {
  it('gives all of a small document', () => {
    assert.deepEqual(around(documentOf(['a', 'bcd', '', 'e']), 1, 2), { prefix: 'a\nbc', suffix: 'd\n\ne' });
  });

  it('gives whole lines within the limits in a large one', () => {
    const { prefix, suffix } = around(documentOf(numbered(100_000)), 50_000, 5);
    assert.ok(prefix.length <= WINDOW.prefix && prefix.length > WINDOW.prefix - 64 * 90);
    assert.ok(suffix.length <= WINDOW.suffix && suffix.length > WINDOW.suffix - 90);
    assert.match(prefix, /^line \d+ x+\n/);
    assert.match(suffix, /x$/);
  });

  it('looks at no more lines in a larger document', () => {
    const looked = [2000, 200_000].map((count) => {
      const lines = documentOf(numbered(count));
      around(lines, count / 2, 0);
      return lines.looked;
    });
    assert.ok(Math.abs((looked[0] ?? 0) - (looked[1] ?? 0)) < 64, String(looked));
  });

  it('begins at the same line while lines are added below', () => {
    const lines = documentOf(numbered(2000));
    const starts = Array.from({ length: 64 }, (_, i) => around(lines, 1000 + i, 0).prefix.slice(0, 12));
    assert.ok(new Set(starts).size <= 2, String([...new Set(starts)]));
  });

  it('cuts a line that is longer than the window, never inside a surrogate pair', () => {
    const { prefix, suffix } = around(documentOf(['😀'.repeat(50_000)]), 0, 50_001);
    assert.ok(prefix.length <= WINDOW.prefix && suffix.length <= WINDOW.suffix);
    assert.match(prefix, /^\ud83d/);
    assert.match(suffix.slice(1), /\ude00$/);
  });
});
