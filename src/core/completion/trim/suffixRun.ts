/** The answer ends where it runs into the lines below the caret (kinds 14, 15); a similar sibling is none (kind 16). */
import type { Caret } from './caret.ts';
import { byLines, type Verdict } from './lines.ts';
import { columns, Scanner } from './scanner.ts';
import type { Stage } from './stage.ts';

/** How many lines below the caret the answer may have skipped when it runs into the text. */
const REACH = 3;

export function suffixRun(caret: Caret): Stage {
  const below = caret.below.slice(0, REACH).map((line) => ({
    text: comparable(line),
    indent: columns(line, caret.tabSize),
    key: keyOf(line, caret),
  }));
  const [next, second] = below;
  const scanner = new Scanner(caret.language, caret.tabSize, caret.enclosing, caret.left);
  /** A line like the next one waits: only if the line behind it comes from below too was it a repeat. */
  let waits: 'no' | 'near' | 'inside' = 'no';
  const byIndentation = caret.language.blocks !== 'brackets';
  let base: number | undefined = caret.onBlank ? caret.indent : undefined;

  function judge(line: string, index: number, end: boolean): Verdict {
    const free = scanner.depth === 0 && (!scanner.literal || scanner.literal === caret.literal);
    scanner.read(`${line}\n`);
    const text = comparable(line);
    if (!next || text === '' || (index === 0 && !caret.onBlank)) return waits === 'no' ? 'keep' : 'wait';
    const indent = index === 0 ? caret.indent + columns(line, caret.tabSize) : columns(line, caret.tabSize);
    base ??= indent;
    const outermost = free && (!byIndentation || indent <= base);
    if (waits !== 'no') {
      const follows = second !== undefined && (text === second.text || near(text, second.text));
      const was = waits;
      waits = 'no';
      if (follows && (was === 'near' || telling(text))) return 'drop';
    }
    if (outermost && repeats(text, indent, line)) return 'drop';
    if (
      end &&
      outermost &&
      text.length >= 6 &&
      next.text.startsWith(text) &&
      text.length * 2 > next.text.length
    ) {
      return 'drop';
    }
    if (text === next.text && telling(text)) {
      waits = 'inside';
      return 'wait';
    }
    if (outermost && near(text, next.text)) {
      waits = 'near';
      return 'wait';
    }
    return 'keep';
  }

  function repeats(text: string, indent: number, line: string): boolean {
    // A lone word such as `end` closes what its indentation says.
    if (text === next?.text && /[\p{L}\p{N}_]/u.test(text))
      return !/^\w+$/.test(text) || indent === next.indent;
    // What parts branches or cells (`;;`, `---`, a fence) or opens the body below; other brackets and quotes are
    // judged by what they close.
    if (text === next?.text && /^(?:[^\s()[\]{}<>"'`]+|```|~~~|\{)$/.test(text))
      return indent === next.indent;
    const key = keyOf(line, caret);
    if (key !== undefined && next?.key === key && indent === next.indent) return true;
    return below.slice(1).some((other) => text === other.text && indent === other.indent && telling(text));
  }

  return byLines({
    judge,
    holdsFirst: (written, index) => {
      if (!caret.onBlank && index === 0) return false;
      const text = comparable(written);
      return text === '' || below.some((line) => line.text.startsWith(text) || near(text, line.text));
    },
  });
}

/** Blanks and the separator at the end do not matter. */
function comparable(line: string): string {
  return line.trim().replace(/\s+/g, ' ').replace(/[;,]$/, '');
}

const telling = (text: string): boolean => text.length >= 10 && /\p{L}{3}/u.test(text);

/** Long lines that differ in their end only, and not in a number or the name right at the start. */
function near(text: string, other: string): boolean {
  if (text.length < 12 || other.length < 12 || text === other) return false;
  let head = 0;
  while (head < text.length && text.charAt(head) === other.charAt(head)) head++;
  let tail = 0;
  const most = Math.min(text.length, other.length) - head;
  while (tail < most && text.at(-1 - tail) === other.at(-1 - tail)) tail++;
  return head >= 8 && (head + tail) / Math.max(text.length, other.length) >= 0.75;
}

function keyOf(line: string, caret: Caret): string | undefined {
  if (caret.languageId === 'yaml' || caret.languageId === 'dockercompose')
    return /^\s*([\w./-]+|"[^"]*"):(?:\s|$)/.exec(line)?.[1];
  if (caret.languageId === 'toml' || caret.languageId === 'dotenv')
    return /^\s*([\w.-]+)\s*=/.exec(line)?.[1];
  // A field of an object, which has no second one of that name; a label or a branch is none.
  if (caret.language.blocks === 'brackets' && caret.enclosing.at(-1)?.what === '{')
    return /^\s*("[^"]*"|'[^']*'|(?!case\b|default\b)[\w$-]+)\s*:(?!:)/.exec(line)?.[1];
  return undefined;
}
