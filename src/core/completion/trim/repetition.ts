/** A model that repeats itself is stopped: within a line, by lines, by blocks of lines, by keys (kind 17). */
import type { Caret } from './caret.ts';
import { byLines, type Verdict } from './lines.ts';
import { columns } from './scanner.ts';
import { cut, pass, type Stage } from './stage.ts';

/** Longest run of characters that is recognized as a repeated part of a line. */
const LONGEST_PERIOD = 40;
/** Longest block of lines that is recognized as repeated. */
const LONGEST_BLOCK = 12;

/** How many characters must repeat at a distance before the line counts as degenerate. */
function limit(period: number, char: string): number {
  if (period === 1) return /[\p{L}\p{N}]/u.test(char) ? 24 : 110;
  return Math.max(period * 5, period < 4 ? 48 : 28);
}

/** Watches the line that is being written; the answer ends where the repeated part began to be held. */
export function repetitionInLine(caret: Caret): Stage {
  /** The last characters of the line, with those left of the caret. */
  let tail = caret.left.slice(-LONGEST_PERIOD);
  let runs = new Uint16Array(LONGEST_PERIOD + 1);
  let held = '';
  /** No line with text came before: the first one flows, later ones come whole. */
  let lead = true;
  let blank = true;
  let line = '';
  /** The answer so far says again what stands left of the caret. */
  let echoes = caret.left.trim().length >= 4;

  function reset(): void {
    tail = '';
    runs = new Uint16Array(LONGEST_PERIOD + 1);
    echoes = false;
  }

  return {
    push(text) {
      let out = '';
      for (let at = 0; at < text.length; at++) {
        const char = text.charAt(at);
        if (char === '\n') {
          out += held + line + char;
          held = '';
          line = '';
          lead &&= blank;
          blank = true;
          reset();
          continue;
        }
        let suspect = false;
        let degenerate = false;
        let echo = false;
        for (let period = 1; period <= LONGEST_PERIOD && period <= tail.length; period++) {
          if (tail.charAt(tail.length - period) !== char) {
            runs[period] = 0;
            continue;
          }
          const run = (runs[period] ?? 0) + 1;
          runs[period] = run;
          // A row of one character is a row of one character at every distance.
          if (period > 1 && (runs[1] ?? 0) >= period) continue;
          const most = limit(period, char);
          if (run >= most) degenerate = true;
          if (run >= Math.max(most / 2, period * 2)) suspect = true;
          if (period >= 4 && run > held.length) echo = true;
        }
        tail = (tail + char).slice(-LONGEST_PERIOD);
        echoes &&= echo;
        if (degenerate) return cut(out);
        blank &&= char.trim() === '';
        if (!lead) line += char;
        else if (suspect || echoes) held += char;
        else {
          out += held + char;
          held = '';
        }
      }
      return pass(out);
    },
    end: () => pass(held + line),
  };
}

/** Judges finished lines against those before them. */
export function repeatedLines(caret: Caret): Stage {
  const lines: string[] = [];
  const runs = new Uint16Array(LONGEST_BLOCK + 1);
  let same = 0;
  let waits = false;
  const keys = new Keys(caret);

  function judge(line: string, index: number): Verdict {
    const text = line.trim();
    if (keys.repeats(line, index)) return waits ? 'drop' : 'stop';
    if (text === '') {
      return waits ? 'wait' : 'keep';
    }
    const previous = lines.at(-1);
    lines.push(text);
    if (lines.length > LONGEST_BLOCK * 2) lines.shift();
    same = text === previous ? same + 1 : 0;
    const telling = /[\p{L}\d]/u.test(text) && text.length > 2;
    if (same >= (telling ? 2 : 6)) return waits ? 'drop' : 'stop';
    let suspect = same > 0 && telling;
    for (let period = 2; period <= LONGEST_BLOCK && period < lines.length; period++) {
      const run = lines.at(-1 - period) === text ? (runs[period] ?? 0) + 1 : 0;
      runs[period] = run;
      if (run >= Math.max(period, 4)) return 'drop';
      // A lone bracket repeats in all code: a block becomes suspect with a line that says something.
      if (run > 0 && telling) suspect = true;
    }
    if (waits && same === 0 && !runs.some((run) => run > 0)) waits = false;
    waits ||= suspect;
    return waits ? 'wait' : 'keep';
  }
  return byLines({ judge, holdsFirst: (_, index) => index > 0 && keys.watched });
}

/** Keys of the mapping that is being written, in languages where a second one of a name is an error. */
class Keys {
  readonly #pattern: RegExp | undefined;
  readonly #tabSize: number;
  readonly #left: string;
  /** For each indentation the names seen since the last line further out. */
  readonly #seen = new Map<number, Set<string>>();

  constructor(caret: Caret) {
    this.#pattern = KEYS[caret.languageId];
    this.#tabSize = caret.tabSize;
    this.#left = caret.left;
    if (this.#pattern) for (const line of caret.above) this.#add(line);
  }

  /** Whether the language has keys to watch. */
  get watched(): boolean {
    return this.#pattern !== undefined;
  }

  repeats(line: string, index: number): boolean {
    if (!this.#pattern || (index === 0 && this.#left.trim() !== '')) {
      if (this.#pattern) this.#add(this.#left + line);
      return false;
    }
    return this.#add(index === 0 ? this.#left + line : line);
  }

  #add(line: string): boolean {
    if (line.trim() === '') return false;
    const indent = columns(line, this.#tabSize);
    for (const deeper of this.#seen.keys()) if (deeper > indent) this.#seen.delete(deeper);
    // A new item of a list or a new table starts a new mapping.
    if (/^\s*(?:- |\[|---|[{}\]])/.test(line)) {
      for (const level of this.#seen.keys()) if (level >= indent) this.#seen.delete(level);
    }
    const key = this.#pattern?.exec(line)?.[1];
    if (key === undefined) return false;
    const names = this.#seen.get(indent) ?? new Set<string>();
    if (names.has(key)) return true;
    this.#seen.set(indent, names.add(key));
    return false;
  }
}

const YAML_KEY = /^\s*((?:"[^"]*"|'[^']*'|[\w./-]+))\s*:(?:\s|$)/;
const TOML_KEY = /^\s*((?:"[^"]*"|[\w.-]+))\s*=/;
const KEYS: Readonly<Record<string, RegExp>> = {
  yaml: YAML_KEY,
  dockercompose: YAML_KEY,
  toml: TOML_KEY,
  ini: TOML_KEY,
  properties: TOML_KEY,
  dotenv: TOML_KEY,
};
