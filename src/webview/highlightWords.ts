/** What the page and its coloring worker say to each other. */
import type { TokenColor } from '../core/chat/protocol.ts';

/** Length in characters, color (empty: the text's own), and bits: 1 italic, 2 bold, 4 underlined, 8 struck through. */
export type Span = readonly [number, string, number];

export type ToWorker =
  | { readonly type: 'theme'; readonly tokenColors: readonly TokenColor[] }
  /** TextMate grammars, the last one the language itself. */
  | { readonly type: 'grammar'; readonly grammar: unknown }
  /** Lines `from` and following of a block; earlier ones are as sent before. */
  | {
      readonly type: 'lines';
      readonly block: number;
      readonly language: string;
      readonly from: number;
      readonly lines: readonly string[];
    }
  | { readonly type: 'forget'; readonly block: number };

export interface FromWorker {
  readonly block: number;
  readonly from: number;
  readonly lines: readonly (readonly Span[])[];
}
