/** What the commands on code do: find the place, ask what is missing, hand over to the edit, the chat or the repository. */
import * as vscode from 'vscode';
import { COMMAND_PROMPTS, type Prompt } from '../core/chat/prompts.ts';
import type { DrawnHunk } from '../core/edit/view.ts';
import { createAnswerPages } from './answerPage.ts';
import type { CodeParts, OwnSlash } from './codeCommands.ts';
import { caretPlace, codePlace, placeAround, textOf, type CodePlace } from './codePlace.ts';
import { createCommitMessages, type CommitMessages } from './commitMessage.ts';
import { askInstruction } from './editInstruction.ts';
import { createEdits, type Edits } from './edits.ts';
import { isFixTarget } from './fixAction.ts';
import { modelOrAsk } from './modelText.ts';
import { createPromptFiles } from './promptFiles.ts';
import { createPromptRun } from './promptRun.ts';
import { writeTests } from './writeTests.ts';

export interface CodeFlow {
  readonly edits: Edits;
  readonly commits: CommitMessages;
  /** Edits the selected lines, or the caret's line, after asking for an instruction. */
  edit(): Promise<void>;
  /** Asks a question about the selection, for the chat or for a quick editor. */
  ask(): Promise<void>;
  /** Runs one of the product's own prompts. */
  run(name: (typeof COMMAND_PROMPTS)[number]['name']): Promise<void>;
  /** `target` comes from a code action; else the selection or what is around the caret. */
  fix(target: unknown): Promise<void>;
  writeTests(): Promise<void>;
  /** `name` may be given by a keybinding; else the user picks one. */
  runOwnPrompt(name: unknown): Promise<void>;
  createPrompt(): Promise<void>;
  readonly slash: OwnSlash;
  /** `index` counts the page's differences from 0; else the one at the caret, or the next after it. */
  decideHunk(decision: 'accept' | 'reject', index: unknown): Promise<void>;
  goToHunk(direction: 'next' | 'previous'): void;
  dispose(): void;
}

export function createCodeFlow(parts: CodeParts): CodeFlow {
  const { models, ports, context } = parts;
  const edits = createEdits(ports);
  const answers = createAnswerPages(parts);
  const prompts = createPromptFiles(context.globalStorageUri);
  const prompted = createPromptRun(models, edits, parts.ask);
  const run = (prompt: Prompt, place?: CodePlace): Promise<void> => prompted.run(prompt, place);
  const named = (name: string) => COMMAND_PROMPTS.find((prompt) => prompt.name === name);

  return {
    edits,
    commits: createCommitMessages(parts),
    edit: async () => {
      const editor = vscode.window.activeTextEditor;
      const model = editor && (await modelOrAsk(models, 'edit'));
      if (!model) return;
      const place = caretPlace(editor);
      const { start, end } = place;
      const what =
        end - start > 1
          ? vscode.l10n.t('Edit lines {0} to {1}', start + 1, end)
          : vscode.l10n.t('Edit line {0}', start + 1);
      const instruction = await askInstruction(context.globalState, what);
      if (instruction) await edits.start({ ...place, instruction, model });
    },
    ask: async () => {
      const editor = vscode.window.activeTextEditor;
      const asked = await askQuestion();
      if (!asked) return;
      const { question, where } = asked;
      const code = editor && !editor.selection.isEmpty ? quoted(editor) : '';
      if (where === 'chat') await parts.ask(question + code);
      else await answers.ask(question, question + code);
    },
    run: async (name) => {
      const prompt = named(name);
      if (prompt) await run(prompt);
    },
    fix: async (target) => {
      const prompt = named('fix');
      if (!prompt) return;
      if (!isFixTarget(target)) return run(prompt);
      const document = await vscode.workspace.openTextDocument(target.uri);
      return run(prompt, await placeAround(document, target.range));
    },
    writeTests: async () => {
      const editor = vscode.window.activeTextEditor;
      const model = editor && (await modelOrAsk(models, 'edit'));
      if (model) await writeTests(await codePlace(editor), model, edits);
    },
    runOwnPrompt: async (name) => {
      const own = await prompts.list();
      const items = own.map((prompt) => ({
        label: `/${prompt.name}`,
        description: prompt.description,
        prompt,
      }));
      const picked =
        own.find((prompt) => prompt.name === name) ??
        (await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t('Which prompt?') }))?.prompt;
      if (picked && (await prompts.allowed(picked))) await run(picked);
      else if (own.length === 0) await prompts.create();
    },
    createPrompt: () => prompts.create(),
    slash: {
      list: () => prompts.list(),
      question: async (name, rest) => {
        const own = (await prompts.list()).find((prompt) => prompt.name === name);
        return own && (await prompts.allowed(own)) ? prompted.question(own, rest) : undefined;
      },
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
    dispose: () => {
      vscode.Disposable.from(edits, answers, prompts).dispose();
    },
  };
}

function hunkAtCaret(hunks: readonly DrawnHunk[]): DrawnHunk | undefined {
  const line = vscode.window.activeTextEditor?.selection.active.line ?? 0;
  return hunks.find(({ added, removed }) => line < Math.max(added.end, removed.end)) ?? hunks.at(-1);
}

function quoted(editor: vscode.TextEditor): string {
  const path = vscode.workspace.asRelativePath(editor.document.uri);
  return `\n\nIn ${path}:\n\n\`\`\`${editor.document.languageId}\n${textOf(caretPlace(editor))}\n\`\`\``;
}

interface Asked {
  readonly question: string;
  readonly where: 'chat' | 'page';
}

/** A question, and where its answer should go: both are one Enter. */
async function askQuestion(): Promise<Asked | undefined> {
  const picker = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly where: Asked['where'] }>();
  picker.title = vscode.l10n.t('Ask');
  picker.placeholder = vscode.l10n.t('Question; the selection goes along');
  const places = [
    { where: 'page', label: `$(go-to-file) ${vscode.l10n.t('Answer in an editor')}`, alwaysShow: true },
    {
      where: 'chat',
      label: `$(comment-discussion) ${vscode.l10n.t('Answer in the chat')}`,
      alwaysShow: true,
    },
  ] as const;
  picker.onDidChangeValue((value) => (picker.items = value.trim() === '' ? [] : places));
  const asked = await new Promise<Asked | undefined>((resolve) => {
    picker.onDidAccept(() => {
      const question = picker.value.trim();
      const where = picker.selectedItems[0]?.where;
      if (question !== '' && where) resolve({ question, where });
    });
    picker.onDidHide(() => resolve(undefined));
    picker.show();
  });
  picker.dispose();
  return asked;
}
