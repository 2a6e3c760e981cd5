/** Markdown as a tree of blocks and inline pieces. There is no HTML in it anywhere: markup is built from the tree alone. */
import MarkdownIt, { type Env, type Token } from 'markdown-it';
import { mathRules } from './math.ts';
import { nestingRule } from './nesting.ts';

/** Anything that fills lines of its own. */
export interface Block {
  readonly type:
    'paragraph' | 'heading' | 'code' | 'math' | 'rule' | 'list' | 'item' | 'quote' | 'table' | 'row' | 'cell';
  /** Inline Markdown of a paragraph, heading or cell; the text of code; TeX of math. */
  readonly content: string;
  readonly children: readonly Block[];
  /** Heading: its level; ordered list: its first number (bulleted: absent). */
  readonly level?: number;
  /** Code: the info string behind the fence. Cell: `left`, `center`, `right` or empty. List, table: `continued` one. */
  readonly info?: string;
  /** Code and math whose end was not seen yet. */
  readonly unfinished?: true;
}

/** A piece of a line. */
export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'math'; readonly text: string }
  | { readonly type: 'break' }
  | {
      readonly type: 'emphasis' | 'strong' | 'strike';
      readonly children: readonly Inline[];
    }
  | { readonly type: 'link' | 'image'; readonly href: string; readonly children: readonly Inline[] };

/** Blocks with the line each starts in, counted from 0. */
export interface Parsed {
  readonly blocks: readonly Block[];
  readonly lines: readonly number[];
  /** First line of each item or row of the last block, if it has any. */
  readonly childLines: readonly number[];
}

/** Definitions of reference links, shared by all parts of one text. */
export type Definitions = Env;

// maxNesting: what a line needs is below ten; hostile text asks for thousands.
const md = new MarkdownIt({ html: false, linkify: true, maxNesting: 30 }).use(mathRules).use(nestingRule);
md.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

/** Parses block structure only; `text` has `\n` line ends. */
export function parseBlocks(text: string, definitions: Definitions): Parsed {
  const tokens: Token[] = [];
  md.block.parse(text, md, definitions, tokens);
  const root: { readonly children: Building[]; readonly type?: Block['type'] } = { children: [] };
  const stack: { readonly children: Building[]; readonly type?: Block['type'] }[] = [root];
  for (const token of tokens) {
    if (token.nesting === -1) {
      if (isContainer(token.type)) stack.pop();
      continue;
    }
    const parent = stack.at(-1) ?? root;
    if (token.type === 'inline') {
      const leaf = parent.children.at(-1);
      if (leaf) leaf.content = parent.type === 'item' ? taskMark(token.content) : token.content;
      continue;
    }
    const block = blockOf(token);
    if (!block) continue;
    if (token.type === 'fence' && token === tokens.at(-1) && !endsWithFence(text, token)) {
      block.unfinished = true;
    }
    parent.children.push(block);
    if (isContainer(token.type)) stack.push(block);
  }
  const last = root.children.at(-1);
  return {
    blocks: root.children,
    lines: root.children.map((block) => block.line),
    childLines: last?.children.map((child) => child.line) ?? [],
  };
}

// Marks that open and never close make a parser look ahead from each of them. Longer texts, which stand within a list
// or quote only (elsewhere they are cut), are shown as they are.
const LONGEST_INLINE = 8_000;

/** `[x] done` is an item of a to-do list. */
function taskMark(content: string): string {
  return content.replace(/^\[([ x])\](?= )/i, (_, mark) => (mark === ' ' ? '☐' : '☑'));
}

/** Parses the inline Markdown of one block. */
export function parseInline(content: string, definitions: Definitions): Inline[] {
  if (content.length > LONGEST_INLINE) return [{ type: 'text', text: content }];
  const tokens: Token[] = [];
  md.inline.parse(content, md, definitions, tokens);
  return inlineTree(tokens);
}

/** Whether two blocks look the same. */
export function sameBlock(a: Block, b: Block): boolean {
  return (
    a === b ||
    (a.type === b.type &&
      a.content === b.content &&
      a.info === b.info &&
      a.level === b.level &&
      a.unfinished === b.unfinished &&
      a.children.length === b.children.length &&
      a.children.every((child, index) => {
        const other = b.children[index];
        return other !== undefined && sameBlock(child, other);
      }))
  );
}

