/** What the commands on code do: find the place, ask what is missing, hand over to the edit. */
import * as vscode from 'vscode';
import { selectedLines } from '../core/edit/lines.ts';
import type { DrawnHunk } from '../core/edit/view.ts';
import type { CodeParts } from './codeCommands.ts';
import { askInstruction } from './editInstruction.ts';
import { createEdits, type Edits } from './edits.ts';
import { modelOrAsk } from './modelText.ts';

export interface CodeFlow {
  readonly edits: Edits;
  /** Edits the selected lines, or the caret's line, after asking for an instruction. */
  edit(): Promise<void>;
  /** `index` counts the page's differences from 0; else the one at the caret, or the next after it. */
  decideHunk(decision: 'accept' | 'reject', index: unknown): Promise<void>;
  goToHunk(direction: 'next' | 'previous'): void;
  dispose(): void;
}

export function createCodeFlow({ models, ports, context }: CodeParts): CodeFlow {
  const edits = createEdits(ports);
  return {
    edits,
    edit: async () => {
      const editor = vscode.window.activeTextEditor;
      if (!editor) return;
      const { document, selection } = editor;
      const model = await modelOrAsk(models, 'edit');
      if (!model) return;
      const { start, end } = selectedLines(selection.start.line, selection.end.line, selection.end.character);
      const what =
        end - start > 1
          ? vscode.l10n.t('Edit lines {0} to {1}', start + 1, end)
          : vscode.l10n.t('Edit line {0}', start + 1);
      const instruction = await askInstruction(context.globalState, what);
      if (instruction) await edits.start({ document, start, end, instruction, model });
    },
    decideHunk: async (decision, index) => {
      const session = edits.active();
      const hunks = session?.page?.view.hunks ?? [];
      const drawn = typeof index === 'number' ? hunks[index] : hunkAtCaret(hunks);
      if (session && drawn) await session[decision](drawn.hunk);
    },
    goToHunk: (direction) => {
      const editor = vscode.window.activeTextEditor;
      const hunks = edits.active()?.page?.view.hunks ?? [];
      if (!editor) return;
      const line = editor.selection.active.line;
      const target =
        direction === 'next'
          ? (hunks.find(({ removed }) => removed.start > line) ?? hunks[0])
          : (hunks.findLast(({ removed }) => removed.start < line) ?? hunks.at(-1));
      if (!target) return;
      const at = new vscode.Position(target.removed.start, 0);
      editor.selection = new vscode.Selection(at, at);
      editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    },
    dispose: () => edits.dispose(),
  };
}

function hunkAtCaret(hunks: readonly DrawnHunk[]): DrawnHunk | undefined {
  const line = vscode.window.activeTextEditor?.selection.active.line ?? 0;
  return hunks.find(({ added, removed }) => line < Math.max(added.end, removed.end)) ?? hunks.at(-1);
}
