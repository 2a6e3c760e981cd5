/** Each stage of trimming by itself: a table of what comes in and what stands, however it was cut into pieces. */
import { caretOf, type Caret } from '../../../../src/core/completion/trim/caret.ts';
import { badStart } from '../../../../src/core/completion/trim/badStart.ts';
import { blankStart } from '../../../../src/core/completion/trim/blankStart.ts';
import { blockEnd } from '../../../../src/core/completion/trim/blockEnd.ts';
import { controlTokens } from '../../../../src/core/completion/trim/controlTokens.ts';
import { drawable } from '../../../../src/core/completion/trim/drawable.ts';
import { echo } from '../../../../src/core/completion/trim/echo.ts';
import { extent } from '../../../../src/core/completion/trim/extent.ts';
import { indentation } from '../../../../src/core/completion/trim/indentation.ts';
import { joint } from '../../../../src/core/completion/trim/joint.ts';
import { languageOf } from '../../../../src/core/completion/trim/language.ts';
import { lineEnds } from '../../../../src/core/completion/trim/lineEnds.ts';
import { promptEchoes } from '../../../../src/core/completion/trim/promptEchoes.ts';
import { reasoning } from '../../../../src/core/completion/trim/reasoning.ts';
import { repeatedLines, repetitionInLine } from '../../../../src/core/completion/trim/repetition.ts';
import { restOfLine } from '../../../../src/core/completion/trim/restOfLine.ts';
import type { Stage } from '../../../../src/core/completion/trim/stage.ts';
import { suffixRun } from '../../../../src/core/completion/trim/suffixRun.ts';
import { trailing } from '../../../../src/core/completion/trim/trailing.ts';
import { wrapping } from '../../../../src/core/completion/trim/wrapping.ts';
import assert from 'node:assert/strict';
import { through } from './run.ts';

function caret(document: string, language = 'typescript'): Caret {
  const [prefix = '', suffix = ''] = document.split('‸');
  return caretOf({ prefix, suffix, language, tabSize: 4, insertSpaces: true });
}

type Row = readonly [name: string, make: () => Stage, input: string, output: string];

const PLAIN = languageOf('typescript');
const STAGES: Readonly<Record<string, readonly Row[]>> = {
  'line ends': [
    ['become one kind', lineEnds, 'a\r\nb\rc\n', 'a\nb\nc\n'],
    ['keep whole characters', lineEnds, '👍\ud83d x', '👍 x'],
  ],
  'a blank start': [
    ['of a few lines passes', blankStart, '\n\n a', '\n\n a'],
    ['without end is over', blankStart, '\n'.repeat(40), '\n'.repeat(10)],
  ],
  'control tokens': [
    ['end the text', () => controlTokens([], '', PLAIN), 'a<|endoftext|>b', 'a'],
    ['may be the user’s own stop string', () => controlTokens(['\nEND'], '', PLAIN), 'a\nEND', 'a'],
    [
      'are code where the user writes of them',
      () => controlTokens([], '"<EOT>"', PLAIN),
      'a <EOT>',
      'a <EOT>',
    ],
    ['that never end are text', () => controlTokens([], '', PLAIN), 'a <|im_', 'a <|im_'],
  ],
  thoughts: [
    ['are left out', reasoning, '<think>a\n</think>\n\nb', 'b'],
    ['that start like a tag of the user pass', reasoning, '<thin/>', '<thin/>'],
  ],
  wrapping: [
    ['comes off', () => wrapping(caret('‸'), 'completion'), '```ts\na\n```\nb', 'a\n'],
    [
      'stays in Markdown',
      () => wrapping(caret('‸', 'markdown'), 'completion'),
      '```ts\na\n```',
      '```ts\na\n```',
    ],
  ],
  'a bad start': [
    ['is taken off', () => badStart(caret('‸')), '➕ a', 'a'],
    ['is a list in YAML', () => badStart(caret('‸', 'yaml')), '- a', '- a'],
  ],
  echoes: [
    ['of the line are left out', () => echo(caret('const a = ‸')), 'const a = 1', ' 1'],
    ['that turn out otherwise pass', () => echo(caret('const a = ‸')), 'const b', 'const b'],
  ],
  'traces of prompts': [
    ['end the text', () => promptEchoes(caret('‸')), 'a\n// Path: b/c.ts\n', 'a\n'],
    [
      'are no comments',
      () => promptEchoes(caret('‸')),
      '// The path: see below\n',
      '// The path: see below\n',
    ],
  ],
  'the joint': [
    ['drops a second blank', () => joint(caret('a = ‸')), ' b', 'b'],
    ['keeps one line end behind an opener', () => joint(caret('f() {‸')), '\n\n  a', '\n  a'],
  ],
  indentation: [
    ['becomes tabs', () => indentation(caret('\t‸'), () => false), 'a {\n        b', 'a {\n\t\tb'],
    ['of a fence moves to the caret', () => indentation(caret('  ‸'), () => true), 'a\nb', 'a\n  b'],
  ],
  'repetition in a line': [
    ['is cut where it began', () => repetitionInLine(caret('‸')), 'ab'.repeat(90), `${'ab'.repeat(8)}a`],
    ['of dashes is a ruler', () => repetitionInLine(caret('‸')), '-'.repeat(70), '-'.repeat(70)],
  ],
  'repeated lines': [
    ['end the text', () => repeatedLines(caret('‸')), 'abc\nabc\nabc\n', 'abc\n'],
    ['may come twice', () => repeatedLines(caret('‸')), 'abc\nabc\nd\n', 'abc\nabc\nd\n'],
  ],
  'the rest of the line': [
    ['is not doubled', () => restOfLine(caret('f(‸);')), 'a);', 'a'],
    ['is covered by what goes on', () => restOfLine(caret('f(‸)')), 'a) {', 'a) {'],
  ],
  'the lines below': [
    ['end the text', () => suffixRun(caret('‸\nsend(a);\n')), 'b();\nsend(a);\n', 'b();\n'],
    ['have siblings', () => suffixRun(caret('‸\ncase 2:\n')), 'case 1:\n', 'case 1:\n'],
  ],
  'the end of the block': [
    ['is below', () => blockEnd(caret('{\n  ‸\n}')), 'a\n}\nb', 'a\n'],
    ['is missing', () => blockEnd(caret('{\n  ‸')), 'a\n}\nb', 'a\n}\n'],
  ],
  'the extent': [
    ['is a statement on a begun line', () => extent(caret('a = ‸')), '1;\nb', '1;\n'],
    ['is all of an empty line’s block', () => extent(caret('‸')), 'a;\nb;', 'a;\nb;'],
  ],
  'what can be drawn': [['is 4899 characters of one line', drawable, 'x'.repeat(6000), 'x'.repeat(4899)]],
  'trailing blanks': [
    ['are dropped', () => trailing(() => ''), 'a \n\n', 'a'],
    ['part the text from a word behind it', () => trailing(() => 'b'), 'a, ', 'a, '],
  ],
};

for (const [name, table] of Object.entries(STAGES)) {
  describe(`${name} of an answer`, () => {
    for (const [title, make, input, output] of table) {
      it(title, () => assert.equal(through(make, input), output));
    }
  });
}
