/** Finds the lines that a command is about: the selection, else what stands around the caret. */
import * as vscode from 'vscode';
import { selectedLines } from '../core/edit/lines.ts';

export interface CodePlace {
  readonly document: vscode.TextDocument;
  /** Lines `start` to `end` (exclusive). */
  readonly start: number;
  readonly end: number;
}

/** Longer functions and files are not taken whole without being selected. */
const MOST_LINES = 200;
const AROUND = 5;

/** The selected lines, or the caret's line. */
export function caretPlace({ document, selection }: vscode.TextEditor): CodePlace {
  return {
    document,
    ...selectedLines(selection.start.line, selection.end.line, selection.end.character),
  };
}

/** The selected lines, else the function or class around the caret, else the file or the lines near the caret. */
export async function codePlace(editor: vscode.TextEditor): Promise<CodePlace> {
  if (!editor.selection.isEmpty) return caretPlace(editor);
  return placeAround(editor.document, editor.selection);
}

export async function placeAround(document: vscode.TextDocument, range: vscode.Range): Promise<CodePlace> {
  const found: unknown = await vscode.commands.executeCommand(
    'vscode.executeDocumentSymbolProvider',
    document.uri,
  );
  const symbol = Array.isArray(found) ? innermost(found, range) : undefined;
  if (symbol) return { document, start: symbol.start.line, end: symbol.end.line + 1 };
  if (document.lineCount <= MOST_LINES) return { document, start: 0, end: document.lineCount };
  return {
    document,
    start: Math.max(0, range.start.line - AROUND),
    end: Math.min(document.lineCount, range.end.line + AROUND + 1),
  };
}

const BLOCKS: ReadonlySet<vscode.SymbolKind> = new Set([
  vscode.SymbolKind.Class,
  vscode.SymbolKind.Constructor,
  vscode.SymbolKind.Enum,
  vscode.SymbolKind.Function,
  vscode.SymbolKind.Interface,
  vscode.SymbolKind.Method,
  vscode.SymbolKind.Struct,
]);

/** The smallest block of bearable length that holds the range. */
function innermost(symbols: readonly unknown[], range: vscode.Range): vscode.Range | undefined {
  for (const symbol of symbols) {
    if (!isSymbol(symbol) || !symbol.range.contains(range)) continue;
    const inside = innermost(symbol.children, range);
    if (inside) return inside;
    const lines = symbol.range.end.line - symbol.range.start.line;
    if (BLOCKS.has(symbol.kind) && lines < MOST_LINES) return symbol.range;
  }
  return undefined;
}

/** What the command gives is of no class of the API: a mixture of both kinds of symbols. */
function isSymbol(value: unknown): value is vscode.DocumentSymbol {
  return (
    typeof value === 'object' &&
    value !== null &&
    'range' in value &&
    value.range instanceof vscode.Range &&
    'children' in value &&
    Array.isArray(value.children)
  );
}

export function textOf({ document, start, end }: CodePlace): string {
  return document
    .getText(new vscode.Range(start, 0, end, 0))
    .replaceAll('\r\n', '\n')
    .replace(/\n$/, '');
}

/** The editor's problems in these lines, a line each; undefined when there are none. */
export function problemsIn({ document, start, end }: CodePlace): string | undefined {
  const problems = vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ range }) => range.start.line < end && range.end.line >= start)
    .map(({ range, message, source, severity }) => {
      const kind = severity === vscode.DiagnosticSeverity.Error ? 'error' : 'warning';
      const line = document.lineAt(range.start.line).text.trim();
      return `- ${kind}${source ? ` (${source})` : ''} at \`${line}\`: ${message}`;
    });
  return problems.length > 0 ? problems.join('\n') : undefined;
}
