/** A proposal follows its lines while the file changes elsewhere, and gives up when somebody writes into them. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { TextEdit } from '../../../src/core/edit/lines.ts';
import type { Proposal } from '../../../src/core/edit/proposal.ts';
import { rebase, refit } from '../../../src/core/edit/rebase.ts';

const FILE = ['zero', 'one', 'two', 'three', 'four'];
/** Lines 2 and 3 are to change. */
const PROPOSAL: Proposal = { start: 2, original: ['two', 'three'], lines: ['TWO', 'three'] };

const change = (from: [number, number], to: [number, number], text: string): TextEdit => ({
  startLine: from[0],
  startCharacter: from[1],
  endLine: to[0],
  endCharacter: to[1],
  text,
});

function apply(file: readonly string[], edits: readonly TextEdit[]): string[] {
  const text = edits.reduce((current, edit) => {
    const lines = current.split('\n');
    const offset = (line: number, character: number): number =>
      lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0) + character;
    return (
      current.slice(0, offset(edit.startLine, edit.startCharacter)) +
      edit.text +
      current.slice(offset(edit.endLine, edit.endCharacter))
    );
  }, file.join('\n'));
  return text.split('\n');
}

/** Expected: the line at which the proposal is now, or `touched` with its lines. */
function check(edits: readonly TextEdit[], expected: number | [number, number]): void {
  const result = rebase(PROPOSAL, edits, (line) => apply(FILE, edits)[line]);
  assert.deepEqual(
    result,
    typeof expected === 'number'
      ? { type: 'kept', proposal: { ...PROPOSAL, start: expected } }
      : { type: 'touched', start: expected[0], end: expected[1] },
  );
}

describe('a pending edit, when the file changes', () => {
  it('moves down with a line added above', () => check([change([0, 4], [0, 4], '\nnew')], 3));
  it('moves down with a line added right above', () => check([change([2, 0], [2, 0], 'new\n')], 3));
  it('moves up with a line removed above', () => check([change([0, 0], [1, 0], '')], 1));
  it('stays when something is typed above', () => check([change([1, 3], [1, 3], '!')], 2));
  it('stays when something is typed below', () => check([change([4, 0], [4, 0], '!')], 2));
  it('stays when a line is added right below', () => check([change([3, 5], [3, 5], '\nnew')], 2));
  it('follows changes above and below at once', () =>
    check([change([4, 4], [4, 4], '\nend'), change([0, 0], [0, 0], 'begin\n')], 3));
  it('ends when something is typed inside', () => check([change([2, 1], [2, 1], 'x')], [2, 4]));
  it('ends when a line is split inside', () => check([change([2, 1], [2, 1], '\n')], [2, 5]));
  it('ends when its first line is joined to the one above', () =>
    check([change([1, 3], [2, 0], '')], [1, 3]));
  it('ends when all is replaced', () => check([change([0, 0], [4, 4], 'other')], [0, 1]));

  it('whatever changes outside, it stands before the same lines as ever', () => {
    const place = fc.record({
      above: fc.boolean(),
      at: fc.nat(1),
      text: fc.constantFrom('x', '\n', 'y\nz', '\n\n'),
    });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 5 }), (typed) => {
        let file = [...FILE];
        let proposal = PROPOSAL;
        for (const { above, at, text } of typed) {
          const line = above ? Math.min(at, proposal.start - 1) : proposal.start + 2;
          const edits = [change([line, 0], [line, 0], text)];
          file = apply(file, edits);
          const result = rebase(proposal, edits, (line) => file[line]);
          if (result.type === 'touched') assert.fail('the change was outside');
          proposal = result.proposal;
        }
        assert.deepEqual(file.slice(proposal.start, proposal.start + 2), PROPOSAL.original);
      }),
    );
  });

  it('is carried over to lines that another program rewrote elsewhere', () => {
    const original = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const proposal: Proposal = { start: 0, original, lines: ['A', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] };
    const now = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'H'];
    assert.deepEqual(refit(proposal, 4, now), {
      start: 4,
      original: now,
      lines: ['A', 'b', 'c', 'd', 'e', 'f', 'g', 'H'],
    });
  });

  it('is withdrawn where another program rewrote the very lines', () => {
    assert.equal(refit(PROPOSAL, 2, ['zwei', 'three']), undefined);
  });
});
