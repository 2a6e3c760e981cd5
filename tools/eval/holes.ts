/** Holes cut into source files: the rest of a line, the body of a block, a few lines from anywhere. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type HoleKind = 'line' | 'block' | 'span';

export interface Hole {
  readonly kind: HoleKind;
  readonly file: string;
  readonly language: string;
  readonly prefix: string;
  /** What was there. */
  readonly middle: string;
  readonly suffix: string;
}

const LANGUAGES: Readonly<Record<string, string>> = {
  '.py': 'python',
  '.ts': 'typescript',
  '.go': 'go',
  '.rb': 'ruby',
};

const FOLDER = path.resolve(import.meta.dirname, '../../test/fixtures/eval');
const KINDS: readonly HoleKind[] = ['line', 'block', 'span'];

/** `count` holes, evenly over files and kinds; always the same ones. */
export function cutHoles(count: number): Hole[] {
  const files = readdirSync(FOLDER).sort();
  const random = numbers(20_240_501);
  return Array.from({ length: count }, (_, at) => {
    const file = files[at % files.length] ?? '';
    const kind = KINDS[Math.floor(at / files.length) % KINDS.length] ?? 'line';
    const text = readFileSync(path.join(FOLDER, file), 'utf8');
    const [start, end] = spanOf(kind, text, random);
    return {
      kind,
      file,
      language: LANGUAGES[path.extname(file)] ?? 'plaintext',
      prefix: text.slice(0, start),
      middle: text.slice(start, end),
      suffix: text.slice(end),
    };
  });
}

function spanOf(kind: HoleKind, text: string, random: () => number): [number, number] {
  const lines = text.split('\n');
  const starts = lines.map((_, index) =>
    lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0),
  );
  const pick = (fits: (index: number) => boolean): number => {
    const fitting = lines.map((_, index) => index).filter((index) => index > 5 && fits(index));
    return fitting[Math.floor(random() * fitting.length)] ?? 6;
  };
  const at = (index: number): { line: string; start: number; indent: number } => {
    const line = lines[index] ?? '';
    return { line, start: starts[index] ?? 0, indent: line.length - line.trimStart().length };
  };
  switch (kind) {
    case 'line': {
      const { line, start, indent } = at(pick((index) => at(index).line.trim().length > 12));
      const from = start + indent + 2 + Math.floor(random() * (line.length - indent - 6));
      return [from, start + line.length];
    }
    case 'block': {
      const first = pick(
        (index) => at(index).indent > at(index - 1).indent && at(index - 1).line.trim() !== '',
      );
      let last = first;
      while (at(last + 1).line.trim() === '' || at(last + 1).indent >= at(first).indent) {
        if (last + 2 >= lines.length) break;
        last++;
      }
      while (at(last).line.trim() === '') last--;
      return [at(first).start + at(first).indent, at(last).start + at(last).line.length];
    }
    case 'span': {
      const first = pick((index) => at(index).line.trim().length > 6);
      const last = Math.min(lines.length - 2, first + 1 + Math.floor(random() * 2));
      const from = at(first).start + at(first).indent + Math.floor(random() * at(first).line.trim().length);
      return [from, Math.max(from + 1, at(last).start + at(last).line.length)];
    }
  }
}

/** Mulberry32: a small generator whose numbers are the same everywhere. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
