/** Which fill-in-the-middle format a model speaks, and the prompt in that format. */
import type { ContextFile } from '../model/words.ts';
import { FIM_FORMATS, type FimFormat, type FimName } from './fimFormats.ts';

/** What is known of a model beside the user's setting; the surest source comes first. */
export interface ModelFacts {
  /** Special tokens of the server's own tokenizer, or of a GGUF file's metadata. */
  readonly tokens?: readonly string[];
  /** Name in a GGUF file's metadata or as the server reports it. */
  readonly reported?: string;
  /** The name that the user configured. */
  readonly model?: string;
}

export type Format =
  | { readonly type: 'tokens'; readonly format: Omit<FimFormat, 'name'> & { readonly name: string } }
  /** The server puts prompt and suffix together. */
  | { readonly type: 'server' }
  /** The model continues a text; it sees nothing of what follows the caret. */
  | { readonly type: 'prefix' }
  /** A model for conversations is asked to fill the gap. */
  | { readonly type: 'chat' };

/** A family is told by tokens that no other has. */
const BY_TOKENS: readonly (readonly [all: readonly string[], name: FimName])[] = [
  [['<[fim-suffix]>'], 'seed'],
  [['<|code_prefix|>', '<|code_suffix|>'], 'glm'],
  [['<｜fim▁begin｜>', '<｜fim▁hole｜>'], 'deepseek'],
  [['[SUFFIX]', '[PREFIX]'], 'codestral'],
  [['<PRE>', '<SUF>', '<MID>'], 'codellama'],
  [['▁<PRE>', '▁<SUF>', '▁<MID>'], 'codellama'],
  [['<|fim_prefix|>', '<|file_separator|>'], 'codegemma'],
  [['<|fim_prefix|>', '<|end_of_text|>'], 'granite4'],
  [['<|fim_prefix|>', '<|file_sep|>'], 'qwen'],
  [['<fim-prefix>', '<fim-suffix>'], 'santacoder'],
  [['<fim_prefix>', '<file_sep>', '<repo_name>'], 'starcoder2'],
  [['<fim_prefix>', '<fim_suffix>'], 'starcoder'],
];

/** What a server's tokenizer is asked about. */
export const FIM_MARKS: readonly string[] = [...new Set(BY_TOKENS.flatMap(([all]) => all))].filter(
  (mark) => !mark.startsWith('▁'),
);

/** Names as model hubs and servers write them. */
const BY_NAME: readonly (readonly [RegExp, FimName])[] = [
  [/mellum/, 'mellum'],
  [/qwen[\d.-]*coder|qwen3-next/, 'qwen'],
  [/codeqwen|starcoder(?!2)|starcoderbase|tiny-starcoder|stable-?code|granite[\w.-]*code/, 'starcoder'],
  [/starcoder2/, 'starcoder2'],
  [/santacoder/, 'santacoder'],
  [/codegemma/, 'codegemma'],
  [/granite-?4/, 'granite4'],
  // Only 7B and 13B were trained to fill; the Python variant and 34B were not.
  [/code-?llama(?!.*(?:34b|70b|python))/, 'codellama'],
  [/deepseek-?coder/, 'deepseek'],
  [/codestral/, 'codestral'],
  [/glm-?4|codegeex-?4/, 'glm'],
  [/seed-?coder/, 'seed'],
];

/** The format by the server's tokenizer, then the reported name, then the configured one; undefined when none says. */
export function detectFim({ tokens = [], reported, model }: ModelFacts): FimFormat | undefined {
  const own = new Set(tokens);
  const byName = nameFamily(reported) ?? nameFamily(model);
  const byTokens = BY_TOKENS.find(([all]) => all.every((token) => own.has(token)))?.[1];
  // Mellum has StarCoder's tokens and another order: only its name tells.
  const name = byTokens === 'starcoder' && byName === 'mellum' ? byName : (byTokens ?? byName);
  return FIM_FORMATS.find((format) => format.name === name);
}

function nameFamily(id: string | undefined): FimName | undefined {
  const name = id?.toLowerCase().replaceAll(/[\s_]+/g, '-');
  return name === undefined ? undefined : BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
}

/**
 * Reads the `fim` setting: a family's name, `server`, `none`, `chat`, or an own layout with `{prefix}` and `{suffix}`
 * such as `<PRE>{prefix}<SUF>{suffix}<MID>`. Undefined when it names nothing known.
 */
export function parseFim(setting: string): Format | undefined {
  if (setting === 'server' || setting === 'chat') return { type: setting };
  if (setting === 'none') return { type: 'prefix' };
  const known = FIM_FORMATS.find(({ name }) => name === setting);
  if (known) return { type: 'tokens', format: known };
  if (!setting.includes('{prefix}') || !setting.includes('{suffix}')) return undefined;
  const vocabulary = setting
    .split(/\{prefix\}|\{suffix\}/)
    .map((token) => token.trim())
    .filter((token) => token !== '');
  const layout = setting.replace('{prefix}', '{p}').replace('{suffix}', '{s}');
  return { type: 'tokens', format: { name: 'custom', layout, stops: vocabulary, vocabulary } };
}

/** What fits between the format's tokens. */
export interface Gap {
  readonly prefix: string;
  readonly suffix: string;
  readonly path: string;
  readonly repository?: string;
  readonly files: readonly ContextFile[];
}

/** The prompt, byte for byte as the family was trained on it. */
export function fimPrompt(format: Omit<FimFormat, 'name'>, gap: Gap): string {
  const { others } = format;
  const safe = (text: string): string => escapeTokens(text, format.vocabulary);
  const values = { p: safe(gap.prefix), s: safe(gap.suffix), path: safe(gap.path) };
  if (!others || gap.files.length === 0) return fill(format.layout, values);
  const repository =
    gap.repository === undefined ? '' : fill(others.repository ?? '', { repo: gap.repository });
  const files = gap.files.map(({ path, text }) => fill(others.file, { path: safe(path), text: safe(text) }));
  return repository + files.join('') + fill(others.current ?? format.layout, values);
}

function fill(layout: string, values: Readonly<Record<string, string>>): string {
  return layout.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/**
 * Control tokens in somebody's own code (a file about tokenizers) would end the gap: a blank behind the first
 * character makes ordinary text of them.
 */
export function escapeTokens(text: string, tokens: readonly string[]): string {
  let safe = text;
  for (const token of tokens) {
    if (safe.includes(token)) safe = safe.replaceAll(token, `${token.slice(0, 1)} ${token.slice(1)}`);
  }
  return safe;
}
