/** The imports at the top of a file: shown to the model even when the caret is far below them. */
import type { Query } from './words.ts';

const IMPORT =
  /^\s*(?:import\b|from\b|export .* from\b|use\b|using\b|#\s*include\b|package\b|require\b|(?:const|let|var)\b.*\brequire\(|@import\b|namespace\b|module\b)/;

/** Lines looked at; imports that come later are not a file's head. */
const LINES = 80;

/**
 * The import lines of the file's start, at most `most` characters, with a line end behind; none of those that the
 * prompt may hold anyway from `start` on. `given` is the file's start where the query's window does not reach it.
 */
export function headOf(
  query: Pick<Query, 'prefix' | 'line'>,
  start: number,
  given: string | undefined,
  most: number,
): string {
  const top = given ?? (start > 0 && reachesTop(query) ? query.prefix.slice(0, start) : '');
  const kept: string[] = [];
  let room = most;
  let open = 0;
  for (const line of linesOf(top)) {
    if (open <= 0 && !IMPORT.test(line)) continue;
    if (line.length > room) break;
    room -= line.length;
    kept.push(line);
    // An import in brackets goes on until they close.
    open = Math.max(0, open) + count(line, /[({]/g) - count(line, /[)}]/g);
  }
  return kept.join('');
}

function* linesOf(text: string): Generator<string> {
  let at = 0;
  for (let n = 0; n < LINES; n++) {
    const end = text.indexOf('\n', at);
    if (end < 0) return;
    yield text.slice(at, end + 1);
    at = end + 1;
  }
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** The window starts with the file's first line when it holds all lines above the caret. */
function reachesTop({ prefix, line }: Pick<Query, 'prefix' | 'line'>): boolean {
  return count(prefix, /\n/g) === line;
}
