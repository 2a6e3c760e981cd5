/** What trimming must know of a language where it reads text by itself: comments, quotes, and how blocks end. */

/** How a language ends its blocks: by closing brackets, by a smaller indentation, or by a word such as `end`. */
export type Blocks = 'brackets' | 'indentation' | 'words';

export interface Language {
  readonly blocks: Blocks;
  /** Starts of comments that run to the end of the line. */
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [open: string, close: string])[];
  /** Quotes of strings that end with their line. */
  readonly quotes: string;
  /** Quotes of strings that may run over lines. */
  readonly longQuotes: readonly string[];
  /** Text for people, in which anything may stand: no fences, prose or brackets are repaired in it. */
  readonly prose: boolean;
  /** Only data: keys, values, brackets; no statements. */
  readonly data: boolean;
  /** Regular expressions are written between slashes. */
  readonly regex: boolean;
  /** Tags of HTML may stand in it. */
  readonly markup: boolean;
}

const base: Language = {
  blocks: 'brackets',
  lineComments: ['//'],
  blockComments: [['/*', '*/']],
  quotes: '"\'',
  longQuotes: [],
  prose: false,
  data: false,
  regex: false,
  markup: false,
};

const c = base;
const script: Language = { ...base, longQuotes: ['`'], regex: true };
const hash: Language = { ...base, lineComments: ['#'], blockComments: [] };
const python: Language = { ...hash, blocks: 'indentation', longQuotes: ['"""', "'''"] };
const words: Language = { ...hash, blocks: 'words' };
const text: Language = {
  ...base,
  blocks: 'indentation',
  lineComments: [],
  blockComments: [],
  quotes: '',
  prose: true,
};
const html: Language = {
  ...base,
  blocks: 'indentation',
  lineComments: [],
  blockComments: [['<!--', '-->']],
  quotes: '',
  markup: true,
};
const style: Language = { ...base, lineComments: [], data: true };
const lisp: Language = { ...base, lineComments: [';'], blockComments: [], quotes: '"' };

const LANGUAGES: Readonly<Record<string, Language>> = {
  typescript: script,
  javascript: script,
  typescriptreact: { ...script, markup: true },
  javascriptreact: { ...script, markup: true },
  vue: {
    ...script,
    markup: true,
    blockComments: [
      ['/*', '*/'],
      ['<!--', '-->'],
    ],
  },
  svelte: {
    ...script,
    markup: true,
    blockComments: [
      ['/*', '*/'],
      ['<!--', '-->'],
    ],
  },
  astro: { ...script, markup: true },
  java: { ...c, longQuotes: ['"""'] },
  kotlin: { ...c, longQuotes: ['"""'] },
  scala: { ...c, longQuotes: ['"""'] },
  swift: { ...c, longQuotes: ['"""'], quotes: '"' },
  dart: { ...c, longQuotes: ['"""', "'''"] },
  csharp: { ...c, longQuotes: ['"""'] },
  go: { ...c, longQuotes: ['`'] },
  rust: { ...c, quotes: '"' },
  php: { ...c, lineComments: ['//', '#'], markup: true },
  zig: { ...c, blockComments: [] },
  python,
  starlark: python,
  nim: python,
  gdscript: python,
  mojo: python,
  coffeescript: { ...python, longQuotes: ['"""', "'''"] },
  haskell: {
    ...base,
    blocks: 'indentation',
    lineComments: ['--'],
    blockComments: [['{-', '-}']],
    quotes: '"',
  },
  elm: { ...base, blocks: 'indentation', lineComments: ['--'], blockComments: [['{-', '-}']], quotes: '"' },
  fsharp: { ...base, blocks: 'indentation', blockComments: [['(*', '*)']], quotes: '"' },
  ocaml: { ...base, blocks: 'indentation', lineComments: [], blockComments: [['(*', '*)']], quotes: '"' },
  yaml: { ...hash, blocks: 'indentation', data: true },
  dockercompose: { ...hash, blocks: 'indentation', data: true },
  pug: { ...hash, blocks: 'indentation', lineComments: ['//'], markup: true, quotes: '' },
  sass: { ...style, blocks: 'indentation', lineComments: ['//'] },
  ruby: words,
  elixir: { ...words, longQuotes: ['"""'] },
  crystal: words,
  julia: { ...words, longQuotes: ['"""'], quotes: '"' },
  lua: { ...words, lineComments: ['--'], blockComments: [['--[[', ']]']], longQuotes: [] },
  shellscript: words,
  fish: words,
  matlab: { ...words, lineComments: ['%'], quotes: '"' },
  vb: { ...words, lineComments: ["'"], quotes: '"' },
  pascal: { ...words, lineComments: ['//'], quotes: "'" },
  vhdl: { ...words, lineComments: ['--'], quotes: '"' },
  ada: { ...words, lineComments: ['--'], quotes: '"' },
  sql: { ...base, lineComments: ['--'], quotes: '\'"' },
  json: { ...base, lineComments: [], blockComments: [], quotes: '"', data: true },
  jsonc: { ...base, quotes: '"', data: true },
  json5: { ...base, data: true },
  jsonl: { ...base, lineComments: [], blockComments: [], quotes: '"', data: true },
  css: style,
  scss: { ...style, lineComments: ['//'] },
  less: { ...style, lineComments: ['//'] },
  toml: { ...hash, data: true, longQuotes: ['"""', "'''"] },
  ini: { ...hash, lineComments: [';', '#'], data: true, quotes: '' },
  properties: { ...hash, data: true, quotes: '' },
  dotenv: { ...hash, data: true },
  dockerfile: { ...hash, quotes: '"' },
  makefile: { ...hash, blocks: 'indentation', quotes: '' },
  cmake: { ...hash, quotes: '"' },
  hcl: { ...hash, lineComments: ['#', '//'], quotes: '"' },
  terraform: { ...hash, lineComments: ['#', '//'], quotes: '"' },
  nix: { ...hash, quotes: '"', longQuotes: ["''"] },
  r: hash,
  perl: hash,
  powershell: { ...hash, blockComments: [['<#', '#>']] },
  graphql: { ...hash, quotes: '"', longQuotes: ['"""'] },
  lisp,
  clojure: lisp,
  scheme: lisp,
  'emacs-lisp': lisp,
  html,
  xml: { ...html, data: true },
  svg: { ...html, data: true },
  handlebars: html,
  markdown: { ...text, blockComments: [['<!--', '-->']], markup: true },
  mdx: { ...text, markup: true },
  plaintext: text,
  latex: { ...text, lineComments: ['%'] },
  tex: { ...text, lineComments: ['%'] },
  bibtex: { ...base, lineComments: ['%'], blockComments: [], quotes: '"', data: true },
  restructuredtext: text,
  asciidoc: text,
  'git-commit': { ...text, lineComments: ['#'] },
  scminput: text,
  diff: text,
  csv: { ...text, prose: false, data: true },
};

/** A language that the table does not know is read like C: most are. */
export function languageOf(id: string): Language {
  return LANGUAGES[id] ?? base;
}
