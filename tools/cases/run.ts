/** Runs one case in every way its text can arrive. */
import { createTrimmer } from '../../src/core/completion/trim/trimmer.ts';
import type { Case, CompletionCase } from './table.ts';

export interface Outcome {
  readonly id: string;
  readonly ok: boolean;
  readonly got: string | null;
  /** Characters right of the caret that `got` covers. */
  readonly replace: number;
  readonly expected: string | null;
  /** What else is wrong than the text: ways that disagree, a suggestion taken back. */
  readonly problem?: string;
}

interface Offer {
  readonly text: string | null;
  readonly replace: number;
}

export function runCase(entry: Case): Promise<Outcome> {
  return Promise.resolve(
    'modelOutput' in entry
      ? runCompletion(entry)
      : { id: entry.id, ok: false, got: null, replace: 0, expected: entry.expected },
  );
}

function runCompletion(entry: CompletionCase): Outcome {
  const prefix = entry.prefix.replaceAll('\r\n', '\n');
  const suffix = entry.suffix.replaceAll('\r\n', '\n');
  const place = { prefix, suffix, language: entry.language, tabSize: 4, insertSpaces: true };
  let problem: string | undefined;
  let first: Offer | undefined;
  for (const pieces of piecesOf(entry.modelOutput)) {
    const trimmer = createTrimmer(place, { trigger: 'automatic', origin: 'completion', stops: [] });
    const shown: string[] = [];
    let replace = 0;
    for (const piece of pieces) {
      const trimmed = trimmer.push(piece);
      shown.push(trimmed.text);
      if (trimmed.done) break;
    }
    const last = trimmer.end('whole');
    replace = last.replaceSuffix;
    if (shown.some((text) => !last.text.startsWith(text))) problem ??= 'a suggestion was taken back';
    const offer = last.text === '' ? { text: null, replace: 0 } : { text: last.text, replace };
    first ??= offer;
    if (offer.text !== first.text || offer.replace !== first.replace)
      problem ??= `depends on the pieces: ${JSON.stringify(offer.text)}`;
  }
  const got = first ?? { text: null, replace: 0 };
  const accepted = [entry, ...entry.acceptAlso].some(
    (wanted) =>
      documentOf(prefix, suffix, wanted.expected, wanted.replaceSuffix ?? 0) ===
      documentOf(prefix, suffix, got.text, got.replace),
  );
  return {
    id: entry.id,
    ok: accepted && problem === undefined,
    got: got.text,
    replace: got.replace,
    expected: entry.expected,
    ...(problem === undefined ? {} : { problem }),
  };
}

/** The document after accepting, without what no reader sees: kinds of line ends, blanks at their end, last newlines. */
function documentOf(prefix: string, suffix: string, text: string | null, replace: number): string | null {
  if (text === null || text === '') return null;
  const whole = prefix + text.replaceAll('\r\n', '\n') + suffix.slice(replace);
  return whole.replace(/[ \t]+$/gm, '').replace(/\n+$/, '');
}

/** The ways a model's text may arrive: by tokens, whole, character by character. */
function piecesOf(text: string): readonly (readonly string[])[] {
  const tokens = text.match(/ ?[\p{L}\p{N}_]+|\r?\n[ \t]*|[ \t]+|[^\p{L}\p{N}_\s]{1,2}/gu) ?? [];
  return [tokens, [text], text.split('')];
}
