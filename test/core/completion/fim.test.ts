/** Fill-in-the-middle: the table's invariants, the exact prompts, and which model speaks which format. */
import assert from 'node:assert/strict';
import {
  detectFim,
  escapeTokens,
  fimPrompt,
  parseFim,
  type ModelFacts,
} from '../../../src/core/completion/fim.ts';
import { FIM_FORMATS, FIM_NAMES } from '../../../src/core/completion/fimFormats.ts';

const gap = { prefix: 'x = ', suffix: '\n', path: 'a.py', files: [] };
const files = [
  { path: 'b.py', text: 'B = 1' },
  { path: 'c.py', text: 'C = 2' },
];

describe('the fill-in-the-middle table', () => {
  it('has one format for each name', () => {
    assert.deepEqual(
      FIM_FORMATS.map(({ name }) => name),
      FIM_NAMES,
    );
  });

  for (const format of FIM_FORMATS) {
    const { name, layout, others, stops, vocabulary } = format;
    it(`${name}: takes prefix and suffix once each`, () => {
      for (const text of [layout, others?.current ?? layout]) {
        assert.equal(text.split('{p}').length, 2);
        assert.equal(text.split('{s}').length, 2);
      }
    });
    it(`${name}: every stop is a token of its vocabulary, none twice`, () => {
      assert.deepEqual(
        stops.filter((stop) => !vocabulary.includes(stop)),
        [],
      );
      assert.equal(new Set(stops).size, stops.length);
      assert.ok(stops.length > 0);
    });
    it(`${name}: all control tokens of its layouts are in its vocabulary`, () => {
      const whole = [layout, others?.repository ?? '', others?.file ?? '', others?.current ?? ''].join('');
      const left = vocabulary.reduce((text, token) => text.replaceAll(token, ''), whole);
      assert.equal(left.replaceAll(/\{\w+\}|[\s\n]/g, ''), '');
    });
    it(`${name}: a file that holds its tokens does not end the gap`, () => {
      const prompt = fimPrompt(format, { ...gap, prefix: vocabulary.join(' '), files });
      const layoutOnly = fimPrompt(format, { ...gap, prefix: '', files });
      for (const token of vocabulary) {
        assert.equal(prompt.split(token).length, layoutOnly.split(token).length, token);
      }
    });
  }
});

describe('the prompt for a gap', () => {
  const check = (
    name: string,
    expected: string,
    withFiles: readonly { path: string; text: string }[] = [],
  ): void => {
    it(`${name}${withFiles.length > 0 ? ' with other files' : ''} is byte for byte what the model was trained on`, () => {
      const format = FIM_FORMATS.find((candidate) => candidate.name === name);
      assert.ok(format);
      assert.equal(fimPrompt(format, { ...gap, repository: 'shop', files: withFiles }), expected);
    });
  };
  check('starcoder', '<fim_prefix>x = <fim_suffix>\n<fim_middle>');
  check('santacoder', '<fim-prefix>x = <fim-suffix>\n<fim-middle>');
  check('qwen', '<|fim_prefix|>x = <|fim_suffix|>\n<|fim_middle|>');
  check('codegemma', '<|fim_prefix|>x = <|fim_suffix|>\n<|fim_middle|>');
  check('granite4', '<|fim_prefix|>x = <|fim_suffix|>\n<|fim_middle|>');
  check('codellama', '<PRE> x =  <SUF>\n <MID>');
  check('deepseek', '<｜fim▁begin｜>x = <｜fim▁hole｜>\n<｜fim▁end｜>');
  check('codestral', '[SUFFIX]\n[PREFIX]x = ');
  check('glm', '<|code_prefix|>x = <|code_suffix|>\n<|code_middle|>');
  check('seed', '<[fim-suffix]>\n<[fim-prefix]>x = <[fim-middle]>');
  check('mellum', '<filename>a.py\n<fim_suffix>\n<fim_prefix>x = <fim_middle>');
  check(
    'qwen',
    '<|repo_name|>shop\n<|file_sep|>b.py\nB = 1\n<|file_sep|>c.py\nC = 2\n<|file_sep|>a.py\n<|fim_prefix|>x = <|fim_suffix|>\n<|fim_middle|>',
    files,
  );
  check(
    'starcoder2',
    '<repo_name>shop<file_sep>b.py\nB = 1\n<file_sep>c.py\nC = 2\n<file_sep><fim_prefix>a.py\nx = <fim_suffix>\n<fim_middle>',
    files,
  );
  check(
    'mellum',
    '<filename>b.py\nB = 1\n<filename>c.py\nC = 2\n<filename>a.py\n<fim_suffix>\n<fim_prefix>x = <fim_middle>',
    files,
  );

  it('keeps dollar signs and braces of the code as they are', () => {
    const [format] = FIM_FORMATS;
    assert.ok(format);
    assert.equal(
      fimPrompt(format, { ...gap, prefix: "a.replace('$&', `{p}{s}`)", suffix: '$1{path}' }),
      "<fim_prefix>a.replace('$&', `{p}{s}`)<fim_suffix>$1{path}<fim_middle>",
    );
  });

  it('leaves text without control tokens alone', () => {
    assert.equal(escapeTokens('a < b | c > d', ['<|fim_prefix|>']), 'a < b | c > d');
    assert.equal(escapeTokens('"<|fim_prefix|>"', ['<|fim_prefix|>']), '"< |fim_prefix|>"');
  });
});

