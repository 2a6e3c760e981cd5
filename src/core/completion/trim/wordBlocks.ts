/** Blocks that end with a word: `end` of Ruby, Lua and Julia, `fi`, `done` and `esac` of shells. */
import type { Caret } from './caret.ts';
import { columns } from './scanner.ts';

const CLOSING = ['end', 'fi', 'done', 'esac', 'endif', 'endfor', 'endwhile', 'endfunction', 'until', '}'];
const CLOSES = /^(?:end(?:if|for|while|function|case|module|class)?|fi|done|esac|until|\})(?!\w)/i;
const BRANCHES = /^(?:else|elsif|elseif|elif|when|in|rescue|ensure|catch|finally|after|then|do)\b|^;;/;
const OPENS =
  /^(?:(?:pub|public|private|protected|local|async|export)\s+)?(?:def|defp|defmodule|class|module|if|unless|while|until|case|begin|for|function|repeat|struct|macro|let|try|quote|select)\b|\bdo(?:\s*\|[^|]*\|)?$|\bthen$|\bfunction\s*\([^)]*\)$|\bdo\b.*->$|\{$/;
/** A block that starts and ends on one line. */
const ONE_LINE = /\b(?:end|fi|done|esac)\b[\s;)]*$|\bdef\s+\S.*\)\s*=\s/;

export interface WordBlocks {
  /** Reads a finished line of the answer, with what stands left of the caret on the first one. */
  read(text: string, indent: number): void;
  /** Whether a line that starts so closes a block that the answer opened. */
  closes(head: string, indent: number): boolean;
  /** What becomes of a line that starts so and closes or divides nothing of the answer's own. */
  outer(head: string, indent: number): 'keep' | 'stop' | 'neither';
  /** Whether a line that starts so may yet become a closing or dividing word. */
  mayClose(head: string): boolean;
}

export function wordBlocks(caret: Caret): WordBlocks {
  const active = caret.language.blocks === 'words';
  const own: number[] = [];
  /** A closing word is missing unless the first line below that is not deeper is one, at the same indentation. */
  function isBelow(indent: number): boolean {
    const line = caret.below.find((below) => columns(below, caret.tabSize) <= indent);
    return line !== undefined && columns(line, caret.tabSize) === indent && CLOSES.test(line.trim());
  }
  return {
    read(text, indent) {
      if (!active) return;
      const head = text.trim();
      if (CLOSES.test(head)) {
        const top = own.lastIndexOf(indent);
        if (top >= 0) own.length = top;
      } else if (OPENS.test(head) && !BRANCHES.test(head) && !ONE_LINE.test(head)) own.push(indent);
    },
    closes: (head, indent) => active && own.includes(indent) && (CLOSES.test(head) || BRANCHES.test(head)),
    outer(head, indent) {
      if (!active) return 'neither';
      if (BRANCHES.test(head)) return 'keep';
      if (!CLOSES.test(head)) return 'neither';
      return isBelow(indent) ? 'stop' : 'keep';
    },
    mayClose: (head) =>
      active &&
      (CLOSING.some((word) => word.startsWith(head)) ||
        CLOSES.test(head) ||
        BRANCHES.test(head) ||
        BRANCH_WORDS.some((word) => word.startsWith(head))),
  };
}

const BRANCH_WORDS = [
  'else',
  'elsif',
  'elseif',
  'elif',
  'when',
  'in',
  'rescue',
  'ensure',
  'catch',
  'finally',
  'after',
  'then',
  'do',
  ';;',
];