/** A block while its children are being found. */
interface Building extends Omit<Block, 'children' | 'content' | 'unfinished'> {
  content: string;
  unfinished?: true;
  readonly children: Building[];
  readonly line: number;
}

const CONTAINERS = new Set(['bullet_list', 'ordered_list', 'list_item', 'blockquote', 'table', 'tr']);

function isContainer(tokenType: string): boolean {
  return CONTAINERS.has(tokenType.replace(/_(open|close)$/, ''));
}

function blockOf(token: Token): Building | undefined {
  const base = { content: '', children: [], line: token.map?.[0] ?? 0 };
  switch (token.type) {
    case 'paragraph_open':
      return { ...base, type: 'paragraph' };
    case 'heading_open':
      return { ...base, type: 'heading', level: Number(token.tag.slice(1)) };
    case 'fence':
      return { ...base, type: 'code', content: token.content.replace(/\n$/, ''), info: token.info.trim() };
    case 'code_block':
      return { ...base, type: 'code', content: token.content.replace(/\n$/, ''), info: '' };
    case 'math_block': {
      const block: Building = { ...base, type: 'math', content: token.content };
      return token.info === 'closed' ? block : { ...block, unfinished: true };
    }
    case 'hr':
      return { ...base, type: 'rule' };
    case 'bullet_list_open':
      return { ...base, type: 'list' };
    case 'ordered_list_open':
      return { ...base, type: 'list', level: Number(token.attrGet('start') ?? 1) };
    case 'list_item_open':
      return { ...base, type: 'item' };
    case 'blockquote_open':
      return { ...base, type: 'quote' };
    case 'table_open':
      return { ...base, type: 'table' };
    case 'tr_open':
      return { ...base, type: 'row' };
    case 'th_open':
    case 'td_open':
      return { ...base, type: 'cell', info: String(token.attrGet('style') ?? '').replace('text-align:', '') };
    default:
      return undefined;
  }
}

/** The parser does not say whether a code block ended with its fence or with the text. */
function endsWithFence(text: string, token: Token): boolean {
  const [from, to] = token.map ?? [0, 0];
  const line =
    text
      .trimEnd()
      .split('\n')
      .at(-1)
      ?.replace(/^[ \t>]+/, '') ?? '';
  return to - from >= 2 && line.startsWith(token.markup) && !/[^`~]/.test(line);
}

// The parser does not count emphasis in emphasis. Deeper marks change nothing that can be seen.
const DEEPEST_INLINE = 12;

function inlineTree(tokens: readonly Token[]): Inline[] {
  const root: Inline[] = [];
  const stack: Inline[][] = [root];
  for (const token of tokens) {
    const siblings = stack.at(-1) ?? root;
    if (token.nesting === -1) {
      if (stack.length > 1) stack.pop();
    } else if (token.nesting === 1) {
      const deep = stack.length > DEEPEST_INLINE;
      const children: Inline[] = deep ? siblings : [];
      if (!deep) siblings.push(opened(token, children));
      stack.push(children);
    } else siblings.push(single(token));
  }
  return root;
}

function opened(token: Token, children: Inline[]): Inline {
  switch (token.tag) {
    case 'strong':
      return { type: 'strong', children };
    case 's':
      return { type: 'strike', children };
    case 'a':
      return { type: 'link', href: String(token.attrGet('href') ?? ''), children };
    default:
      return { type: 'emphasis', children };
  }
}

function single(token: Token): Inline {
  switch (token.type) {
    case 'code_inline':
      return { type: 'code', text: token.content };
    case 'math_inline':
      return { type: 'math', text: token.content };
    case 'hardbreak':
      return { type: 'break' };
    case 'softbreak':
      return { type: 'text', text: '\n' };
    case 'image':
      return {
        type: 'image',
        href: String(token.attrGet('src') ?? ''),
        children: inlineTree(token.children ?? []),
      };
    default:
      return { type: 'text', text: token.content };
  }
}
