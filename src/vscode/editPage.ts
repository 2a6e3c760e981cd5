/** The page on which a proposed edit is drawn: the file as read-only text, removed and added lines in color. */
import * as vscode from 'vscode';
import type { LineRange, ProposalView } from '../core/edit/view.ts';

export const EDIT_SCHEME = 'ghoststream-edit';

export interface EditPage {
  readonly uri: vscode.Uri;
  /** Takes the drawing over; what is on the screen follows at once. */
  draw(view: ProposalView): void;
  readonly view: ProposalView;
  /** Opens the page where the file is, at the same place of it. */
  show(beside: vscode.TextEditor | undefined): Promise<vscode.TextEditor>;
  close(): Promise<void>;
}

export interface EditPages {
  open(file: vscode.TextDocument, view: ProposalView): EditPage;
  dispose(): void;
}

/** Removed lines in the diff editor's colors, and with a sign: color alone tells not everybody. */
function createDecorations(): {
  readonly removed: vscode.TextEditorDecorationType;
  readonly added: vscode.TextEditorDecorationType;
} {
  const line = (kind: 'removed' | 'inserted', sign: string): vscode.TextEditorDecorationType =>
    vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      backgroundColor: new vscode.ThemeColor(`diffEditor.${kind}LineBackground`),
      overviewRulerColor: new vscode.ThemeColor(`diffEditorOverview.${kind}Foreground`),
      overviewRulerLane: vscode.OverviewRulerLane.Full,
      gutterIconPath: signIcon(sign),
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    });
  return { removed: line('removed', '−'), added: line('inserted', '+') };
}

function signIcon(sign: string): vscode.Uri {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><text x="8" y="12" text-anchor="middle" ' +
    `font-family="monospace" font-size="14" fill="#888">${sign}</text></svg>`;
  return vscode.Uri.parse(`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`);
}

export function createEditPages(): EditPages {
  const decorations = createDecorations();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const pages = new Map<string, EditPage>();
  let count = 0;
  const decorate = (editor: vscode.TextEditor): void => {
    const view = pages.get(editor.document.uri.toString())?.view;
    if (!view) return;
    const ranges = (of: 'removed' | 'added'): vscode.Range[] =>
      view.hunks.flatMap((hunk) => toRange(hunk[of]));
    editor.setDecorations(decorations.removed, ranges('removed'));
    editor.setDecorations(decorations.added, ranges('added'));
  };
  const editorsOf = (uri: vscode.Uri): vscode.TextEditor[] =>
    vscode.window.visibleTextEditors.filter((editor) => editor.document.uri.toString() === uri.toString());
  const listeners = [
    vscode.workspace.registerTextDocumentContentProvider(EDIT_SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => pages.get(uri.toString())?.view.lines.join('\n') ?? '',
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => editorsOf(document.uri).forEach(decorate)),
    vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach(decorate)),
  ];

  return {
    open: (file, first) => {
      const uri = pageUri(file.uri, ++count);
      let view = first;
      const page: EditPage = {
        uri,
        get view() {
          return view;
        },
        draw: (next) => {
          view = next;
          changed.fire(uri);
          // Text that stays the same is announced by nobody: accepting a hunk may change marks alone.
          editorsOf(uri).forEach(decorate);
        },
        show: (beside) => showPage(uri, file, view, beside),
        close: async () => {
          pages.delete(uri.toString());
          await vscode.window.tabGroups.close(tabsOf(uri));
        },
      };
      pages.set(uri.toString(), page);
      return page;
    },
    dispose: () => {
      vscode.Disposable.from(decorations.added, decorations.removed, changed, ...listeners).dispose();
    },
  };
}

/**
 * Named like the file, so that its language is recognized. The query keeps pages of like-named files apart, and a page
 * from the one before it: the editor remembers a document for a while after it was closed.
 */
function pageUri(file: vscode.Uri, count: number): vscode.Uri {
  const name = file.path.split('/').at(-1) ?? '';
  return vscode.Uri.from({
    scheme: EDIT_SCHEME,
    path: `/${vscode.l10n.t('Proposed')} ${name}`,
    query: `${count} ${file.toString()}`,
  });
}

function toRange({ start, end }: LineRange): vscode.Range[] {
  return start < end ? [new vscode.Range(start, 0, end - 1, 0)] : [];
}

async function showPage(
  uri: vscode.Uri,
  file: vscode.TextDocument,
  { region }: ProposalView,
  beside: vscode.TextEditor | undefined,
): Promise<vscode.TextEditor> {
  const opened = await vscode.workspace.openTextDocument(uri);
  const document = await vscode.languages.setTextDocumentLanguage(opened, file.languageId);
  const top = beside?.visibleRanges[0]?.start.line;
  const at = new vscode.Position(region.start, 0);
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: beside?.viewColumn ?? vscode.ViewColumn.Active,
    preview: false,
    selection: new vscode.Range(at, at),
  });
  // The same lines at the same height: only the proposal itself moves.
  if (top !== undefined && region.start >= top) {
    // The page has no breadcrumbs, whose height is about a line.
    const crumbs = vscode.workspace.getConfiguration('breadcrumbs').get('enabled') === true ? 1 : 0;
    const line = Math.max(0, top - crumbs);
    editor.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.AtTop);
  }
  return editor;
}

export function tabsOf(uri: vscode.Uri): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
}
