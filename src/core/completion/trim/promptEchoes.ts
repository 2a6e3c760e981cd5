/** Traces of prompts and of training data end the answer: path headers, turns of a chat, diffs, placeholders (kind 5). */
import type { Caret } from './caret.ts';
import { byLines } from './lines.ts';
import type { Stage } from './stage.ts';

const COMMENT = String.raw`(?://|#|--|;|%|/\*|<!--|\(\*)`;

/** A header that a prompt puts over a piece of another file. */
const HEADER = new RegExp(
  String.raw`^\s*${COMMENT}\s*(?:path|file|filename|filepath)\s*:\s*\S*[./\\]\S*\s*(?:\*/|-->)?\s*$`,
  'i',
);
const PLACEHOLDER = new RegExp(
  String.raw`^\s*${COMMENT}\s*(?:(?:\.{3}|…)\s*(?:existing|rest of|remaining|other|your|more|previous|same)\b.*|(?:existing|rest of (?:the|your)|remaining|your) code(?: here| goes here|\s*(?:\.{3}|…))?\s*(?:\.{3}|…)?)\s*(?:\*/|-->)?\s*$`,
  'i',
);
const END_OF_FILE = new RegExp(String.raw`^\s*${COMMENT}\s*end of file\.?\s*$`, 'i');
const DIFF =
  /^(?:diff --git a\/|index [0-9a-f]{7,}\.\.[0-9a-f]{7,}|@@ -\d+(?:,\d+)? \+\d+|--- a\/|\+\+\+ b\/|<{7} |={7}$|>{7} )/;
const TURN = /^(?:Human|Assistant|User|System|AI|Question|Answer):(?:\s|$)/;
const INSTRUCTION = /^#{2,3} ?(?:Instruction|Response|Input|Output|User|Assistant|Explanation)s?:?\s*$/;
const SENTINEL = /^\s*(?:NO_EDITS|NO_EDIT|NO_COMPLETION|<no_edits?>|EOF|None needed\.?)\s*$/;

/** Lines that may still become one of these wait; the rest of the first line flows. */
export function promptEchoes(caret: Caret): Stage {
  const { language } = caret;
  const inCode = !language.prose && caret.literal === undefined;
  /** Nothing that could go on with a name and a colon stands left of the caret. */
  const fresh = caret.onBlank || (inCode && /(?:=|\breturn)\s*$/.test(caret.left));
  let blankBefore = true;

  function isTrace(line: string, index: number): boolean {
    const atStart = fresh || index > 0;
    if (atStart && (HEADER.test(line) || PLACEHOLDER.test(line) || END_OF_FILE.test(line))) return inCode;
    if (
      caret.languageId !== 'diff' &&
      (index > 0 || caret.left === '' || line !== '') &&
      atStart &&
      DIFF.test(line)
    )
      return true;
    if (TURN.test(line.trimEnd()) && blankBefore && atStart)
      return !language.data && (index > 0 || !language.prose);
    if (INSTRUCTION.test(line)) return atStart && !(language.prose && index === 0);
    return index === 0 && inCode && SENTINEL.test(line);
  }

  return byLines({
    judge(line, index) {
      const trace = isTrace(line, index);
      blankBefore = line.trim() === '';
      return trace ? 'stop' : 'keep';
    },
    holdsFirst: (written, index) => mayBecomeTrace(written, fresh || index > 0),
  });
}

const STARTS = ['diff --git ', 'index ', '@@ -', '--- a', '+++ b', '<<<<<<< ', '=======', '>>>>>>> '];
const TURNS = ['Human:', 'Assistant:', 'User:', 'System:', 'AI:', 'Question:', 'Answer:'];
const SENTINELS = ['NO_EDITS', 'NO_COMPLETION', '<no_edits>', 'EOF', 'None needed.'];

function mayBecomeTrace(written: string, fresh: boolean): boolean {
  const head = written.trimStart();
  if (head === '') return true;
  if (SENTINELS.some((word) => word.startsWith(head.trimEnd()))) return true;
  if (!fresh) return false;
  if ([...STARTS, ...TURNS].some((word) => word.startsWith(head) || head.startsWith(word))) return true;
  if (head.startsWith('#'))
    return /^#+ ?\w{0,12}:?\s*$|^#\s*[.…]|^#\s*\w{0,14}\s*:?\s*[^\s]*$|^#\s*(?:your|rest|exist|remain|end)/i.test(
      head,
    );
  const comment = new RegExp(`^${COMMENT}`).exec(head)?.[0];
  if (comment === undefined) return ['/', '-', '<', '<!', '<!-', '('].includes(head);
  const words = head.slice(comment.length).trimStart();
  return /^(?:\w{0,9}\s*(?::.*)?|[.…].*|(?:your|rest|exist|remain|end of).*)$/i.test(words);
}
