/** From a model's answer to the code in it: without reasoning, fences and prose, however far the answer has come. */
import { withoutReasoning } from './reasoning.ts';

/** How an answer stands: still coming, ended by the model, or cut by the user, a limit or a broken connection. */
export type AnswerState = 'running' | 'whole' | 'cut';

export type Reading =
  /** `closed`: the code's own closing fence was read; nothing that still comes is wanted. */
  | { readonly type: 'code'; readonly lines: readonly string[]; readonly closed: boolean }
  /** The model talked and wrote no code. */
  | { readonly type: 'words'; readonly text: string }
  /** Nothing usable yet, or at all. */
  | { readonly type: 'nothing' };

/** What the answer is to replace. */
export interface Asked {
  /** VS Code's language id of the file. */
  readonly language: string;
  readonly original: readonly string[];
}

/**
 * Reads an answer, or as much of it as there is: a function of the text alone, so how the stream was cut into pieces
 * cannot matter. Unless the model ended the answer, an unfinished last line does not count: half a line is no code.
 */
export function readAnswer(answer: string, asked: Asked, state: AnswerState): Reading {
  const normal = answer.replace(/\r\n?/g, '\n');
  const text = withoutReasoning(state === 'whole' ? normal : normal.slice(0, normal.lastIndexOf('\n') + 1));
  if (text.trim() === '') return { type: 'nothing' };
  const inline = state === 'whole' ? inlineCode(text, asked) : undefined;
  if (inline !== undefined) return { type: 'code', lines: [inline], closed: true };
  const lines = text.replace(/\n$/, '').split('\n');
  return fenced(lines, asked) ?? unfenced(lines, asked, state);
}

