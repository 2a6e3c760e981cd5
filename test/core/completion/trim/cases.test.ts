/** The tables of answers: what is offered of each, however it arrives. */
import assert from 'node:assert/strict';
import { createTrimmer } from '../../../../src/core/completion/trim/trimmer.ts';
import { BLOCK_END } from './cases/blockEnd.cases.ts';
import { loadSyntax } from '../../../../tools/syntax.ts';
import type { LoadSyntax } from '../../../../src/core/completion/syntax.ts';
import type { TrimCase } from './cases/case.ts';
import { FAULTS } from './cases/faults.cases.ts';
import { LANGUAGES } from './cases/languages.cases.ts';
import { KEEP } from './cases/keep.cases.ts';
import { REPAIR } from './cases/repair.cases.ts';

async function check(row: TrimCase, load: LoadSyntax): Promise<void> {
  const { language, document, says, offers, over = 0, origin = 'completion' } = row;
  const syntax = await load(language);
  const [prefix = '', suffix = ''] = document.replaceAll('\r\n', '\n').split('‸');
  const place = { prefix, suffix, language, tabSize: 4, insertSpaces: true };
  const expected = accepted(prefix, offers, suffix, over);
  for (const pieces of [[says], says.split(''), says.split(/(?<=\w)(?=\W)/)]) {
    const trimmer = createTrimmer(place, {
      trigger: 'automatic',
      origin,
      stops: [],
      ...(syntax ? { syntax } : {}),
    });
    for (const piece of pieces) if (trimmer.push(piece).done) break;
    const { text, replaceSuffix } = trimmer.end('whole');
    assert.equal(accepted(prefix, text, suffix, replaceSuffix), expected);
  }
}

const NONE: LoadSyntax = () => Promise.resolve(undefined);

/** The document after the suggestion is taken, but for blanks and line ends at ends that nobody sees. */
function accepted(prefix: string, text: string, suffix: string, over: number): string {
  if (text === '') return '(nothing)';
  return (prefix + text + suffix.slice(over)).replace(/[ \t]+$/gm, '').replace(/\n+$/, '');
}

for (const [title, table] of Object.entries({
  'ends the answer': BLOCK_END,
  keeps: KEEP,
  repairs: REPAIR,
  'offers, in many languages': LANGUAGES,
  'is free of the fault that': FAULTS,
})) {
  describe(`the trimmer ${title}`, () => {
    for (const row of table) it(`${row.language}: ${row.name}`, () => check(row, NONE));
    it('and the same with the grammars that there are', async () => {
      for (const row of table) await check(row, loadSyntax);
    });
  });
}
