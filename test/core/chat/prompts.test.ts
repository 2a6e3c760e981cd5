/** Variables of prompts, and the invariants of the table of prompts. */
import assert from 'node:assert/strict';
import { COMMAND_PROMPTS, fillPrompt, needsOf, type Variable } from '../../../src/core/chat/prompts.ts';

describe("a prompt's variables", () => {
  it('are filled, inputs too', () => {
    const text = 'In ${file} (${language}): ${input:question:What?}\n${selection}';
    assert.deepEqual(needsOf(text), {
      variables: new Set(['selection', 'file', 'language']),
      inputs: [{ name: 'question', hint: 'What?' }],
    });
    const values = new Map<Variable, string>([
      ['file', 'a.ts'],
      ['language', 'typescript'],
      ['selection', 'x'],
    ]);
    assert.equal(fillPrompt(text, values, new Map([['question', 'Why?']])), 'In a.ts (typescript): Why?\nx');
  });

  it('in a value are no variables', () => {
    const values = new Map<Variable, string>([
      ['selection', '${file} ${input:q}'],
      ['file', 'secret'],
    ]);
    assert.equal(fillPrompt('${selection}', values, new Map([['q', 'a']])), '${file} ${input:q}');
  });

  it('that nobody knows stay as they are', () => {
    assert.equal(fillPrompt('${workspaceFolder} $& $1', new Map(), new Map()), '${workspaceFolder} $& $1');
  });
});

describe('the prompts on code', () => {
  it('have names that are slash commands, each once', () => {
    const names = COMMAND_PROMPTS.map(({ name }) => name);
    assert.deepEqual(
      names,
      [...new Set(names)].filter((name) => /^[a-z-]+$/.test(name)),
    );
  });

  it('leave the code out of an edit, which brings it itself', () => {
    const doubled = COMMAND_PROMPTS.filter(
      ({ mode, text }) => mode === 'edit' && text.includes('${selection}'),
    );
    assert.deepEqual(doubled, []);
  });
});
