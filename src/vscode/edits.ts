/** Edits in place: from an instruction to a proposal that grows on a page, and the decisions about it. */
import * as vscode from 'vscode';
import type { ConfiguredModel } from '../core/model/choice.ts';
import type { ModelPorts } from '../core/model/client.ts';
import { editPrompt } from '../core/edit/prompt.ts';
import type { Outcome } from '../core/edit/proposal.ts';
import { createEditLenses } from './editLenses.ts';
import { createEditPages } from './editPage.ts';
import { createEditSession, documentLines, type EditSession } from './editSession.ts';
import { followText, showModelError } from './modelText.ts';

export interface EditTask {
  readonly document: vscode.TextDocument;
  /** Lines `start` to `end` (exclusive) are edited. */
  readonly start: number;
  readonly end: number;
  readonly instruction: string;
  readonly model: ConfiguredModel;
}

export interface Edits {
  /** Resolves when the answer is over; the decisions come later. */
  start(task: EditTask): Promise<void>;
  /** The proposal on the page that has the focus, or of the file that has it. */
  active(): EditSession | undefined;
  dispose(): void;
}

export function createEdits(ports: ModelPorts): Edits {
  const pages = createEditPages();
  const sessions = new Set<EditSession>();
  const live = (): EditSession[] => [...sessions];
  const lenses = createEditLenses(live);
  const changed = (): void => {
    for (const session of live()) if (session.state === 'over') sessions.delete(session);
    const running = live().some(({ state }) => state === 'waiting' || state === 'growing');
    void vscode.commands.executeCommand('setContext', 'ghoststream.editRunning', running);
    lenses.refresh();
  };
  const withdrawn = (sentence: string): void => {
    void vscode.window.showInformationMessage(sentence);
  };

  const begin = async (task: EditTask): Promise<void> => {
    const { document, start, end, instruction, model } = task;
    // One proposal for a file at a time: two would stand on each other's lines.
    for (const other of live()) if (other.document === document) await other.reject();
    const file = documentLines(document);
    const path = vscode.workspace.asRelativePath(document.uri);
    const language = document.languageId;
    const prompt = editPrompt({ path, language, instruction, file, start, end }, model.contextTokens);
    if (prompt.type === 'too-long') {
      void vscode.window.showWarningMessage(tooLong(prompt.tokens, prompt.contextTokens));
      return;
    }
    const place = { start, original: file.slice(start, end), language, style: styleOf(document) };
    const session = createEditSession(document, place, pages, { changed, withdrawn });
    sessions.add(session);
    changed();
    const again = (): Promise<void> => begin({ ...task, ...session.lines });
    await run(session, { model, messages: prompt.messages, maxTokens: prompt.maxTokens }, ports, again);
  };

  return {
    start: begin,
    active: () => {
      const uri = vscode.window.activeTextEditor?.document.uri.toString();
      return live().find(
        ({ document, page }) => uri === page?.uri.toString() || uri === document.uri.toString(),
      );
    },
    dispose: () => {
      for (const session of live()) void session.reject();
      pages.dispose();
      lenses.dispose();
    },
  };
}

async function run(
  session: EditSession,
  question: Parameters<typeof followText>[0],
  ports: ModelPorts,
  again: () => Promise<void>,
): Promise<void> {
  let answer = '';
  try {
    const reason = await followText(question, ports, session.signal, (text) => {
      answer = text;
      return session.take(text);
    });
    const outcome = session.end(answer, reason === 'length' ? 'cut' : 'whole');
    await tell(outcome, reason === 'length');
  } catch (error) {
    if (session.signal.aborted) return;
    const outcome = session.end(answer, 'cut');
    await showModelError(error, again, outcome.type === 'proposal' ? KEPT() : '');
  }
}

const KEPT = (): string => vscode.l10n.t('What came before is kept for review.');

async function tell(outcome: Outcome, cut: boolean): Promise<void> {
  switch (outcome.type) {
    case 'proposal':
      if (cut) {
        const limit = vscode.l10n.t('The answer reached its limit of tokens.');
        await vscode.window.showWarningMessage(`${limit} ${KEPT()}`);
      }
      return;
    case 'unchanged':
      await vscode.window.showInformationMessage(vscode.l10n.t('The model proposes no change.'));
      return;
    case 'nothing':
      await vscode.window.showInformationMessage(vscode.l10n.t('The model gave no code.'));
      return;
    case 'words':
      await vscode.window.showInformationMessage(
        vscode.l10n.t('The model answered in words: {0}', outcome.text.slice(0, 400)),
      );
  }
}

function tooLong(tokens: number, contextTokens: number): string {
  return vscode.l10n.t(
    'The selected lines need about {0} tokens; the model has room for {1}. Select fewer lines.',
    tokens,
    contextTokens,
  );
}

function styleOf(document: vscode.TextDocument): { insertSpaces: boolean; tabSize: number } {
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.options;
  const insertSpaces = shown?.insertSpaces;
  const tabSize = shown?.tabSize;
  return {
    insertSpaces: typeof insertSpaces === 'boolean' ? insertSpaces : true,
    tabSize: typeof tabSize === 'number' ? tabSize : 4,
  };
}
