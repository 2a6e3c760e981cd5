/** Where the answer meets the text left of the caret: blank lines and doubled blanks there are left out (kinds 7, 8). */
import type { Caret } from './caret.ts';
import { columns } from './scanner.ts';
import { NOTHING, OVER, pass, type Stage } from './stage.ts';

/** Starts of lines that begin another member of the block around. */
const MEMBER = /^(?:def|class|module|async def|function|local function|@\w+)\b/;
const LONGEST_MEMBER = 'local function '.length;

/** Waits for the first character that is not blank; where a line end came before it further out, for the first word. */
export function joint(caret: Caret): Stage {
  let held = '';
  let open = true;
  /** The caret's body would be left for the next member: nothing belongs here. */
  function leaves(blanks: string, head: string): boolean | undefined {
    if (!caret.onBlank || caret.language.blocks === 'brackets' || !blanks.includes('\n')) return false;
    if (columns(blanks.slice(blanks.lastIndexOf('\n') + 1), caret.tabSize) >= caret.indent) return false;
    if (MEMBER.test(head.slice(0, LONGEST_MEMBER)) && /^\S+\s\S/.test(head)) return true;
    return head.length < LONGEST_MEMBER && !head.includes('\n') ? undefined : false;
  }
  return {
    push(text) {
      if (!open) return pass(text);
      held += text;
      const head = held.trimStart();
      const blanks = held.slice(0, held.length - head.length);
      if (head === '') return NOTHING;
      const out = leaves(blanks, head);
      if (out === undefined) return NOTHING;
      open = false;
      return out ? OVER : pass(meet(blanks, caret) + head);
    },
    end() {
      const head = held.trimStart();
      if (!open || head === '') return NOTHING;
      return pass(meet(held.slice(0, held.length - head.length), caret) + head);
    },
  };
}

/** The blanks to keep of those that the answer starts with. */
function meet(blanks: string, caret: Caret): string {
  const lastLine = blanks.slice(blanks.lastIndexOf('\n') + 1);
  const newlines = blanks.split('\n').length - 1;
  if (caret.onBlank) return indentation(lastLine, newlines > 0, caret);
  if (newlines === 0) return /\s$/.test(caret.left) ? '' : blanks;
  const opens = /[{([:]$|=>$|->$/.test(caret.left.trimEnd());
  // Python parts what stands outermost by two blank lines.
  const parted = caret.languageId === 'python' && lastLine === '';
  const most = opens ? 1 : parted ? 3 : 2;
  return '\n'.repeat(Math.min(newlines, most)) + lastLine;
}

/** On a blank line: what is missing of the indentation that the line should have. */
function indentation(blanks: string, fromLineStart: boolean, caret: Caret): string {
  const width = columns(blanks, caret.tabSize);
  if (caret.left === '') return width === 1 && !caret.language.prose ? '' : blanks;
  const total = fromLineStart ? width : caret.indent + width;
  if (total <= caret.indent || total !== expectedIndent(caret)) return '';
  return fromLineStart ? blanks.slice(-(total - caret.indent)) : blanks;
}

/** Columns that a line at the caret should start with, judged from the line above. */
export function expectedIndent(caret: Caret): number {
  const line = caret.above.at(-1);
  if (line === undefined) return 0;
  const own = columns(line, caret.tabSize);
  // The editor has indented it already.
  if (caret.onBlank && caret.indent > own) return caret.indent;
  return /[{([:]$|=>$|\b(?:do|then)$/.test(line.trimEnd()) ? own + unitOf(caret) : own;
}

/** The width of one step of indentation in the lines around the caret; the editor's setting where they show none. */
export function unitOf(caret: Caret): number {
  const widths = [...caret.above, ...caret.below].map((line) => columns(line, caret.tabSize));
  const steps = widths.flatMap((width, at) => {
    const step = width - (widths[at - 1] ?? width);
    return step > 1 ? [step] : [];
  });
  return steps.length > 0 ? Math.min(...steps) : caret.tabSize;
}
