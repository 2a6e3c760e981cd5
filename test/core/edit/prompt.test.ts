/** What a model is told about an edit: the marked lines whole, their surroundings as far as the window allows. */
import assert from 'node:assert/strict';
import { editPrompt, fenceFor } from '../../../src/core/edit/prompt.ts';
import { estimateTokens } from '../../../src/core/model/tokens.ts';

const question = { path: 'src/a.js', language: 'javascript', instruction: 'Rename it.' };

function sentText(file: readonly string[], start: number, end: number, contextTokens?: number): string {
  const prompt = editPrompt({ ...question, file, start, end }, contextTokens);
  return prompt.type === 'messages'
    ? prompt.messages.map(({ content }) => (typeof content === 'string' ? content : '')).join('\n')
    : prompt.type;
}

describe('the prompt of an edit', () => {
  it('holds the instruction, the lines and what stands around them', () => {
    const prompt = editPrompt({ ...question, file: ['one();', 'two();', 'three();'], start: 1, end: 2 });
    assert.ok(prompt.type === 'messages');
    assert.equal(
      prompt.messages[1]?.content,
      'File: src/a.js\n\n' +
        'Lines above, not to be repeated:\n```javascript\none();\n```\n\n' +
        'Lines below, not to be repeated:\n```javascript\nthree();\n```\n\n' +
        'Lines to edit:\n```javascript\ntwo();\n```\n\n' +
        'Instruction: Rename it.\n\n' +
        'Write the new text of the lines to edit, in one code block fenced by ```.',
    );
  });

  it('asks for new text at a blank line', () => {
    const text = sentText(['one();', '', 'three();'], 1, 2);
    assert.match(text, /Write the text that goes between the lines above and the lines below/);
    assert.doesNotMatch(text, /Lines to edit:/);
  });

  it('keeps the nearest lines of a long file and stays within the window', () => {
    const file = Array.from({ length: 20_000 }, (_, line) => `const line${line} = ${line};`);
    const text = sentText(file, 10_000, 10_010, 4096);
    assert.ok(estimateTokens(text) < 4096 - 512, `${estimateTokens(text)} tokens`);
    assert.deepEqual(
      ['line9999 ', 'line10000 ', 'line10009 ', 'line10010 ', 'line0 ', 'line19999 '].map((name) =>
        text.includes(name),
      ),
      [true, true, true, true, false, false],
    );
  });

  it('is refused when the lines alone do not fit', () => {
    const file = Array.from({ length: 2000 }, (_, line) => `const line${line} = ${line};`);
    assert.equal(sentText(file, 0, 2000, 4096), 'too-long');
  });

  it('uses a fence that the text does not have', () => {
    assert.equal(fenceFor(['a', '  ````js', '```']), '`````');
    assert.equal(fenceFor(['a']), '```');
  });
});
