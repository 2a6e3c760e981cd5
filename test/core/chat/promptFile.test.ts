/** Own prompt files: ours is read, other tools' keys are skipped, mistakes have a line. */
import assert from 'node:assert/strict';
import { readPromptFile, type PromptFile } from '../../../src/core/chat/promptFile.ts';

function check(text: string, expected: PromptFile): void {
  assert.deepEqual(readPromptFile(text, 'my sql.prompt.md'), expected);
}

const plain = { name: 'my-sql', description: '', mode: 'chat', text: 'Do it.' } as const;

describe('a prompt file', () => {
  it('needs no front matter', () => check('Do it.\n', { prompt: plain, problems: [] }));

  it('has name, description, model and mode', () =>
    check('---\nname: sql\ndescription: "Explain: SQL"\nmodel: big\nmode: edit\n---\n\nDo it.\n', {
      prompt: { name: 'sql', description: 'Explain: SQL', model: 'big', mode: 'edit', text: 'Do it.' },
      problems: [],
    }));

  it('may have CRLF and a byte order mark', () =>
    check('\uFEFF---\r\nname: sql\r\n---\r\nDo\r\nit.\r\n', {
      prompt: { ...plain, name: 'sql', text: 'Do\nit.' },
      problems: [],
    }));

  it("may have other tools' keys and modes", () =>
    check('---\nmode: agent\ntools: [codebase, { a: 1 }]\nagent: plan\napplyTo: "**"\n---\nDo it.', {
      prompt: plain,
      problems: [],
    }));

  it('is told the line of a wrong value, and works with its default', () =>
    check('---\ndescription: d\nmode: write\nname: two words\nmodel: [a]\n---\nDo it.', {
      prompt: { ...plain, description: 'd' },
      problems: [
        { line: 3, message: '"mode" must be one of chat, edit, insert.' },
        { line: 4, message: '"name" must be one word of letters, digits, - and _.' },
        { line: 5, message: '"model" must be the name of a configured model.' },
      ],
    }));

  it('is told the line of broken YAML', () => {
    const { prompt, problems } = readPromptFile(
      '---\nname: sql\ndescription: "open\n---\nDo it.',
      'a.prompt.md',
    );
    assert.equal(prompt.text, 'Do it.');
    assert.deepEqual(
      problems.map(({ line }) => line),
      [4],
    );
  });

  it('is told that a list is no front matter', () =>
    check('---\n- a\n---\nDo it.', {
      prompt: plain,
      problems: [{ line: 2, message: 'The front matter must be a list of "key: value" lines.' }],
    }));

  it('may begin with a ruler that is no front matter', () =>
    check('---\n\nDo it.', { prompt: { ...plain, text: '---\n\nDo it.' }, problems: [] }));
});
