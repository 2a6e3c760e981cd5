/** What "Show last completion request" shows. */
import assert from 'node:assert/strict';
import { maskSecrets } from '../../../src/core/completion/inspection.ts';
import { createSuggester } from '../../../src/core/completion/suggest.ts';
import { at } from '../../fakes/caret.ts';
import { fakeClock } from '../../fakes/clock.ts';
import { MODEL } from '../../fakes/desk.ts';
import { createScriptedModel } from '../../fakes/scriptedModel.ts';

describe('the last completion request', () => {
  it('is shown with its exact prompt, every token, its end and what was cut', async () => {
    const clock = fakeClock();
    const model = createScriptedModel(clock, () => ({ tokens: ['1;', '\n', '<|endoftext|>', 'x'] }));
    const suggester = createSuggester({}, { clock, stream: model.stream, model: () => MODEL });
    void suggester.suggest(at('const a = |\n'), new AbortController().signal);
    await clock.pass(1000);
    const { sent, ...shown } = suggester.lastRequest ?? {};
    assert.equal(
      sent?.type === 'text' && sent.prompt,
      '<|fim_prefix|>const a = <|fim_suffix|>\n<|fim_middle|>',
    );
    assert.deepEqual(shown, {
      request: 1,
      model: 'test',
      url: 'http://127.0.0.1:1',
      dialect: 'openai-completions',
      format: 'qwen',
      tokens: [
        { text: '1;', id: 0 },
        { text: '\n', id: 1 },
        { text: '<|endoftext|>', id: 2 },
      ],
      rule: 'control-token',
      offered: '1;',
    });
  });

  const check = (name: string, text: string, expected: string): void => {
    it(`masks ${name}`, () => assert.equal(maskSecrets(text), expected));
  };
  check('a Hugging Face token', 'token: hf_abcdefghijkl', 'token: ************');
  check('a key that is assigned', "const apiKey = 'abc123xyz';", "const apiKey = '*********';");
  check('a password in a URL', 'postgres://me:secret1@host/db', 'postgres://me:*******@host/db');
  check('a private key', '-----BEGIN PRIVATE KEY-----\nMIG\n-----END PRIVATE KEY-----', '************');
  check(
    'nothing in ordinary code',
    'const token = next(); if (password) return;',
    'const token = next(); if (password) return;',
  );
});
