/** What the model is asked: the format of each model and server, within its window, stable while somebody types. */
import assert from 'node:assert/strict';
import { createTokenEstimate } from '../../../src/core/completion/budget.ts';
import {
  createPromptBuilder,
  type InlineModel,
  type PromptContext,
  type ServerFacts,
} from '../../../src/core/completion/prompt.ts';
import type { Query } from '../../../src/core/completion/words.ts';
import { at, place } from '../../fakes/caret.ts';

const url = 'http://127.0.0.1:1';
const python = { language: 'python', path: 'a.py' };

function ask(
  query: Query,
  model: Omit<InlineModel, 'name'>,
  facts: ServerFacts = {},
  context: PromptContext = { files: [] },
): unknown {
  const build = createPromptBuilder({ maxTokens: 100, promptTokens: 2000 });
  const { request } = build(query, { name: 'm', ...model }, facts, context, createTokenEstimate());
  if (request.type === 'chat') return request.messages.map(({ role }) => role);
  const { prompt, suffix, stop, files } = request;
  return {
    prompt,
    ...(suffix === undefined ? {} : { suffix }),
    ...(stop ? { stop } : {}),
    ...(files ? { files } : {}),
  };
}

describe('a completion request', () => {
  const query = at('# Ti|\n\nBody about otters.\n', { language: 'markdown', path: 'README.md' });

  it('holds the text right of the caret in the tokens of the family', () => {
    assert.deepEqual(
      ask(query, { endpoint: { url, dialect: 'openai-completions', model: 'Qwen/Qwen2.5-Coder-7B' } }),
      {
        prompt: '<|fim_prefix|># Ti<|fim_suffix|>\n\nBody about otters.\n<|fim_middle|>',
        stop: ['<|endoftext|>', '<|file_sep|>', '<|fim_pad|>', '<|im_end|>'],
      },
    );
  });

  it('leaves the joining to a server that does it itself, with the other files', () => {
    const files = [{ path: 'b.md', text: 'B' }];
    assert.deepEqual(ask(query, { endpoint: { url, dialect: 'llama-infill' } }, {}, { files }), {
      prompt: '# Ti',
      suffix: '\n\nBody about otters.\n',
      files,
    });
  });

  it('to Ollama is native with prompt and suffix, or raw with the tokens, never tokens in its chat template', () => {
    const ollama = (model: string): InlineModel['endpoint'] => ({ url, dialect: 'ollama', model });
    assert.deepEqual(ask(query, { endpoint: ollama('unknown') }, { fills: true }), {
      prompt: '# Ti',
      suffix: '\n\nBody about otters.\n',
    });
    assert.deepEqual(ask(query, { endpoint: ollama('codellama:7b-code') }), {
      prompt: '<PRE> # Ti <SUF>\n\nBody about otters.\n <MID>',
      stop: ['<EOT>', '</s>', '<PRE>'],
    });
  });

  it('to a model of an unknown family continues the text before the caret', () => {
    assert.deepEqual(ask(query, { endpoint: { url, dialect: 'tgi', model: 'my-model' } }), {
      prompt: '# Ti',
    });
  });

  it('to a model for conversations asks to fill the gap', () => {
    assert.deepEqual(ask(query, { endpoint: { url, dialect: 'hf-chat:auto', model: 'any' } }), [
      'system',
      'user',
    ]);
  });

  it('follows the setting before the server before the name', () => {
    const endpoint: InlineModel['endpoint'] = { url, dialect: 'tgi', model: 'starcoder2' };
    const code = at('x|', python);
    assert.deepEqual(
      [
        ask(code, { endpoint, fim: 'none' }, { tokens: ['[SUFFIX]', '[PREFIX]'] }),
        ask(code, { endpoint, fim: '<A>{prefix}<B>{suffix}<C>' }),
        ask(code, { endpoint, stops: ['\n\n'], fim: 'seed' }),
        ask(code, { endpoint }, { tokens: ['[SUFFIX]', '[PREFIX]'] }),
      ],
      [
        { prompt: 'x' },
        { prompt: '<A>x<B><C>', stop: ['<A>', '<B>', '<C>'] },
        {
          prompt: '<[fim-suffix]><[fim-prefix]>x<[fim-middle]>',
          stop: ['\n\n', '<[end▁of▁sentence]>', '<[fim-suffix]>', '<[fim-prefix]>'],
        },
        { prompt: '[SUFFIX][PREFIX]x', stop: ['[PREFIX]', '[SUFFIX]', '</s>', '[MIDDLE]'] },
      ],
    );
  });

  it('shows other files as comments to a model that has no tokens for files', () => {
    const files = [{ path: 'b.py', text: 'def b():\n    pass\n' }];
    assert.deepEqual(ask(at('x = |', python), { endpoint: { url, dialect: 'tgi' } }, {}, { files }), {
      prompt: '# b.py\n# def b():\n#     pass\n\nx = ',
    });
  });
});

describe('the context window', () => {
  const endpoint: InlineModel['endpoint'] = { url, dialect: 'tgi', model: 'x' };
  const lines = (count: number): string =>
    Array.from({ length: count }, (_, n) => `line_${n} = ${n}\n`).join('');
  const build = createPromptBuilder({ maxTokens: 100, promptTokens: 2000 });
  const prompt = (query: Query, contextTokens = 1024, estimate = createTokenEstimate()): string => {
    const { request } = build(query, { name: 'm', endpoint, contextTokens }, {}, { files: [] }, estimate);
    return request.type === 'text' ? request.prompt : '';
  };

  it('is never exceeded by the estimate, and used well', () => {
    const { length } = prompt(place(lines(5000), lines(5000), { uri: 'file:///1' }));
    const most = (1024 - 100) * 3;
    assert.ok(length <= most && length >= most * 0.4, `${length} of ${most}`);
  });

  it('gets smaller prompts once the server counted more tokens than estimated', () => {
    const estimate = createTokenEstimate();
    const first = prompt(place(lines(5000), '', { uri: 'file:///2' }), 1024, estimate);
    estimate.correct(first.length, first.length / 1.5);
    const second = prompt(place(lines(5000), '', { uri: 'file:///3' }), 1024, estimate);
    assert.ok(second.length < first.length * 0.7, `${second.length} after ${first.length}`);
  });

  it('begins at the same line while somebody types, so that the server finds it in its cache', () => {
    const text = lines(3000);
    const uri = 'file:///4';
    const first = prompt(place(text, '', { uri }));
    let moved = 0;
    let last = first;
    for (let n = 1; n <= 100; n++) {
      const next = prompt(place(text + lines(n), '', { uri }));
      if (!next.startsWith(last)) moved++;
      last = next;
    }
    assert.ok(moved <= 2, `${moved} leaps in 100 lines`);
  });

  it('shows the imports of a file whose start is out of sight', () => {
    const text = `import a from 'a';\nimport {\n  b,\n} from 'b';\n${lines(1500)}`;
    const shown = prompt(place(text, '', { uri: 'file:///5' }));
    assert.ok(shown.startsWith("import a from 'a';\nimport {\n  b,\n} from 'b';\nline_"), shown.slice(0, 80));
    assert.equal(shown.split('import a').length, 2);
  });

  it('cuts a line that is longer than the window rather than giving up', () => {
    const { length } = prompt(place('x'.repeat(100_000), 'y'.repeat(100_000), { uri: 'file:///6' }));
    assert.ok(length > 500 && length <= 924 * 3, `${length}`);
  });
});