describe('the format of a model', () => {
  const check = (facts: ModelFacts, expected: string | undefined): void => {
    it(`${JSON.stringify(facts)} → ${expected ?? 'unknown'}`, () => {
      assert.equal(detectFim(facts)?.name, expected);
    });
  };
  check({ model: 'Qwen/Qwen2.5-Coder-7B' }, 'qwen');
  check({ model: 'qwen2.5-coder:1.5b-base' }, 'qwen');
  check({ model: 'Qwen3-Coder-30B-A3B-Instruct' }, 'qwen');
  check({ model: 'Qwen/CodeQwen1.5-7B' }, 'starcoder');
  check({ model: 'bigcode/starcoder2-3b' }, 'starcoder2');
  check({ model: 'bigcode/starcoderbase-1b' }, 'starcoder');
  check({ model: 'stabilityai/stable-code-3b' }, 'starcoder');
  check({ model: 'ibm-granite/granite-3b-code-base' }, 'starcoder');
  check({ model: 'ibm-granite/granite-4.0-h-tiny' }, 'granite4');
  check({ model: 'google/codegemma-2b' }, 'codegemma');
  check({ model: 'codellama/CodeLlama-7b-hf' }, 'codellama');
  check({ model: 'codellama:13b-code' }, 'codellama');
  check({ model: 'codellama/CodeLlama-34b-hf' }, undefined);
  check({ model: 'codellama/CodeLlama-7b-Python-hf' }, undefined);
  check({ model: 'deepseek-ai/deepseek-coder-6.7b-base' }, 'deepseek');
  check({ model: 'deepseek-ai/DeepSeek-R1' }, undefined);
  check({ model: 'codestral-latest' }, 'codestral');
  check({ model: 'mistral-large' }, undefined);
  check({ model: 'zai-org/GLM-4.5-Air' }, 'glm');
  check({ model: 'ByteDance-Seed/Seed-Coder-8B-Base' }, 'seed');
  check({ model: 'JetBrains/Mellum-4b-base' }, 'mellum');
  check({ model: 'HuggingFaceTB/SmolLM2-135M-Instruct' }, undefined);
  check({ model: 'gpt-4o' }, undefined);
  check({}, undefined);
  // The tokenizer knows better than a name.
  check({ model: 'my-finetune', tokens: ['<|fim_prefix|>', '<|file_sep|>', '<|im_end|>'] }, 'qwen');
  check({ model: 'starcoder', tokens: ['[SUFFIX]', '[PREFIX]'] }, 'codestral');
  check({ tokens: ['▁<PRE>', '▁<SUF>', '▁<MID>', '▁<EOT>'] }, 'codellama');
  check({ reported: 'Mellum 4B', tokens: ['<fim_prefix>', '<fim_suffix>', '<filename>'] }, 'mellum');
  check({ reported: 'Qwen2.5 Coder 0.5B', model: 'local' }, 'qwen');
});

describe('the fim setting', () => {
  const check = (setting: string, expected: unknown): void => {
    it(`${setting} → ${JSON.stringify(expected)}`, () => {
      const parsed = parseFim(setting);
      assert.deepEqual(
        parsed?.type === 'tokens' ? [parsed.format.name, parsed.format.layout] : parsed?.type,
        expected,
      );
    });
  };
  check('none', 'prefix');
  check('server', 'server');
  check('chat', 'chat');
  check('glm', ['glm', '<|code_prefix|>{p}<|code_suffix|>{s}<|code_middle|>']);
  check('<A>{prefix}<B>{suffix}<C>', ['custom', '<A>{p}<B>{s}<C>']);
  check('unheard-of', undefined);

  it('stops an own layout at its own tokens', () => {
    const parsed = parseFim('<A> {prefix} <B>{suffix} <C>');
    assert.deepEqual(parsed?.type === 'tokens' && parsed.format.stops, ['<A>', '<B>', '<C>']);
  });
});
