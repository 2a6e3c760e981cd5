/** From model answers to files: the table, and what holds for every answer wherever it stops. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AnswerState } from '../../../src/core/edit/answer.ts';
import { applyLineEdit, textEdit, type TextEdit } from '../../../src/core/edit/lines.ts';
import {
  acceptHunk,
  hunkEdit,
  hunksOf,
  propose,
  rejectHunk,
  type Outcome,
  type Place,
  type Proposal,
} from '../../../src/core/edit/proposal.ts';
import { drawProposal, promisedFile } from '../../../src/core/edit/view.ts';
import { ANSWERS, type AnswerCase } from './answers.cases.ts';

interface Opened {
  readonly lines: readonly string[];
  readonly eol: string;
  readonly place: Place;
}

/** Opens a case's file as an editor does: `«…»` becomes the whole lines that are edited. */
function open({ file, language, tabs = false, tabSize = 2 }: AnswerCase): Opened {
  const eol = file.includes('\r\n') ? '\r\n' : '\n';
  const lines = file.replace(/[«»]/g, '').split(eol);
  const start = file.slice(0, file.indexOf('«')).split(eol).length - 1;
  const end = file.slice(0, file.indexOf('»')).split(eol).length;
  const style = { insertSpaces: !tabs, tabSize };
  return { lines, eol, place: { start, original: lines.slice(start, end), language, style } };
}

/** The file after accepting all, written as an editor would: by positions. */
function accepted(opened: Opened, proposal: Proposal): string {
  const { lines, eol } = opened;
  const edits = hunksOf(proposal).map((hunk) =>
    textEdit(
      hunkEdit(proposal, hunk),
      lines.map(({ length }) => length),
    ),
  );
  return edits
    .toReversed()
    .reduce((text, edit) => applyTextEdit(text, edit), lines.join('\n'))
    .replaceAll('\n', eol);
}

function applyTextEdit(text: string, edit: TextEdit): string {
  const lines = text.split('\n');
  const offset = (line: number, character: number): number =>
    lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0) + character;
  const before = text.slice(0, offset(edit.startLine, edit.startCharacter));
  return before + edit.text + text.slice(offset(edit.endLine, edit.endCharacter));
}

function check(opened: Opened, outcome: Outcome, expected: AnswerCase['expected']): void {
  if (typeof expected === 'string') {
    assert.equal(outcome.type, expected);
    return;
  }
  assert.equal(
    outcome.type === 'proposal' ? accepted(opened, outcome.proposal) : outcome.type,
    expected.file,
  );
}

/** What must hold for any proposal, however it came about. */
function checkPromises(opened: Opened, { proposal }: Outcome & { type: 'proposal' }): void {
  const { lines, place } = opened;
  const view = drawProposal(lines, proposal);
  const promised = promisedFile(view);
  assert.deepEqual(accepted(opened, proposal).split(opened.eol), promised.length > 0 ? promised : ['']);
  const [hunk] = hunksOf(proposal);
  if (!hunk) return;
  // One by one from either end: accepting writes what was shown, rejecting leaves the original.
  let file = [...lines];
  for (let rest = proposal; ;) {
    const last = hunksOf(rest).at(-1);
    if (!last) break;
    file = applyLineEdit(file, hunkEdit(rest, last));
    rest = acceptHunk(rest, last);
  }
  assert.deepEqual(file, promised.length > 0 ? promised : ['']);
  let rest = proposal;
  for (let first = hunksOf(rest)[0]; first; [first] = hunksOf(rest)) rest = rejectHunk(rest, first);
  assert.deepEqual(rest.lines, place.original);
}

describe('a proposed edit', () => {
  for (const answerCase of ANSWERS) {
    it(`is right for ${answerCase.name}`, () => {
      const opened = open(answerCase);
      check(opened, propose(opened.place, answerCase.answer, 'whole'), answerCase.expected);
    });
  }

  it('keeps its promises wherever each of the answers is stopped', () => {
    for (const answerCase of ANSWERS) {
      const opened = open(answerCase);
      for (let cut = 0; cut <= answerCase.answer.length; cut++) {
        for (const state of ['cut', 'whole'] as const) {
          const outcome = propose(opened.place, answerCase.answer.slice(0, cut), state);
          if (outcome.type === 'proposal') checkPromises(opened, outcome);
        }
      }
    }
  });

  it('shows no fence, no prose and no reasoning while any of the answers streams', () => {
    for (const answerCase of ANSWERS) {
      if (answerCase.language === 'markdown') continue;
      const { place } = open(answerCase);
      for (let cut = 0; cut <= answerCase.answer.length; cut++) {
        const outcome = propose(place, answerCase.answer.slice(0, cut), 'running');
        if (outcome.type !== 'proposal') continue;
        const shown = outcome.proposal.lines.filter((line) => /```|~~~|Here|Sure|Hope|^<\/?think/.test(line));
        assert.deepEqual(shown, [], `${answerCase.name} at ${cut}`);
      }
    }
  });

  it('keeps the lines that a stopped answer has not reached', () => {
    const original = ['function a() {', '  one();', '  two();', '  three();', '}'];
    const place: Place = {
      start: 0,
      original,
      language: 'javascript',
      style: { insertSpaces: true, tabSize: 2 },
    };
    const outcome = propose(place, '```js\nfunction a() {\n  ONE();\n  tw', 'cut');
    assert.deepEqual(outcome, {
      type: 'proposal',
      done: false,
      proposal: { start: 0, original, lines: ['function a() {', '  ONE();', '  two();', '  three();', '}'] },
    });
  });

  it('whatever the file, the place, the answer and the stop: accept gives what was shown, reject what was there', () => {
    const line = fc.constantFrom(
      'a();',
      '  b();',
      '}',
      '',
      '\tc();',
      'if (x) {',
      '```',
      '```js',
      'Sure, here:',
      '<think>',
      '</think>',
      '  ',
    );
    const states = fc.constantFrom<AnswerState>('running', 'cut', 'whole');
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        fc.nat(),
        fc.nat(),
        fc.array(line, { maxLength: 10 }),
        fc.constantFrom('\n', '\r\n'),
        states,
        fc.nat(),
        (lines, from, count, answer, eol, state, stop) => {
          const start = from % lines.length;
          // None at all is a place too: new lines before a line.
          const original = lines.slice(start, start + (count % (lines.length - start + 1)));
          const place: Place = {
            start,
            original,
            language: 'javascript',
            style: { insertSpaces: true, tabSize: 2 },
          };
          const text = answer.join(eol);
          const came = state === 'whole' ? text : text.slice(0, stop % (text.length + 1));
          const outcome = propose(place, came, state);
          if (outcome.type === 'proposal') checkPromises({ lines, eol, place }, outcome);
        },
      ),
      { numRuns: 500 },
    );
  });
});
