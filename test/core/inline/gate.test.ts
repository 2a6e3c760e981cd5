/** Which questions of the editor reach the engine. */
import assert from 'node:assert/strict';
import { isInComment } from '../../../src/core/inline/comments.ts';
import { refuse, type Refusal, type Situation } from '../../../src/core/inline/gate.ts';

const OPEN: Situation = {
  trigger: 'automatic',
  language: 'python',
  languages: {},
  excluded: false,
  manualOnly: false,
  selecting: false,
  notInserting: false,
  behindWidget: false,
  inQuietComment: () => false,
};

const check = (situation: Partial<Situation>, expected: Refusal | undefined): void =>
  assert.deepEqual(refuse({ ...OPEN, ...situation }), expected);

describe('refuse', () => {
  it('lets typing through', () => check({}, undefined));
  it('keeps a language quiet', () =>
    check({ languages: { python: false } }, { reason: 'disabled', detail: 'language' }));
  it('keeps all other languages quiet', () =>
    check({ languages: { '*': false, go: true } }, { reason: 'disabled', detail: 'language' }));
  it('lets a language through where all others are quiet', () =>
    check({ languages: { '*': false, python: true } }, undefined));
  it('keeps excluded files quiet', () => check({ excluded: true }, { reason: 'excluded-file' }));
  it('asks for nothing by itself in manual mode', () =>
    check({ manualOnly: true }, { reason: 'disabled', detail: 'manual' }));
  it('asks for nothing while text is selected', () => check({ selecting: true }, { reason: 'selection' }));
  it('asks for nothing while keys are commands', () =>
    check({ notInserting: true }, { reason: 'disabled', detail: 'modal' }));
  it('keeps out of the suggest widget’s way', () =>
    check({ behindWidget: true }, { reason: 'disabled', detail: 'widget' }));
  it('keeps comments quiet', () =>
    check({ inQuietComment: () => true }, { reason: 'disabled', detail: 'comment' }));

  const byHand: Partial<Situation> = {
    trigger: 'invoke',
    manualOnly: true,
    selecting: true,
    notInserting: true,
    inQuietComment: () => true,
  };
  it('lets through what is asked for by hand', () => check(byHand, undefined));
  it('sends nothing from an excluded file, even by hand', () =>
    check({ ...byHand, excluded: true }, { reason: 'excluded-file' }));
});

describe('isInComment', () => {
  const table: [language: string, prefix: string, expected: boolean][] = [
    ['typescript', 'let a = 1; // so ', true],
    ['typescript', "let url = 'http://", false],
    ['typescript', 'let a = "x"; //', true],
    ['typescript', '// done\nlet a', false],
    ['typescript', '/* one\n * two', true],
    ['typescript', '/* one */ let', false],
    ['python', 'x = 1  # no', true],
    ['python', 'x = "#', false],
    ['sql', 'select 1 -- a', true],
    ['html', '<p><!-- a', true],
    ['html', '<p><!-- a --><b', false],
    ['plaintext', '# a', false],
  ];
  for (const [language, prefix, expected] of table)
    it(`says ${expected ? 'yes' : 'no'} to ${JSON.stringify(prefix)} in ${language}`, () =>
      assert.equal(isInComment(prefix, language), expected));
});
