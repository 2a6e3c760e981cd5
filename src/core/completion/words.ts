/** The words of the completion engine: what the editor asks and what it gets. */

import type { ModelErrorKind } from '../model/errors.ts';

/** The editor's question, as a value. Texts have `\n` line ends; `eol` says what the document has. */
export interface Query {
  readonly uri: string;
  /** Path shown to the model, relative to the workspace. */
  readonly path: string;
  /** VS Code's language id. */
  readonly language: string;
  /** The text left of the caret: whole lines, bounded (see WINDOW), ending at the caret. */
  readonly prefix: string;
  /** The text right of the caret, bounded. */
  readonly suffix: string;
  /** The caret's line, from 0: with `prefix` it tells two like places of one file apart. */
  readonly line: number;
  /** The caret's column, needed on a line that is longer than the window. */
  readonly column?: number;
  readonly eol: '\n' | '\r\n';
  readonly tabSize: number;
  readonly insertSpaces: boolean;
  /** `invoke`: asked for by hand or by cycling; may wait, may answer inside a word, may give several. */
  readonly trigger: 'automatic' | 'invoke';
  /** The last change of the document was an undo or a redo: memory answers, nothing is requested. */
  readonly change?: 'undo' | 'redo';
  /** The suggest widget's selected entry: the suggestion extends it (see Suggestion.replacePrefix). */
  readonly selected?: {
    readonly text: string;
    /** How many characters left of the caret the entry replaces. */
    readonly replacePrefix: number;
  };
}

/** Most characters the edge hands over on each side of the caret, so that a key never costs more in a large file. */
export const WINDOW = { prefix: 48_000, suffix: 16_000 } as const;

/** Text to offer at the caret. */
export interface Suggestion {
  /** Stays the same while one answer grows and is typed along. */
  readonly id: number;
  /** What to insert, with `\n` line ends. */
  readonly text: string;
  /**
   * How many characters left of the caret `text` replaces; absent: none. Given only for a query with `selected`: `text`
   * then starts with the selected entry's text.
   */
  readonly replacePrefix?: number;
  /** How many characters right of the caret `text` covers: auto-closed brackets and quotes that it repeats. */
  readonly replaceSuffix: number;
}

/** Why nothing is offered; every silence has one. */
export type SilenceReason =
  | 'disabled'
  | 'no-model'
  /** Nothing came that is worth showing; `detail` names the rule that cut it. */
  | 'filtered'
  | 'empty'
  | 'inside-word'
  | 'selection'
  | 'undo'
  | 'excluded-file'
  | 'dismissed'
  | 'paused'
  | 'superseded'
  | 'canceled'
  | 'error'
  | 'loading';

export type Answer =
  | {
      readonly type: 'suggestions';
      /** Best first, never empty. */
      readonly suggestions: readonly [Suggestion, ...Suggestion[]];
      /** Where it came from. */
      readonly source: 'typed-along' | 'cache' | 'joined' | 'request';
      /** The stream still runs: more may come (see Suggester.onGrowth). */
      readonly growing: boolean;
    }
  | { readonly type: 'silence'; readonly reason: SilenceReason; readonly detail?: string };

/** From a caret to suggestions. One per window; the editor's adapter is its only caller. */
export interface Suggester {
  /**
   * Answers an editor's call: from memory at once, else after the pause from a request. Resolves with the first
   * presentable text while the stream goes on. The signal ends the waiting, not the request.
   */
  suggest(query: Query, signal: AbortSignal): Promise<Answer>;
  /** What memory and running streams hold for the document as it is now; never starts anything. */
  recall(query: Query): Suggestion | undefined;
  /**
   * Told each time the running answer `id` (as Suggestion.id) has more to show for `uri`, and once when it ends. Returns
   * the way to stop it.
   */
  onGrowth(listener: (uri: string, ended: boolean, id: number) => void): () => void;
  /** The user sent the suggestion away: it does not come back and its stream is closed. */
  dismiss(uri: string): void;
  /** The document was closed or the model changed: forget, close streams. */
  forget(uri?: string): void;
  dispose(): void;
}

/**
 * What the engine does, told to the port `report` as it happens: for the status item, the log and the statistics.
 * No event carries text of the document or of the model.
 */
export type EngineEvent =
  /** A request was sent; `why` says in a few words what asked for it. */
  | { readonly type: 'sent'; readonly request: number; readonly model: string; readonly why: string }
  | { readonly type: 'first-token'; readonly request: number; readonly ms: number }
  /** The stream ended or was closed by us; `rule` names what cut the text. */
  | { readonly type: 'ended'; readonly request: number; readonly ms: number; readonly rule?: string }
  | {
      readonly type: 'failed';
      readonly request: number;
      readonly kind: ModelErrorKind;
      /** A sentence for people. */
      readonly message: string;
      /** A page that helps. */
      readonly helpUrl?: string;
      /** The engine sends nothing for so long, in milliseconds. */
      readonly pauseMs?: number;
    };

/** The caret's surroundings as trimming sees them. */
export interface Place {
  readonly prefix: string;
  readonly suffix: string;
  readonly language: string;
  readonly tabSize: number;
  readonly insertSpaces: boolean;
}

/** Cuts a streamed answer to what should be offered. Its results do not depend on how the stream was cut into pieces. */
export interface Trimmer {
  /** Feeds the next piece of the answer. */
  push(text: string): Trimmed;
  /** The answer is over: `whole` when the model ended it, `cut` when a limit or a broken connection did. */
  end(how: 'whole' | 'cut'): Trimmed;
}

export interface Trimmed {
  /** What may be shown now. While the answer runs it only ever grows: each text is a prefix of the next. */
  readonly text: string;
  readonly replaceSuffix: number;
  /** Nothing that still comes can be used: the request may be closed. */
  readonly done: boolean;
  /** The rule that cut the text, if one did. */
  readonly rule?: string;
}
