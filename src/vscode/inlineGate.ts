/** Looks up, for one call of the editor, what decides whether the engine may be asked. */
import * as vscode from 'vscode';
import { isInComment } from '../core/inline/comments.ts';
import { refuse, type Refusal } from '../core/inline/gate.ts';
import { editorOf, type Call } from './inlineQuery.ts';
import type { InlineSettings } from './settings.ts';

export function refusalOf(call: Call, settings: InlineSettings): Refusal | undefined {
  const { document, trigger } = call;
  const editor = editorOf(document);
  return refuse({
    trigger,
    language: document.languageId,
    languages: settings.languages,
    excluded: settings.excludedFiles.some(
      (pattern) => vscode.languages.match({ pattern: anywhere(pattern) }, document) > 0,
    ),
    manualOnly: settings.trigger === 'manual',
    selecting: editor?.selections.some(({ isEmpty }) => !isEmpty) ?? false,
    notInserting: editor !== undefined && isNotInserting(editor, settings.cursorStyle),
    behindWidget: call.selected !== undefined && settings.withSuggestWidget === 'hide',
    inQuietComment: () => !settings.inComments && isInComment(lineStart(call), document.languageId),
  });
}

/** As in `.gitignore`: a pattern without a slash means files of that name in any folder. */
function anywhere(pattern: string): string {
  return pattern.includes('/') ? pattern : `**/${pattern}`;
}

/** Vim's and other emulations show by the caret's shape that keys are commands now. */
export function isNotInserting({ options }: vscode.TextEditor, configured: string): boolean {
  const { Block, BlockOutline, Underline } = vscode.TextEditorCursorStyle;
  const shape = options.cursorStyle;
  return configured.startsWith('line') && (shape === Block || shape === BlockOutline || shape === Underline);
}

/** How many lines above the caret are looked at for the start of a comment. */
const LINES = 60;

function lineStart({ document, position }: Call): string {
  const from = new vscode.Position(Math.max(0, position.line - LINES), 0);
  return document.getText(new vscode.Range(from, position)).replaceAll('\r\n', '\n');
}