/** A whole answer that is one line of code between backticks. */
function inlineCode(text: string, { original }: Asked): string | undefined {
  const found = /^(`+)([^`\n]+)\1$/.exec(text.trim());
  if (!found?.[1] || found[2] === undefined || original.some((line) => line.includes('`'))) return undefined;
  return found[1].length >= 3 ? found[2].replace(/^[a-z+#]+ (?=\S)/i, '').trim() : found[2];
}

interface Fence {
  readonly line: number;
  readonly indent: number;
  readonly mark: string;
  /** What follows the marks; empty on a closing fence. */
  readonly info: string;
}

// CommonMark 4.5, and prose that has its fence on the same line: "Here it is: ```js".
const FENCE = /^(?:([ \t]*)|.*[:.!]\s+)(`{3,}|~{3,})[ \t]*([^`]*)$/;
const LANGUAGE = /^[\w+#.:/\\-]*(?:\s+\S+=.*|\s*\{.*\})?$/;

function fencesOf(lines: readonly string[]): Fence[] {
  return lines.flatMap((text, line) => {
    const found = FENCE.exec(text);
    return found?.[2] === undefined
      ? []
      : [{ line, indent: found[1]?.length ?? 0, mark: found[2], info: (found[3] ?? '').trim() }];
  });
}

function closes(fence: Fence, opening: Fence): boolean {
  return fence.info === '' && fence.mark.startsWith(opening.mark) && fence.indent <= opening.indent + 3;
}

function fenced(lines: readonly string[], asked: Asked): Reading | undefined {
  const fences = fencesOf(lines);
  const [first] = fences;
  if (!first) return undefined;
  if (isLoneClosing(lines, fences, first, asked)) {
    return { type: 'code', lines: trimmed(withoutChatter(lines.slice(0, first.line), asked)), closed: false };
  }
  const nests =
    /^(?:markdown|md|mdx)\b/i.test(first.info) ||
    asked.original.some((line) => FENCE.exec(line)?.[2]?.startsWith(first.mark));
  if (nests) return nestedBlock(lines, fences, first);
  const blocks = blocksOf(lines, fences);
  // "The original: … The fixed one: …": the answer is the first block that changes something.
  const said = asked.original.join('\n').trim();
  const block = blocks.find(({ code }) => code.join('\n').trim() !== said) ?? blocks[0];
  return block && { type: 'code', lines: block.code, closed: block.closed };
}

/** ` ``` ` behind code that was never opened: the prompt opened it, or the model forgot. */
function isLoneClosing(
  lines: readonly string[],
  fences: readonly Fence[],
  first: Fence,
  asked: Asked,
): boolean {
  if (first.info !== '') return false;
  const before = lines.slice(0, first.line).filter((line) => line.trim() !== '');
  const next = fences[1];
  return before.length > 0 && !before.every((line) => isProse(line, asked)) && !(next && closes(next, first));
}

interface Block {
  readonly code: readonly string[];
  readonly closed: boolean;
}

function blocksOf(lines: readonly string[], fences: readonly Fence[]): Block[] {
  const blocks: Block[] = [];
  let opening: Fence | undefined;
  for (const fence of fences) {
    if (!opening) opening = fence;
    else if (closes(fence, opening)) {
      blocks.push({ code: blockLines(lines, opening, fence.line), closed: true });
      opening = undefined;
    }
  }
  if (opening) blocks.push({ code: blockLines(lines, opening, lines.length), closed: false });
  return blocks;
}

/** Text that has fences of its own (Markdown): the block goes on to the last bare fence of the answer. */
function nestedBlock(lines: readonly string[], fences: readonly Fence[], first: Fence): Reading {
  const last = fences.at(-1);
  const end = last && last !== first && closes(last, first) ? last.line : lines.length;
  return { type: 'code', lines: blockLines(lines, first, end), closed: false };
}

function blockLines(lines: readonly string[], opening: Fence, end: number): string[] {
  // A block inside a list item is indented as a whole.
  const shift = new RegExp(`^[ \\t]{0,${opening.indent}}`);
  const code = lines.slice(opening.line + 1, end).map((line) => line.replace(shift, ''));
  const onFence = LANGUAGE.test(opening.info) ? [] : [opening.info];
  return trimmed([...onFence, ...code]);
}

function unfenced(lines: readonly string[], asked: Asked, state: AnswerState): Reading {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  // Prose first: a fence may follow, so nothing is shown until it is known.
  if (state !== 'whole' && isProse(first, asked)) return { type: 'nothing' };
  const code = trimmed(withoutChatter(lines, asked));
  return code.length > 0
    ? { type: 'code', lines: code, closed: false }
    : { type: 'words', text: lines.join('\n').trim() };
}

/** Drops paragraphs of prose before and behind the code. */
function withoutChatter(lines: readonly string[], asked: Asked): string[] {
  const prose = (line: string | undefined): boolean => line !== undefined && isProse(line, asked);
  const blank = (line: string | undefined): boolean => line?.trim() === '';
  let start = 0;
  while (start < lines.length && (blank(lines[start]) || prose(lines[start]))) start++;
  let end = lines.length;
  for (let line = end - 1; line > start && (blank(lines[line]) || prose(lines[line])); line--) {
    if (blank(lines[line])) end = line;
  }
  return lines.slice(start, end);
}

function trimmed(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => line.trim() !== '');
  const end = lines.findLastIndex((line) => line.trim() !== '');
  return start < 0 ? [] : lines.slice(start, end + 1);
}

/** Languages in which a sentence is the content itself. */
const PROSE_LANGUAGES = new Set(
  'markdown plaintext latex tex restructuredtext asciidoc html mdx git-commit scminput feature cucumber'.split(
    ' ',
  ),
);
const CHATTER =
  /^(?:sure|certainly|of course|absolutely|ok(?:ay)?|here(?:'s|’s| is| are| you)|hope (?:this|that|it)|let me know|i(?:'ve|’ve| have| hope)|i (?:can(?:no|')t|am unable)|below is|the (?:updated|fixed|corrected|revised|modified|following|new) (?:code|version|function))\b/i;
const SENTENCE = /^(?:[-*>] |#+ |\d+[.)] |\*\*)?(?:\p{Lu}['’\p{Ll}]+|[IA]\b|\p{Lo}).*[.:!?…。：！？]\**$/u;
const CODE = /[{}<>=;[\]\\|@$]|\w\(/;

/** A line for the reader, not for the file. */
function isProse(line: string, { language }: Asked): boolean {
  const text = line.trim();
  if (PROSE_LANGUAGES.has(language)) return CHATTER.test(text) && /[:!]$/.test(text);
  const plain = text.replace(/`[^`]*`/g, 'x');
  return (CHATTER.test(text) || SENTENCE.test(plain)) && !CODE.test(plain) && /\s|\p{Lo}|[!:]$/u.test(plain);
}
