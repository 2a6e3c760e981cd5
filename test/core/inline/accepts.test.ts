/** What the user took of a suggestion, told from the document's changes. */
import assert from 'node:assert/strict';
import { takenBy, type Change, type Taken } from '../../../src/core/inline/accepts.ts';
import { afterEdit, type Edit, type Stretch } from '../../../src/core/inline/kept.ts';

const LINE_BEFORE = '  call(';
const drawn = (text: string, line = 4, column = LINE_BEFORE.length) => ({ id: 1, line, column, text });

function check(text: string, change: Partial<Change>, expected: Taken): void {
  const whole = { line: 4, column: LINE_BEFORE.length, removed: 0, text: '', ...change };
  assert.deepEqual(takenBy(whole, drawn(text), LINE_BEFORE), expected);
}

describe('takenBy', () => {
  it('sees a word taken', () =>
    check('one two', { text: 'one' }, { how: 'part', characters: 3, rest: drawn(' two', 4, 10) }));
  it('sees a line taken', () =>
    check('one\n  two\n', { text: 'one\n' }, { how: 'part', characters: 4, rest: drawn('  two\n', 5, 0) }));
  it('sees all taken', () => check('one two', { text: 'one two' }, { how: 'all', characters: 7 }));
  it('sees all taken where the editor replaces the line from its start', () =>
    check(
      'one two)',
      { column: 0, removed: LINE_BEFORE.length + 1, text: `${LINE_BEFORE}one two)` },
      { how: 'all', characters: 8 },
    ));
  it('sees letters typed', () => check('one', { text: 'o' }, { how: 'typed', rest: drawn('ne', 4, 8) }));
  it('sees a bracket typed that the editor closes', () =>
    check('[a]', { text: '[]' }, { how: 'typed', rest: drawn('a]', 4, 8) }));
  it('does not take an input method’s half word for an accept', () =>
    check('hello', { text: 'he' }, { how: 'typed', rest: drawn('llo', 4, 9) }));
  it('sees that other text was typed', () => check('one', { text: 'x' }, { how: 'left' }));
  it('sees a Backspace', () => check('one', { column: 6, removed: 1 }, { how: 'left' }));
  it('sees that another place changed', () => check('one', { line: 2, text: 'one' }, { how: 'left' }));
  it('counts every character once, however a suggestion is taken', () => {
    const text = 'for (const item of items) {\n    use(item);\n  }';
    const strokes = ['for ', '(const', ' item', ' of items) {', '\n', '    use(item);\n', '  }'];
    let rest = drawn(text);
    let lineBefore = LINE_BEFORE;
    let characters = 0;
    for (const stroke of strokes) {
      const change = { line: rest.line, column: rest.column, removed: 0, text: stroke };
      const taken = takenBy(change, rest, lineBefore);
      if (taken.how === 'left') assert.fail(stroke);
      characters += taken.how === 'typed' ? stroke.length : taken.characters;
      if (taken.how !== 'all') {
        lineBefore = (lineBefore + stroke).split('\n').at(-1) ?? '';
        rest = taken.rest;
        assert.equal(rest.column, lineBefore.length);
      }
    }
    assert.equal(characters, text.length);
  });
});

describe('what is kept of an accepted text', () => {
  const accepted: Stretch = { start: 10, end: 20, left: 10 };
  const table: [name: string, edit: Edit, expected: Stretch][] = [
    [
      'moves with text typed before it',
      { offset: 2, removed: 0, inserted: 3 },
      { start: 13, end: 23, left: 10 },
    ],
    [
      'moves with text typed right before it',
      { offset: 10, removed: 0, inserted: 1 },
      { start: 11, end: 21, left: 10 },
    ],
    ['stays when text is typed behind it', { offset: 20, removed: 0, inserted: 3 }, accepted],
    [
      'counts what is removed from its end',
      { offset: 17, removed: 3, inserted: 0 },
      { start: 10, end: 17, left: 7 },
    ],
    [
      'counts what is replaced inside',
      { offset: 12, removed: 4, inserted: 9 },
      { start: 10, end: 25, left: 6 },
    ],
    [
      'counts what a removal around it takes',
      { offset: 5, removed: 10, inserted: 0 },
      { start: 5, end: 10, left: 5 },
    ],
    ['is gone after an undo', { offset: 10, removed: 10, inserted: 0 }, { start: 10, end: 10, left: 0 }],
  ];
  for (const [name, edit, expected] of table)
    it(name, () => assert.deepEqual(afterEdit(accepted, edit), expected));
});
