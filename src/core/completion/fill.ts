/** Asks a model that only knows conversations to fill the gap; its answer is unwrapped by the trimmer. */
import type { ChatMessage, ContextFile } from '../model/words.ts';

export interface FillQuestion {
  readonly path: string;
  readonly language: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly files: readonly ContextFile[];
  /** What the language service complains of near the caret. */
  readonly problems: readonly string[];
}

const CARET = '<CURSOR>';

const INSTRUCTION = `You complete code in an editor. The file has the marker ${CARET} where the person's caret stands.
Reply with nothing but the text that belongs in place of ${CARET}: no explanation, no code fence, nothing of what is already there before or after it.
Keep the file's indentation and style. Complete the current statement or block and stop there. If nothing is missing, reply with an empty message.`;

/** The conversation that asks for the text at the caret. */
export function fillMessages({
  path,
  language,
  prefix,
  suffix,
  files,
  problems,
}: FillQuestion): ChatMessage[] {
  const others = files.map((file) => `File ${file.path}:\n\`\`\`\n${file.text}\n\`\`\`\n\n`).join('');
  const line = prefix.slice(prefix.lastIndexOf('\n') + 1);
  const here =
    line.trim() === ''
      ? ''
      : `\nThe reply continues this line, it does not repeat it: ${line.trimStart()}${CARET}`;
  const known = problems.length === 0 ? '' : `\nProblems near the caret: ${problems.join('; ')}`;
  return [
    { role: 'system', content: INSTRUCTION },
    {
      role: 'user',
      content: `${others}File ${path} (${language}):\n\`\`\`\n${prefix}${CARET}${suffix}\n\`\`\`${known}${here}`,
    },
  ];
}
