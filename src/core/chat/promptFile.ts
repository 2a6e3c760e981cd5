/** Reads a user's own prompt: a `*.prompt.md` file with YAML front matter and a text with variables. */
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { PROMPT_MODES, type Prompt, type PromptMode } from './prompts.ts';

/** Something wrong in a prompt file; `line` counts from 1. */
export interface PromptProblem {
  readonly line: number;
  readonly message: string;
}

export interface PromptFile {
  /** Always usable: what is wrong is replaced by its default. */
  readonly prompt: Prompt;
  readonly problems: readonly PromptProblem[];
}

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u;
/** VS Code's own modes for such files: asking is our chat, and an agent is nearest to it. */
const FOREIGN_MODES: ReadonlyMap<string, PromptMode> = new Map([
  ['ask', 'chat'],
  ['agent', 'chat'],
]);

/**
 * @param fileName name without folders, such as `explain-sql.prompt.md`; gives the prompt its name if nothing else does
 * Keys that are not ours belong to other tools and are skipped.
 */
export function readPromptFile(text: string, fileName: string): PromptFile {
  const fallback = fileName.replace(/\.prompt\.md$/i, '').replace(/[^\p{L}\p{N}_-]+/gu, '-');
  const found = /^\uFEFF?---/.test(text) ? FRONT_MATTER.exec(text) : null;
  const { values, problems } = readFrontMatter(found?.[1] ?? '');
  const body = found ? text.slice(found[0].length) : text.replace(/^\uFEFF/, '');
  return {
    prompt: {
      name: values.name ?? fallback,
      description: values.description ?? '',
      mode: values.mode ?? 'chat',
      ...(values.model === undefined ? {} : { model: values.model }),
      text: body.replaceAll('\r\n', '\n').trim(),
    },
    problems,
  };
}

interface Values {
  name?: string;
  description?: string;
  model?: string;
  mode?: PromptMode;
}

function readFrontMatter(yaml: string): { values: Values; problems: PromptProblem[] } {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines });
  // The front matter's first line is the file's second.
  const lineAt = (offset: number): number => lines.linePos(offset).line + 1;
  const values: Values = {};
  const problems = document.errors.map((error) => ({
    line: lineAt(error.pos[0]),
    message: firstSentence(error.message),
  }));
  if (!isMap(document.contents)) {
    if (yaml.trim() !== '' && problems.length === 0) {
      problems.push({ line: 2, message: 'The front matter must be a list of "key: value" lines.' });
    }
    return { values, problems };
  }
  for (const { key, value } of document.contents.items) {
    if (!isScalar(key)) continue;
    const text = isScalar(value) && typeof value.value === 'string' ? value.value.trim() : undefined;
    const problem = take(values, String(key.value), text);
    if (problem) problems.push({ line: lineAt(key.range[0]), message: problem });
  }
  return { values, problems };
}

/** Puts a value of ours in its place; a sentence if it is wrong. */
function take(values: Values, key: string, text: string | undefined): string | undefined {
  switch (key) {
    case 'name':
      if (text === undefined || !NAME.test(text))
        return '"name" must be one word of letters, digits, - and _.';
      values.name = text;
      return undefined;
    case 'description':
      if (text === undefined) return '"description" must be text.';
      values.description = text;
      return undefined;
    case 'model':
      if (!text) return '"model" must be the name of a configured model.';
      values.model = text;
      return undefined;
    case 'mode': {
      const mode = PROMPT_MODES.find((known) => known === text) ?? FOREIGN_MODES.get(text ?? '');
      if (!mode) return `"mode" must be one of ${PROMPT_MODES.join(', ')}.`;
      values.mode = mode;
      return undefined;
    }
    default:
      return undefined;
  }
}

function firstSentence(message: string): string {
  return `${(message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?$/, '')}.`;
}
