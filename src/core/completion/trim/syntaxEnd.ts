/** The answer ends with the caret's block by the language's own grammar, where there is one (kind 11). */
import type { Place } from '../words.ts';
import type { Caret } from './caret.ts';
import type { Syntax, SyntaxNode, SyntaxTree } from '../syntax.ts';
import { byLines } from './lines.ts';
import { columns, Scanner } from './scanner.ts';
import { pass, type Stage } from './stage.ts';

/** Characters on each side of the caret that are parsed. */
const WINDOW = 8192;
/** Lines that may close a block; only they are worth parsing for. */
const MAY_CLOSE = /^(?:[)\]}]|end\b|fi\b|done\b|esac\b|<\/)/;
const CLOSERS = ['end', 'fi', 'done', 'esac', '</'];

/**
 * A line that closes the block which the text below the caret closes already, and so leaves the text below with an
 * error that was not there before, ends the answer. Parses twice for such a line, and for no other.
 */
export function syntaxEnd(caret: Caret, place: Place, syntax: Syntax | undefined): Stage {
  // With text right of the caret the answer may cover some of it, which the parse would see twice.
  if (!syntax || caret.rest !== '') return { push: pass, end: () => pass('') };
  const prefix = fromLineStart(place.prefix);
  const suffix = place.suffix.slice(0, WINDOW);
  const parser = syntax;
  let text = '';
  let block: Block | undefined;
  let errors: number | undefined;

  function closesTooMuch(line: string): boolean {
    errors ??= inspect(prefix + text + suffix, (tree) => {
      block = blockAround(tree, prefix.length, prefix.length + text.length);
      return tree.errors(0, Infinity);
    });
    const before = errors;
    const whole = `${prefix}${text}${line}${suffix}`;
    return inspect(whole, (tree) => {
      if (!block || tree.errors(0, Infinity) <= before) return false;
      const now = blockAt(tree, block);
      return (
        now !== undefined && now.end > prefix.length && now.end <= prefix.length + text.length + line.length
      );
    });
  }

  function inspect<T>(code: string, look: (tree: SyntaxTree) => T): T {
    const tree = parser.parse(code);
    try {
      return look(tree);
    } finally {
      tree.dispose();
    }
  }

  const scanner = new Scanner(caret.language, caret.tabSize, caret.enclosing, caret.left);
  /** Whether the line may close something that is not the answer's own. */
  const mayCloseOuter = (line: string): boolean =>
    MAY_CLOSE.test(line.trimStart()) &&
    (caret.language.blocks === 'brackets'
      ? scanner.depth === 0
      : columns(line, caret.tabSize) <= caret.indent);

  return byLines({
    judge(line, index) {
      if (index > 0 && mayCloseOuter(line) && closesTooMuch(line)) return 'stop';
      scanner.read(`${line}\n`);
      text += `${line}\n`;
      errors = undefined;
      return 'keep';
    },
    holdsFirst(written, index) {
      const head = written.trimStart();
      return index > 0 && (MAY_CLOSE.test(head) || CLOSERS.some((closer) => closer.startsWith(head)));
    },
  });
}

type Block = Pick<SyntaxNode, 'type' | 'start'>;

/** The innermost node that starts before the answer and ends behind it. */
function blockAround(tree: SyntaxTree, start: number, end: number): Block | undefined {
  for (let node: SyntaxNode | undefined = tree.nodeAt(start, end); node; node = node.parent) {
    if (node.start < start && node.end > end && node.parent && node.type !== 'ERROR') return node;
  }
  return undefined;
}

/** The node of the same kind at the same place. */
function blockAt(tree: SyntaxTree, block: Block): SyntaxNode | undefined {
  for (
    let node: SyntaxNode | undefined = tree.nodeAt(block.start, block.start + 1);
    node;
    node = node.parent
  ) {
    if (node.start < block.start) return undefined;
    if (node.start === block.start && node.type === block.type) return node;
  }
  return undefined;
}

function fromLineStart(text: string): string {
  if (text.length <= WINDOW) return text;
  const from = text.indexOf('\n', text.length - WINDOW);
  return text.slice(from + 1);
}
