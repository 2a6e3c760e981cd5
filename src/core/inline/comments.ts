/** Whether the caret stands in a comment: a guess from the text left of it, for the setting that keeps comments quiet. */

interface Marks {
  readonly line: readonly string[];
  readonly block?: readonly [open: string, close: string];
}

const C: Marks = { line: ['//'], block: ['/*', '*/'] };
const HASH: Marks = { line: ['#'] };
const DASHES: Marks = { line: ['--'] };
const MARKUP: Marks = { line: [], block: ['<!--', '-->'] };

/** By VS Code's language id. A language that is not listed has no comments as far as this guess goes. */
const MARKS: Readonly<Record<string, Marks>> = {
  ...Object.fromEntries(
    [
      ...[
        'javascript',
        'javascriptreact',
        'typescript',
        'typescriptreact',
        'java',
        'c',
        'cpp',
        'csharp',
        'go',
      ],
      ...[
        'rust',
        'swift',
        'kotlin',
        'dart',
        'scala',
        'groovy',
        'objective-c',
        'jsonc',
        'scss',
        'less',
        'zig',
      ],
    ].map((language) => [language, C]),
  ),
  ...Object.fromEntries(
    [
      ...['python', 'ruby', 'perl', 'shellscript', 'yaml', 'toml', 'dockerfile', 'makefile', 'r', 'julia'],
      ...['elixir', 'ini', 'properties', 'dotenv', 'powershell', 'coffeescript'],
    ].map((language) => [language, HASH]),
  ),
  ...Object.fromEntries(['html', 'xml', 'markdown', 'vue', 'svelte'].map((language) => [language, MARKUP])),
  ...Object.fromEntries(['haskell', 'lua', 'elm', 'ada'].map((language) => [language, DASHES])),
  sql: { line: ['--'], block: ['/*', '*/'] },
  php: { line: ['//', '#'], block: ['/*', '*/'] },
  css: { line: [], block: ['/*', '*/'] },
  latex: { line: ['%'] },
  clojure: { line: [';'] },
  lisp: { line: [';'] },
};

/** How far back a block comment's start is looked for, in characters. */
const REACH = 4000;

export function isInComment(prefix: string, language: string): boolean {
  const marks = MARKS[language];
  if (!marks) return false;
  const near = prefix.slice(-REACH);
  if (marks.block) {
    const [open, close] = marks.block;
    const opened = near.lastIndexOf(open);
    if (opened !== -1 && opened > near.lastIndexOf(close)) return true;
  }
  return hasLineComment(near.slice(near.lastIndexOf('\n') + 1), marks.line);
}

/** Whether a line comment's mark stands outside of the quotes of this line. */
function hasLineComment(line: string, marks: readonly string[]): boolean {
  let quote: string | undefined;
  for (let i = 0; i < line.length; i++) {
    const char = line.charAt(i);
    if (quote !== undefined) {
      if (char === '\\') i += 1;
      else if (char === quote) quote = undefined;
    } else if (char === '"' || char === "'" || char === '`') quote = char;
    else if (marks.some((mark) => line.startsWith(mark, i))) return true;
  }
  return false;
}
