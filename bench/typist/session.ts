/** One person types one piece of a file in an editor that calls a suggester as VS Code does; counts what happens. */
import type { Answer, Query, Suggester, Suggestion } from '../../src/core/completion/words.ts';
import { place } from '../../test/fakes/caret.ts';
import type { FakeClock } from '../../test/fakes/clock.ts';
import type { Served } from '../../test/fakes/scriptedModel.ts';
import { openDocument } from './document.ts';
import type { Habits } from './habits.ts';
import { timed } from './work.ts';

export interface Piece {
  readonly path: string;
  readonly language: string;
  readonly head: string;
  readonly target: string;
  readonly tail: string;
}

export interface Tally {
  keys: number;
  pauses: number;
  /** Pauses at which the right text was visible so many milliseconds after the editor's own wait. */
  readonly visible: Record<100 | 300 | 500, number>;
  accepted: number;
  joined: number;
  /** CPU milliseconds of each synchronous call into the engine. */
  readonly work: number[];
  /** For each request, by its number, the characters of its answer that were on the screen, blanks not counted. */
  readonly shown: Map<number, number>;
}

export const newTally = (): Tally => ({
  keys: 0,
  pauses: 0,
  visible: { 100: 0, 300: 0, 500: 0 },
  accepted: 0,
  joined: 0,
  work: [],
  shown: new Map(),
});

/** The editor waits this long before it calls; with its own work the call comes 60 ms after the key. */
const CALL_MS = 60;
const OWN_WAIT_MS = 50;
const STEP_MS = 120;
/** A pause is long enough for all three marks. */
const PAUSE_MS = 560;
/** Nobody accepts what was not on the screen for so long. */
const READ_MS = 250;

export async function typePiece(
  piece: Piece,
  suggester: Suggester,
  clock: FakeClock,
  habits: Habits,
  served: readonly Served[],
  tally: Tally,
): Promise<void> {
  const document = openDocument(piece.head, piece.target, piece.tail);
  const uri = `file:///${piece.path}`;
  let ghost: (Suggestion & { readonly since: number }) | undefined;
  let waiting = new AbortController();
  let cancelCall = (): void => undefined;
  let lastStep = -Infinity;
  let mine = true;

  const query = (): Query =>
    place(document.before, document.after, { uri, path: piece.path, language: piece.language });
  const remaining = (): string => piece.target.slice(document.done);

  const draw = (suggestion: Suggestion | undefined): void => {
    if (!suggestion) {
      ghost = undefined;
      return;
    }
    const same = ghost?.id === suggestion.id;
    ghost = { ...suggestion, since: same && ghost ? ghost.since : clock.now() };
    noteShown(suggestion.text);
  };

  /**
   * Marks how much of which answer is on the screen: from its request's caret to the end of the ghost text, blanks not
   * counted, which the rules may change.
   */
  const noteShown = (text: string): void => {
    for (const [index, { request, texts }] of [...served.entries()].toReversed()) {
      if (request.type !== 'text') continue;
      const prefix = request.prompt.slice('<P>'.length, request.prompt.indexOf('<S>')).slice(-200);
      const start = document.before.lastIndexOf(prefix);
      if (start < 0) continue;
      const seen = withoutBlanks(document.before.slice(start + prefix.length) + text);
      const answer = withoutBlanks(texts.join(''));
      if (!answer.startsWith(seen.slice(0, answer.length))) continue;
      tally.shown.set(index, Math.max(tally.shown.get(index) ?? 0, seen.length));
      return;
    }
  };

  const stopListening = suggester.onGrowth((changed, ended) => {
    if (!mine || changed !== uri || !ghost) return;
    if (!ended && clock.now() - lastStep < STEP_MS) return;
    lastStep = clock.now();
    const more = suggester.recall(query());
    if (more) draw(more);
  });

  const call = (): void => {
    const { signal } = waiting;
    const answered = (answer: Answer): void => {
      if (signal.aborted || !mine) return;
      if (answer.type === 'suggestions' && answer.source === 'joined') tally.joined++;
      draw(answer.type === 'suggestions' ? answer.suggestions[0] : undefined);
      lastStep = clock.now();
    };
    void timed(tally.work, () => suggester.suggest(query(), signal)).then(answered);
  };

  /** After a change of the document: the editor drops its token, keeps what agrees, and calls a little later. */
  const changed = (typed: string): void => {
    tally.keys++;
    waiting.abort();
    waiting = new AbortController();
    cancelCall();
    if (ghost?.text.startsWith(typed) === true && typed !== '' && ghost.text.length > typed.length) {
      ghost = { ...ghost, text: ghost.text.slice(typed.length) };
    } else ghost = undefined;
    cancelCall = clock.after(CALL_MS, call);
  };

  const pass = async (gap: number): Promise<void> => {
    if (gap < PAUSE_MS) return clock.pass(gap);
    tally.pauses++;
    let passed = 0;
    for (const mark of [100, 300, 500] as const) {
      await clock.pass(OWN_WAIT_MS + mark - passed);
      passed = OWN_WAIT_MS + mark;
      if (ghost && isRight(ghost.text, remaining())) tally.visible[mark]++;
    }
    await clock.pass(gap - passed);
  };

  while (document.done < piece.target.length) {
    const at = document.done;
    await pass(habits.gap(piece.head.length + at, piece.head + piece.target));
    if (
      ghost &&
      clock.now() - ghost.since >= READ_MS &&
      remaining().startsWith(ghost.text) &&
      habits.accepts(at)
    ) {
      const { text, replaceSuffix } = ghost;
      document.accept(text, replaceSuffix);
      tally.accepted += text.length;
      ghost = undefined;
      changed('');
      continue;
    }
    if (habits.slips(at, piece.target)) {
      const wrong = String.fromCharCode(97 + ((piece.target.charCodeAt(at) - 97 + 7) % 26));
      document.slip(wrong);
      changed(wrong);
      await clock.pass(260);
      document.backspace();
      changed('');
      await clock.pass(180);
    }
    const length = document.before.length;
    if (document.typeNext()) changed(document.before.slice(length));
    else tally.keys++;
  }
  waiting.abort();
  cancelCall();
  mine = false;
  stopListening();
}

export const withoutBlanks = (text: string): string => text.replaceAll(/\s+/g, '');

/** What is drawn up to the end of its first line that says anything is what will be typed. */
export function isRight(text: string, remaining: string): boolean {
  const line = /^\s*[^\n]*/.exec(text)?.[0] ?? '';
  return line.trim() !== '' && remaining.startsWith(line.trimEnd());
}
