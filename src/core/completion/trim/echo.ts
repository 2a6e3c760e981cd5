/** Lines that the user already wrote, said again by the model before it goes on, are left out (kinds 6 and 19). */
import type { Caret } from './caret.ts';
import { NOTHING, pass, type Stage } from './stage.ts';

/** Lines above the caret that an echo may start from. */
const MOST_LINES = 12;

/**
 * The answer may start with the caret's line from its start, with the word the caret is in, or with lines above.
 * It is held while it agrees with one of them.
 */
export function echo(caret: Caret): Stage {
  const targets = targetsOf(caret);
  const word = caret.literal ? undefined : /[\p{L}_$][\w$]{2,}$/u.exec(caret.left)?.[0];
  let held = '';
  let open = targets.length > 0 || word !== undefined;
  function decide(ended: boolean): string | undefined {
    const said = normalized(held, ended);
    if (said === '') return ended ? held : undefined;
    const longest = targets.findLast(
      (target) =>
        said.startsWith(target.text) && (ended || !target.whole || said.length > target.text.length),
    );
    const mayGrow = !ended && targets.some((target) => target.text.startsWith(said));
    if (mayGrow) return undefined;
    if (longest) return behind(held, longest);
    if (word !== undefined && !ended && word.startsWith(held)) return undefined;
    if (word !== undefined && held.startsWith(word)) return held.slice(word.length);
    return held;
  }
  return {
    push(text) {
      if (!open) return pass(text);
      held += text;
      const out = decide(false);
      if (out === undefined) return NOTHING;
      open = false;
      held = '';
      return pass(out);
    },
    end() {
      if (!open) return NOTHING;
      const out = decide(true) ?? held;
      held = '';
      return pass(out);
    },
  };
}

interface Target {
  /** Trimmed lines joined by line ends; whole lines end with one. */
  readonly text: string;
  readonly lines: number;
  /** The target ends with its line; otherwise the answer goes on behind it. */
  readonly whole: boolean;
}

/** Shortest first. */
function targetsOf(caret: Caret): Target[] {
  const left = caret.left.trim();
  const above = caret.above.slice(-MOST_LINES).map((line) => line.trim());
  const targets: Target[] = [];
  const last = caret.onBlank ? [] : [left];
  for (const tail of tailsOf(caret)) targets.push({ text: tail, lines: 1, whole: false });
  if (!caret.onBlank && left.length >= 4 && /[\p{L}\d]/u.test(left))
    targets.push({ text: left, lines: 1, whole: false });
  // A short word is said again only with the blank behind it: `ls -la`, not `lsof`.
  else if (/^\s*\w{2,3} $/.test(caret.left)) targets.push({ text: `${left} `, lines: 1, whole: false });
  for (let from = above.length - 1; from >= 0; from--) {
    const lines = above.slice(from);
    // A closing bracket or a lone keyword may well come twice.
    const [first = '', second = ''] = lines;
    if (!telling(first) && !(/^[{[(]$/.test(first) && telling(second))) continue;
    const text = [...lines, ...last].join('\n');
    targets.push({
      text: caret.onBlank ? `${text}\n` : text,
      lines: lines.length + last.length,
      whole: caret.onBlank,
    });
  }
  return targets;
}

/**
 * Ends of the caret's line that nobody writes twice in a row, shortest first: `this.`, `x = `, `await load(`. A mere
 * `max(` may well be called within itself.
 */
function tailsOf(caret: Caret): string[] {
  const left = caret.left.trim();
  if (caret.literal || !/[.=([{:>]$/.test(left)) return [];
  const starts = [...left.matchAll(/(?<![\w$.])[A-Za-z_$]/g)].map(({ index }) => index);
  return starts
    .map((from) => left.slice(from))
    .filter((tail) => tail.length >= 4 && (/[.=]$/.test(tail) || /\s/.test(tail)))
    .reverse();
}

const telling = (line: string): boolean =>
  line.length >= 6 && /\p{L}{2}/u.test(line) && /[^\w\s]|\s\S+\s/u.test(line);

/** The answer with its lines trimmed and blank lines left out; the open last line keeps its end. */
function normalized(text: string, ended: boolean): string {
  const lines = text.split('\n');
  const open = lines.pop() ?? '';
  const done = lines.map((line) => line.trim()).filter((line) => line !== '');
  const last = ended ? open.trim() : open.trimStart();
  const joined = done.map((line) => `${line}\n`).join('') + last;
  return ended && last !== '' ? `${joined}\n` : joined;
}

/** What the answer says behind the echo. */
function behind(text: string, target: Target): string {
  const lines = text.split('\n');
  let seen = 0;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    seen++;
    if (seen < target.lines) continue;
    if (target.whole) return lines.slice(index + 1).join('\n');
    const last = target.text.slice(target.text.lastIndexOf('\n') + 1);
    const rest = line.trimStart().slice(last.length);
    return [rest, ...lines.slice(index + 1)].join('\n');
  }
  return '';
}
