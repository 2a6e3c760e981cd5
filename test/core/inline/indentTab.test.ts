/** Where Tab needs help to accept. */
import assert from 'node:assert/strict';
import { tabWouldIndent } from '../../../src/core/inline/indentTab.ts';

describe('tabWouldIndent', () => {
  const table: [lineBefore: string, text: string, tabSize: number, expected: boolean][] = [
    ['', '    y = 1\n    z = 2', 4, true],
    ['', '\ty = 1', 4, true],
    ['    ', '    y = 1', 4, true],
    ['', '  y = 1', 2, true],
    ['', '  y = 1', 4, false],
    ['', 'y = 1', 4, false],
    ['x =', '     1', 4, false],
    ['', '', 4, false],
  ];
  for (const [lineBefore, text, tabSize, expected] of table)
    it(`says ${expected ? 'yes' : 'no'} to ${JSON.stringify(text)} after ${JSON.stringify(lineBefore)} with ${tabSize} columns`, () =>
      assert.equal(tabWouldIndent(lineBefore, text, tabSize), expected));
});
