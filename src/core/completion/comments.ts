/** Other files' parts as comments, for models that have no tokens to tell files apart. */
import type { ContextFile } from '../model/words.ts';

const HASH = [
  'python',
  'ruby',
  'shellscript',
  'perl',
  'r',
  'yaml',
  'toml',
  'dockerfile',
  'makefile',
  'elixir',
];
const DASHES = ['sql', 'lua', 'haskell', 'ada'];
/** Languages without a line comment, or where a comment is content. */
const NONE = ['html', 'xml', 'markdown', 'json', 'css', 'plaintext', 'csv', 'vue', 'svelte'];

/** Empty where the language has no line comment. */
export function asComments(language: string, files: readonly ContextFile[]): string {
  if (files.length === 0 || NONE.includes(language)) return '';
  const mark = HASH.includes(language) ? '#' : DASHES.includes(language) ? '--' : '//';
  return files
    .map(({ path, text }) => {
      const lines = `${path}\n${text}`.trimEnd().split('\n');
      return lines.map((line) => `${mark} ${line}`.trimEnd()).join('\n') + '\n\n';
    })
    .join('');
}
