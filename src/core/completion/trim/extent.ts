/** How much to offer: one line, the statement that was begun, or the rest of the block (kinds 10 and 11). */
import { CHAIN, CONTINUES, mayChain } from './blockEnd.ts';
import type { Caret } from './caret.ts';
import { byLines } from './lines.ts';
import { columns, Scanner } from './scanner.ts';
import type { Stage } from './stage.ts';
import { wordBlocks } from './wordBlocks.ts';

/** What is offered at most. A paragraph is of prose and ends with a blank line. */
type Extent = 'line' | 'statement' | 'block' | 'paragraph';

export function extent(caret: Caret): Stage {
  const { language, tabSize } = caret;
  const scanner = new Scanner(language, tabSize, caret.enclosing, caret.left);
  const words = wordBlocks(caret);
  // Behind a `;` that is already there a member is whole.
  const members = !/[;,]$/.test(caret.rest) && inMembers(caret);
  let kind = extentAt(caret);
  /** Columns of the lines that belong to the block or statement; undefined until the first line with text. */
  let base = caret.onBlank ? undefined : caret.indent;
  /** How the text so far ends: inside a statement, behind a comma, or whole. */
  let ending: Ending = 'whole';
  /** Some line went deeper than the base. */
  let deeper = false;
  let blank = false;
  let content = false;

  /** The line below belongs to a block that only the caret's line can open. */
  const bodyBelow = !caret.onBlank && columns(caret.below[0] ?? '', tabSize) > caret.indent;
  /** The line opens a block, which the answer would go on to fill. */
  const opensBody = (text: string): boolean => {
    const code = text.replace(COMMENT_AT_END, '').trimEnd();
    if (language.prose || language.data) return false;
    return language.blocks === 'brackets'
      ? code.endsWith('{')
      : code.endsWith(':') || /\b(?:do|then)$|^\s*(?:def|class|module|if|unless|while|for)\b/.test(code);
  };

  const isOpen = (): boolean => scanner.depth > 0 || scanner.literal !== undefined;

  /** Whether the answer ends before a line that starts with `head`. */
  function endsBefore(head: string, indent: number): boolean {
    if (base === undefined || isOpen()) return false;
    switch (kind) {
      case 'line':
        return true;
      case 'paragraph':
        return blank;
      case 'statement':
        return !goesOn(head, indent, base);
      case 'block':
        return blockEnds(head, indent, base);
    }
  }

  function goesOn(head: string, indent: number, from: number): boolean {
    if (ending === 'inside' || indent > from) return true;
    if (CONTINUES.test(head) && !blank) return true;
    if (indent < from) return false;
    if (ending === 'comma' || (members && !deeper)) return !blank;
    return (deeper && CHAIN.test(head)) || words.closes(head, indent) || closesTag(head);
  }

  function blockEnds(head: string, indent: number, from: number): boolean {
    if (content && SECTION[caret.languageId]?.test(head)) return true;
    if (language.prose) return false;
    if (indent <= from && !words.closes(head, indent)) {
      const outer = words.outer(head, indent);
      if (outer === 'keep' && indent < from) base = indent + 1;
      if (outer !== 'neither') return outer === 'stop';
    }
    const enclosed = caret.enclosing.some((open) => !open.onLine);
    if (!enclosed && from === 0 && deeper && blank && indent === 0) return true;
    if (indent >= from) return false;
    // A body without brackets ends where the lines go back out.
    if (language.blocks === 'brackets')
      return !enclosed && blank && !CONTINUES.test(head) && !CHAIN.test(head);
    if (/^[)\]}]/.test(head) || ending === 'inside') return false;
    const goes = language.markup ? closesTag(head) : CHAIN.test(head) && language.blocks === 'indentation';
    if (goes) base = indent + 1;
    return !goes;
  }

  /** A closing tag of markup that is not yet below. */
  function closesTag(head: string): boolean {
    return language.markup && head.startsWith('</') && caret.below[0]?.trim() !== head.trim();
  }

  return byLines({
    judge(line, index) {
      const head = line.trim();
      const first = index === 0;
      if (head === '') {
        // A line end first: the caret's line is finished, what follows is a block of its own.
        if (first && kind !== 'line' && !caret.onBlank) startBlock();
        else if (first && caret.literal?.what === 'comment' && caret.rest === '') startBlock();
        else if (first && kind === 'line' && !caret.onBlank) return 'stop';
        blank = !first;
        scanner.read(`${line}\n`);
        return 'keep';
      }
      const indent = first
        ? caret.indent + (caret.onBlank ? columns(line, tabSize) : 0)
        : columns(line, tabSize);
      if (!first && endsBefore(head, indent)) return 'stop';
      // A chain of calls goes on: what follows it is another statement.
      if (kind === 'block' && !content && !language.data && !language.prose && CHAINED.test(head)) {
        kind = 'statement';
        base = Math.min(indent, caret.indent);
      }
      // Behind a line end the block may go on deeper, but not further out without a reason.
      if (base === undefined && indent < caret.indent && leaves(head, indent)) return 'stop';
      base ??= indent;
      if (!first && (indent > base || isOpen())) deeper = true;
      scanner.read(`${line}\n`);
      const text = first ? caret.left + line : line;
      words.read(text, indent);
      ending = endingOf(text, caret);
      blank = false;
      content = true;
      if (kind === 'line' || (first && bodyBelow && opensBody(text))) return 'last';
      return caret.languageId === 'sql' && !isOpen() && head.endsWith(';') ? 'last' : 'keep';
    },
    holdsFirst: (written, index) =>
      index > 0 && (written.trim() === '' || columns(written, tabSize) < caret.indent),
    endsAt(written) {
      const head = written.trimStart();
      if (kind !== 'statement' || head === '' || mayGoOn(head)) return false;
      return endsBefore(head, columns(written, tabSize));
    },
  });

  /** The block around goes on at once; another member of it, or anything behind a blank line, is not offered. */
  function leaves(head: string, indent: number): boolean {
    if (language.blocks !== 'indentation') return blockEnds(head, indent, caret.indent);
    return blank || /^(?:def|class|async def|@)\b/.test(head);
  }

  function startBlock(): void {
    kind = 'block';
    base = undefined;
  }

  function mayGoOn(head: string): boolean {
    return (
      CONTINUES.test(head) ||
      head === '-' ||
      mayChain(head) ||
      CHAIN.test(head) ||
      words.mayClose(head) ||
      head.startsWith('<')
    );
  }
}

