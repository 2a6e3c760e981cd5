/** What trimming wants to know of a language's syntax. The edge provides parsers; without one, indentation decides. */

/** A parser for one language, already loaded. All offsets are UTF-16 code units. */
export interface Syntax {
  /** Parses `text` and answers questions about it; cheap to throw away. */
  parse(text: string): SyntaxTree;
}

export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly parent: SyntaxNode | undefined;
}

export interface SyntaxTree {
  /** Smallest named node that covers the range. */
  nodeAt(start: number, end: number): SyntaxNode;
  /** Number of error and missing nodes that touch the range. */
  errors(start: number, end: number): number;
  /** Frees the parser's memory. */
  dispose(): void;
}

/** Loads the parser of a VS Code language id on first use; undefined where there is no grammar. */
export type LoadSyntax = (language: string) => Promise<Syntax | undefined>;
