/** Faults that users report of text and time together: typing on, accepting by words, several answers at once. */
import assert from 'node:assert/strict';
import { at } from '../../fakes/caret.ts';
import { createDesk } from '../../fakes/desk.ts';
import { createTrimmer } from '../../../src/core/completion/trim/trimmer.ts';

describe('reported faults of ghost text', () => {
  it('accepting one word leaves the rest as it was', async () => {
    const desk = createDesk(['brown fox jumps']);
    await desk.ask(at('The quick |', { language: 'markdown' }), 500);
    assert.equal(await desk.ask(at('The quick brown|', { language: 'markdown' })), ' fox jumps');
  });

  it('typing the answer before a closed bracket leaves one bracket', async () => {
    const desk = createDesk(['bar, baz)']);
    await desk.ask(at('foo(|)\n'), 500);
    const rest = desk.suggester.recall(at('foo(ba|)\n'));
    assert.deepEqual([rest?.text, rest?.replaceSuffix], ['r, baz', 0]);
  });

  it('indentation typed while the request runs is not added to', async () => {
    const desk = createDesk([{ tokens: ['\t\tconst x', ' = 1'], firstTokenMs: 600 }]);
    await desk.ask(at('function t() {\n|\n}\n'), 300);
    const typed = at('function t() {\n\t\t|\n}\n');
    await desk.ask(typed, 1000);
    assert.equal(desk.suggester.recall(typed)?.text, 'const x = 1');
  });

  it('two answers of one request are not put behind one another', async () => {
    const desk = createDesk([], {
      ports: {
        stream: async function* () {
          await Promise.resolve();
          yield { type: 'text-delta', text: 'cas s1;' };
          yield { type: 'text-delta', text: 'cas s2;', sequence: 1 };
          yield { type: 'finish', finishReason: 'eos_token' };
        },
      },
    });
    assert.equal(await desk.ask(at('/* start session */\n|', { language: 'sas' }), 500), 'cas s1;');
  });

  for (const [name, answer] of [
    ['line ends', '\n'.repeat(200)],
    ['two letters', 'ny'.repeat(500)],
    ['placeholders', '// ...existing code...\n  '.repeat(40)],
  ] as const) {
    it(`the request is closed when ${name} come without end`, () => {
      const place = { prefix: 'x = ', suffix: '\n', language: 'typescript', tabSize: 4, insertSpaces: true };
      const trimmer = createTrimmer(place, { trigger: 'automatic', origin: 'completion', stops: [] });
      let read = 0;
      for (const char of answer) {
        read++;
        if (trimmer.push(char).done) break;
      }
      assert.ok(read < 150, `read ${read} characters`);
    });
  }
});