function extentAt(caret: Caret): Extent {
  const { rest, literal, language } = caret;
  const closersOnly = /^[\s)\]}>"'`;,:/]*\{?$/.test(rest) || /^<\/[\w.-]*>/.test(rest);
  if (!closersOnly) return 'line';
  if (literal?.what === 'comment' && literal.close === '') return 'line';
  if (caret.onBlank) return 'block';
  if (!language.prose) return 'statement';
  return caret.enclosing.some((open) => open.onLine) || caret.languageId === 'git-commit'
    ? 'line'
    : 'paragraph';
}

/** Starts of lines that go on with an expression. */
const CHAINED = /^(?:\.\w|\?\.|&&|\|\||\|>|\?\?)/;

type Ending = 'inside' | 'comma' | 'whole';

const INSIDE = /(?:[^+]\+|[^-]-|[^*]\*|[=%&|?<.\\~^]|=>|->|\b(?:and|or|not|in|extends|implements|of))$/;
/** Lines that only announce the next one: decorators, annotations, attributes. */
const ANNOUNCES = /^\s*(?:@[\w.]+(?:\(.*\))?|#!?\[.*\])\s*$/;

function endingOf(text: string, caret: Caret): Ending {
  const code = text.replace(COMMENT_AT_END, '').trimEnd();
  if (code.endsWith(',')) return 'comma';
  if (caret.language.data || caret.language.prose || code === '') return 'whole';
  if (caret.languageId === 'sql') return code.endsWith(';') ? 'whole' : 'inside';
  return INSIDE.test(code) || (caret.rest === '' && ANNOUNCES.test(code)) ? 'inside' : 'whole';
}

const COMMENT_AT_END = /\s(?:\/\/|#|--)\s.*$/;

/** Lists whose members are statements of their own. */
const MEMBERS = /\b(?:struct|interface|enum|union|record|message|import|const|var|type)\b[^()=]*[({]\s*$/;

function inMembers(caret: Caret): boolean {
  const open = caret.enclosing.findLast((entry) => !entry.onLine);
  return open !== undefined && MEMBERS.test(open.text);
}

/** Lines that start the next section of a file. */
const SECTION: Readonly<Record<string, RegExp>> = {
  toml: /^\[/,
  ini: /^\[/,
  dockerfile: /^FROM\b/i,
  markdown: /^#{1,6} /,
};
