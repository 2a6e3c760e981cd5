/** One proposed edit from the question to the last decision. The file's bytes change on accept, at no other time. */
import * as vscode from 'vscode';
import type { AnswerState } from '../core/edit/answer.ts';
import { textEdit, type TextEdit } from '../core/edit/lines.ts';
import {
  acceptHunk,
  hunkEdit,
  hunksOf,
  propose,
  rejectHunk,
  type Hunk,
  type Outcome,
  type Place,
  type Proposal,
} from '../core/edit/proposal.ts';
import { rebase, refit } from '../core/edit/rebase.ts';
import { drawProposal, type LineRange } from '../core/edit/view.ts';
import { tabsOf, type EditPage, type EditPages } from './editPage.ts';

export type SessionState = 'waiting' | 'growing' | 'ready' | 'over';

export interface EditSession {
  readonly document: vscode.TextDocument;
  readonly page: EditPage | undefined;
  readonly state: SessionState;
  /** The lines of the file that the edit is about now. */
  readonly lines: LineRange;
  /** Aborted by Stop, and when the session is over. */
  readonly signal: AbortSignal;
  /** Takes the answer so far. */
  take(answer: string): 'more' | 'enough';
  /** The answer is over. */
  end(answer: string, state: AnswerState): Outcome;
  /** Ends the answer; what came of it stays for review. */
  stop(): void;
  accept(hunk?: Hunk): Promise<void>;
  reject(hunk?: Hunk): Promise<void>;
  show(): Promise<void>;
}

/** Milliseconds between two drawings: each is an edit of the page, with layout and highlighting. */
const DRAW_MS = 80;

export interface SessionEvents {
  /** Anything that is shown elsewhere (lenses, context keys) changed. */
  readonly changed: () => void;
  /** The proposal was given up for a reason that the user should hear. */
  readonly withdrawn: (sentence: string) => void;
}

