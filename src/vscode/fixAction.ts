/** Offers "Fix" on the editor's problems, beside the quick fixes of the language. */
import * as vscode from 'vscode';

/** Arguments of the fix command when a code action runs it. */
export interface FixTarget {
  readonly uri: vscode.Uri;
  readonly range: vscode.Range;
}

export function registerFixAction(): vscode.Disposable {
  const files = ['file', 'untitled', 'vscode-remote', 'vscode-vfs'].map((scheme) => ({ scheme }));
  return vscode.languages.registerCodeActionsProvider(
    files,
    {
      provideCodeActions: ({ uri }, _range, { diagnostics }) => {
        const [first] = diagnostics;
        if (!first) return [];
        const title = vscode.l10n.t('Fix with Ghoststream');
        const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
        action.diagnostics = [...diagnostics];
        const range = diagnostics.reduce((all, { range: each }) => all.union(each), first.range);
        const target: FixTarget = { uri, range };
        action.command = { command: 'ghoststream.fix', title, arguments: [target] };
        return [action];
      },
    },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
}

export function isFixTarget(value: unknown): value is FixTarget {
  return (
    typeof value === 'object' &&
    value !== null &&
    'uri' in value &&
    value.uri instanceof vscode.Uri &&
    'range' in value &&
    value.range instanceof vscode.Range
  );
}
