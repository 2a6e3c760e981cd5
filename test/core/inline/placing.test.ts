/** Where a suggestion is drawn. */
import assert from 'node:assert/strict';
import type { Suggestion } from '../../../src/core/completion/words.ts';
import { place, type Placed } from '../../../src/core/inline/placing.ts';

/** `line` has the caret at `|`. */
function check(line: string, suggestion: Partial<Suggestion>, expected: Placed | undefined): void {
  const column = line.indexOf('|');
  const whole = { id: 1, text: '', replaceSuffix: 0, ...suggestion };
  assert.deepEqual(place(whole, line.replace('|', ''), column), expected);
}

describe('place', () => {
  it('repeats the line up to the caret, so that Backspace keeps the ghost text', () =>
    check('let a = |', { text: 'b;' }, { start: 0, end: 8, insertText: 'let a = b;' }));
  it('covers the brackets that the text repeats', () =>
    check('f(|)', { text: 'x)', replaceSuffix: 1 }, { start: 0, end: 3, insertText: 'f(x)' }));
  it('keeps to the line', () =>
    check('f(|)', { text: 'x)', replaceSuffix: 9 }, { start: 0, end: 3, insertText: 'f(x)' }));
  it('starts where the suggest widget’s entry starts', () =>
    check('a.con|', { text: 'concat(b)', replacePrefix: 3 }, { start: 2, end: 5, insertText: 'concat(b)' }));
  it('draws nothing of an empty text', () => check('a|', { text: '' }, undefined));

  it('repeats only the end of a very long line, and no half character', () => {
    const line = '😀'.repeat(1000);
    const placed = place({ id: 1, text: 'x', replaceSuffix: 0 }, line, 1999 + 1);
    assert.deepEqual(placed, { start: 1600, end: 2000, insertText: `${'😀'.repeat(200)}x` });
    assert.equal(place({ id: 1, text: 'x', replaceSuffix: 0 }, `a${line}`, 2001)?.start, 1601);
    assert.equal(place({ id: 1, text: 'x', replaceSuffix: 0 }, `a${line}`, 2000)?.start, 1601);
  });

  it('stays below what the editor can draw, at a line’s end, covering nothing then', () => {
    const text = `${`${'y'.repeat(99)}\n`.repeat(60)})`;
    const placed = place({ id: 1, text, replaceSuffix: 1 }, 'f()', 2);
    assert.deepEqual(
      { end: placed?.end, length: placed?.insertText.length },
      { end: 2, length: 2 + 47 * 100 + 99 },
    );
  });
});