export function createEditSession(
  document: vscode.TextDocument,
  place: Place,
  pages: EditPages,
  events: SessionEvents,
): EditSession {
  const stopped = new AbortController();
  const source =
    vscode.window.activeTextEditor?.document === document ? vscode.window.activeTextEditor : undefined;
  let proposal: Proposal = { start: place.start, original: place.original, lines: place.original };
  let page: EditPage | undefined;
  let state: SessionState = 'waiting';
  let drawn: ReturnType<typeof setTimeout> | undefined;
  let writing = false;

  const draw = (): void => {
    clearTimeout(drawn);
    drawn = undefined;
    const view = drawProposal(documentLines(document), proposal);
    if (page) page.draw(view);
    else {
      page = pages.open(document, view);
      void page.show(source);
    }
    events.changed();
  };
  const drawSoon = (): void => {
    drawn ??= setTimeout(draw, page ? DRAW_MS : 0);
  };
  const become = (next: SessionState): void => {
    state = next;
    events.changed();
  };
  const finish = async (): Promise<void> => {
    if (state === 'over') return;
    become('over');
    clearTimeout(drawn);
    stopped.abort();
    listeners.dispose();
    await page?.close();
  };
  const withdraw = (sentence: string): void => {
    void finish();
    events.withdrawn(sentence);
  };
  const follow = (changes: readonly TextEdit[]): void => {
    const result = rebase(proposal, changes, (line) =>
      line < document.lineCount ? document.lineAt(line).text : undefined,
    );
    if (result.type === 'kept') {
      proposal = result.proposal;
      if (page) drawSoon();
      return;
    }
    // Clean after the change: it came from the disk (another program, a checkout), not from typing.
    const fresh =
      state === 'ready' && !document.isDirty
        ? refit(proposal, result.start, documentLines(document).slice(result.start, result.end))
        : undefined;
    if (fresh) {
      proposal = fresh;
      drawSoon();
    } else withdraw(vscode.l10n.t('The lines were changed by hand, so the proposed edit was withdrawn.'));
  };
  const listeners = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document !== document || event.contentChanges.length === 0 || writing) return;
      follow(event.contentChanges.map(toTextEdit));
    }),
    vscode.workspace.onDidCloseTextDocument((closed) => {
      if (closed === document) void finish();
    }),
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      const ours = page?.uri.toString();
      const gone = closed.some(
        ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === ours,
      );
      if (page && gone && tabsOf(page.uri).length === 0) void finish();
    }),
  );
  const stop = (): void => {
    if (state === 'waiting') void finish();
    if (state !== 'growing') return;
    stopped.abort();
    state = 'ready';
    draw();
  };
  const settle = async (): Promise<void> => {
    if (hunksOf(proposal).length === 0) await finish();
    else draw();
  };

  return {
    document,
    get page() {
      return page;
    },
    get state() {
      return state;
    },
    get lines() {
      return { start: proposal.start, end: proposal.start + proposal.original.length };
    },
    signal: stopped.signal,
    take: (answer) => {
      if (state === 'over') return 'enough';
      const outcome = propose({ ...place, start: proposal.start }, answer, 'running');
      if (outcome.type !== 'proposal') return 'more';
      proposal = outcome.proposal;
      if (state === 'waiting') become('growing');
      drawSoon();
      return outcome.done ? 'enough' : 'more';
    },
    end: (answer, how) => {
      const outcome = propose({ ...place, start: proposal.start }, answer, how);
      if (state === 'over' || state === 'ready') return outcome;
      if (outcome.type === 'proposal') {
        proposal = outcome.proposal;
        become('ready');
        draw();
      } else void finish();
      return outcome;
    },
    stop,
    accept: async (hunk) => {
      if (state === 'growing') stop();
      if (state !== 'ready') return;
      const hunks = hunk ? [hunk] : hunksOf(proposal);
      writing = true;
      const written = await write(document, proposal, hunks).finally(() => (writing = false));
      if (!written) {
        void vscode.window.showErrorMessage(
          vscode.l10n.t('The file could not be changed; it may be read-only.'),
        );
        return;
      }
      proposal = hunk ? acceptHunk(proposal, hunk) : { ...proposal, original: proposal.lines };
      await settle();
      if (hunksOf(proposal).length === 0) await showFile(document, proposal.start, source?.viewColumn);
    },
    reject: async (hunk) => {
      if (state === 'growing') stop();
      proposal = hunk ? rejectHunk(proposal, hunk) : { ...proposal, lines: proposal.original };
      await settle();
    },
    show: async () => {
      await page?.show(source);
    },
  };
}

async function showFile(
  document: vscode.TextDocument,
  line: number,
  viewColumn: vscode.ViewColumn | undefined,
): Promise<void> {
  const at = new vscode.Position(Math.min(line, document.lineCount - 1), 0);
  const selection = new vscode.Range(at, at);
  await vscode.window.showTextDocument(document, { selection, ...(viewColumn ? { viewColumn } : {}) });
}

/** One edit of the file, one step of its undo stack. */
async function write(
  document: vscode.TextDocument,
  proposal: Proposal,
  hunks: readonly Hunk[],
): Promise<boolean> {
  const lengths = documentLines(document).map(({ length }) => length);
  const edit = new vscode.WorkspaceEdit();
  for (const hunk of hunks) {
    const { startLine, startCharacter, endLine, endCharacter, text } = textEdit(
      hunkEdit(proposal, hunk),
      lengths,
    );
    edit.replace(document.uri, new vscode.Range(startLine, startCharacter, endLine, endCharacter), text);
  }
  return vscode.workspace.applyEdit(edit);
}

export function documentLines(document: vscode.TextDocument): string[] {
  return document.getText().split(/\r\n|\r|\n/);
}

function toTextEdit({ range, text }: vscode.TextDocumentContentChangeEvent): TextEdit {
  return {
    startLine: range.start.line,
    startCharacter: range.start.character,
    endLine: range.end.line,
    endCharacter: range.end.character,
    text,
  };
}
