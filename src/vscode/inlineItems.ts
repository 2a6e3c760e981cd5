/** From suggestions to what the editor draws, and the key that takes it. */
import * as vscode from 'vscode';
import type { Suggestion } from '../core/completion/words.ts';
import { tabWouldIndent } from '../core/inline/indentTab.ts';
import { place } from '../core/inline/placing.ts';
import { optionsOf, type Call } from './inlineQuery.ts';

/** One item for each suggestion of which something is left to draw. */
export function itemsOf(
  { document, position }: Call,
  suggestions: readonly Suggestion[],
): vscode.InlineCompletionItem[] {
  const line = document.lineAt(position.line).text;
  return suggestions.flatMap((suggestion) => {
    const placed = place(suggestion, line, position.character);
    if (!placed) return [];
    const range = new vscode.Range(position.line, placed.start, position.line, placed.end);
    const item = new vscode.InlineCompletionItem(placed.insertText, range);
    item.command = { command: 'ghoststream.accepted', title: '', arguments: [suggestion.id] };
    return [item];
  });
}

/** Keeps the context key of the Tab binding that accepts where the editor would indent. */
export function createTabHelp(): (call: Call, text: string) => void {
  let helps = false;
  return ({ document, position }, text) => {
    const lineBefore = document.lineAt(position.line).text.slice(0, position.character);
    const wanted = tabWouldIndent(lineBefore, text, optionsOf(document).tabSize);
    if (wanted === helps) return;
    helps = wanted;
    void vscode.commands.executeCommand('setContext', 'ghoststream.indents', wanted);
  };
}
