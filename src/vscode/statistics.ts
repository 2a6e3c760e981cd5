/** Counts what becomes of suggestions, on this machine only; see core/inline/statistics.ts for what is counted. */
import * as vscode from 'vscode';
import type { EngineEvent } from '../core/completion/words.ts';
import { takenBy, type Drawn } from '../core/inline/accepts.ts';
import { afterEdit, type Stretch } from '../core/inline/kept.ts';
import {
  addTime,
  emptyStatistics,
  parseStatistics,
  tally,
  type Counts,
  type Statistics,
} from '../core/inline/statistics.ts';
import type { Clock } from '../core/ports.ts';
import type { Offer } from './inlineCompletions.ts';
import type { Settings } from './settings.ts';

export interface StatisticsRecorder {
  readonly current: Statistics;
  readonly onDidChange: vscode.Event<void>;
  offered(offer: Offer): void;
  readonly report: (event: EngineEvent) => void;
  /** The editor says that a suggestion was accepted as a whole. */
  accepted(id: number): void;
  reset(): void;
  dispose(): void;
}

const KEY = 'statistics';
const SAVE_MS = 5000;
/** More accepted texts than this are not watched at once. */
const WATCHED = 100;

export function createStatistics(
  settings: Settings,
  memento: vscode.Memento,
  clock: Clock,
): StatisticsRecorder {
  const changed = new vscode.EventEmitter<void>();
  const today = (): string => new Date().toISOString();
  let current = parseStatistics(memento.get(KEY), today());
  let cancelSave: (() => void) | undefined;
  /** What is drawn now, and the text of its line left of the caret. */
  let drawn: (Drawn & { readonly document: vscode.TextDocument; readonly lineBefore: string }) | undefined;
  /** Of the suggestion that was offered last: how much was shown, whether any and whether all was taken. */
  let story = { id: 0, shown: 0, taken: false, whole: false };
  const kept = new Map<number, Stretch & { readonly document: vscode.TextDocument }>();
  const cancels = new Map<number, () => void>();
  let lastKept = 0;

  const update = (next: Statistics): void => {
    if (!settings.inline.statistics) return;
    current = next;
    changed.fire();
    cancelSave ??= clock.after(SAVE_MS, save);
  };
  const save = (): void => {
    cancelSave = undefined;
    void memento.update(KEY, current);
  };
  const add = (document: vscode.TextDocument, counts: Partial<Counts>): void =>
    update(tally(current, document.languageId, counts));

  const take = (document: vscode.TextDocument, characters: number, parts: number): void => {
    add(document, { accepted: story.taken ? 0 : 1, acceptedCharacters: characters, parts });
    story.taken = true;
  };

  const watch = (document: vscode.TextDocument, end: number, characters: number): void => {
    if (kept.size >= WATCHED) return;
    const key = ++lastKept;
    kept.set(key, { document, start: end - characters, end, left: characters });
    const look = (looked: 'lookedAt30s' | 'lookedAt5min', left: 'keptAfter30s' | 'keptAfter5min'): void => {
      const stretch = kept.get(key);
      if (stretch) add(document, { [looked]: characters, [left]: stretch.left });
    };
    const after5min = (): void => {
      look('lookedAt5min', 'keptAfter5min');
      kept.delete(key);
      cancels.delete(key);
    };
    const after30s = (): void => {
      look('lookedAt30s', 'keptAfter30s');
      cancels.set(key, clock.after(270_000, after5min));
    };
    cancels.set(key, clock.after(30_000, after30s));
  };

  const onChange = ({ document, contentChanges }: vscode.TextDocumentChangeEvent): void => {
    for (const { rangeOffset, rangeLength, text } of contentChanges)
      for (const [key, stretch] of kept)
        if (stretch.document === document) {
          const edit = { offset: rangeOffset, removed: rangeLength, inserted: text.length };
          kept.set(key, { document, ...afterEdit(stretch, edit) });
        }
    if (drawn?.document !== document) return;
    const before = drawn;
    const [change, ...others] = contentChanges.filter(({ range }) => range.start.line === before.line);
    if (!change || others.length > 0) return;
    const text = change.text.replaceAll('\r\n', '\n');
    const { line, character: column } = change.range.start;
    const taken = takenBy({ line, column, removed: change.rangeLength, text }, before, before.lineBefore);
    drawn = undefined;
    if (taken.how === 'left') return;
    if (taken.how !== 'all') {
      const { rest } = taken;
      const passed = before.text.slice(0, before.text.length - rest.text.length);
      const lineBefore = (before.lineBefore + passed).slice(-rest.column);
      drawn = { ...rest, document, lineBefore };
    }
    if (taken.how === 'typed') return;
    take(document, taken.characters, taken.how === 'part' ? 1 : 0);
    if (taken.how === 'all') story.whole = true;
    watch(document, change.rangeOffset + change.text.length, taken.characters);
  };

  const listeners = [
    vscode.workspace.onDidChangeTextDocument(onChange),
    vscode.workspace.onDidCloseTextDocument((document) => {
      for (const [key, stretch] of kept)
        if (stretch.document === document) {
          kept.delete(key);
          cancels.get(key)?.();
          cancels.delete(key);
        }
    }),
  ];

  return {
    get current() {
      return current;
    },
    onDidChange: changed.event,
    offered: ({ id, document, position, text, source, ms }) => {
      if (story.id !== id) {
        story = { id, shown: 0, taken: false, whole: false };
        add(document, { shown: 1 });
        update(addTime(current, 'answerMs', ms));
      }
      if (source !== 'request' && source !== 'growth') update({ ...current, saved: current.saved + 1 });
      if (text.length > story.shown) {
        add(document, { shownCharacters: text.length - story.shown });
        story.shown = text.length;
      }
      story.whole = false;
      const lineBefore = document.lineAt(position.line).text.slice(0, position.character);
      drawn = { id, line: position.line, column: position.character, text, document, lineBefore };
    },
    report: (event) => {
      if (event.type === 'sent') update({ ...current, requests: current.requests + 1 });
      else if (event.type === 'first-token') update(addTime(current, 'firstTokenMs', event.ms));
      else if (event.type === 'failed' && event.kind !== 'canceled')
        update({ ...current, failed: current.failed + 1 });
    },
    accepted: (id) => {
      // What the change did not show: several carets at once, or a single character.
      if (story.id !== id || story.whole || !drawn) return;
      take(drawn.document, drawn.text.length, 0);
      story.whole = true;
    },
    reset: () => {
      current = emptyStatistics(today());
      for (const cancel of cancels.values()) cancel();
      cancels.clear();
      kept.clear();
      changed.fire();
      save();
    },
    dispose: () => {
      cancelSave?.();
      save();
      for (const cancel of cancels.values()) cancel();
      vscode.Disposable.from(changed, ...listeners).dispose();
    },
  };
}
