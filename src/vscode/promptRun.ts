/** Runs a prompt on code: fills its variables, and sends the answer where its mode says. */
import * as vscode from 'vscode';
import { quoteChanges } from '../core/commit/changes.ts';
import { fillPrompt, needsOf, NO_DIAGNOSTICS, type Prompt, type Variable } from '../core/chat/prompts.ts';
import { DEFAULT_CONTEXT_TOKENS } from '../core/edit/prompt.ts';
import { CHARACTERS_PER_TOKEN } from '../core/model/tokens.ts';
import { caretPlace, codePlace, problemsIn, textOf, type CodePlace } from './codePlace.ts';
import type { Edits } from './edits.ts';
import { modelOrAsk } from './modelText.ts';
import type { Models } from './models.ts';
import { changesOf, findRepository } from './repositories.ts';

export interface PromptRun {
  /** `place` is what the prompt is about; absent: the selection, or what is around the caret. */
  run(prompt: Prompt, place?: CodePlace): Promise<void>;
  /**
   * The question of a prompt that was called in the chat, where `rest` was written behind its name. Undefined when the
   * prompt's answer goes elsewhere (it runs then), or the user went away.
   */
  question(prompt: Prompt, rest: string): Promise<string | undefined>;
}

export function createPromptRun(
  models: Models,
  edits: Edits,
  ask: (question: string) => Promise<void>,
): PromptRun {
  const go = async (
    prompt: Prompt,
    given: CodePlace | undefined,
    rest: string,
    deliver: (question: string) => Promise<void>,
  ): Promise<void> => {
    const editor = vscode.window.activeTextEditor;
    const place = given ?? (editor && (await placeFor(prompt, editor)));
    const needs = needsOf(prompt.text);
    if (!place && (prompt.mode !== 'chat' || needsFile(needs.variables))) {
      void vscode.window.showInformationMessage(vscode.l10n.t('Open a file first.'));
      return;
    }
    const inputs = await askInputs(needs.inputs, rest);
    const model = await modelOrAsk(models, prompt.mode === 'chat' ? 'chat' : 'edit', prompt.model);
    if (!inputs || !model) return;
    const room = ((model.contextTokens ?? DEFAULT_CONTEXT_TOKENS) * CHARACTERS_PER_TOKEN) / 2;
    const values = await valuesOf(needs.variables, place, room);
    if (!values) return;
    const filled = fillPrompt(prompt.text, values, inputs);
    const text = rest === '' || needs.inputs.length > 0 ? filled : `${filled}\n\n${rest}`;
    if (prompt.mode === 'chat') await deliver(text);
    else if (place) await edits.start({ ...place, instruction: text, model });
  };
  return {
    run: (prompt, place) => go(prompt, place, '', ask),
    question: async (prompt, rest) => {
      let question: string | undefined;
      await go(prompt, undefined, rest, (text) => {
        question = text;
        return Promise.resolve();
      });
      return question;
    },
  };
}

const needsFile = (variables: ReadonlySet<Variable>): boolean =>
  (['selection', 'file', 'language', 'diagnostics'] as const).some((name) => variables.has(name));

async function placeFor({ mode }: Prompt, editor: vscode.TextEditor): Promise<CodePlace> {
  if (mode !== 'insert') return codePlace(editor);
  // On a blank line the new text takes its place; otherwise it goes below.
  const place = caretPlace(editor);
  if (editor.document.lineAt(editor.selection.active.line).isEmptyOrWhitespace) return place;
  return { ...place, start: place.end };
}

/** `given` answers the first one. Undefined when the user went away. */
async function askInputs(
  inputs: readonly { readonly name: string; readonly hint: string }[],
  given: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  const answers = new Map<string, string>();
  for (const [index, { name, hint }] of inputs.entries()) {
    if (index === 0 && given !== '') {
      answers.set(name, given);
      continue;
    }
    const answer = await vscode.window.showInputBox({ title: name, ...(hint ? { prompt: hint } : {}) });
    if (answer === undefined) return undefined;
    answers.set(name, answer);
  }
  return answers;
}

/** Only what is asked for is looked up; undefined when there is nothing to speak of. */
async function valuesOf(
  variables: ReadonlySet<Variable>,
  place: CodePlace | undefined,
  characters: number,
): Promise<ReadonlyMap<Variable, string> | undefined> {
  const values = new Map<Variable, string>();
  if (place) {
    values.set('file', vscode.workspace.asRelativePath(place.document.uri));
    values.set('language', place.document.languageId);
    values.set('selection', textOf(place).slice(0, characters));
    values.set('diagnostics', problemsIn(place) ?? NO_DIAGNOSTICS);
  }
  if (variables.has('changes')) {
    const repository = await findRepository();
    if (!repository) return undefined;
    const changes = await changesOf(repository);
    if (changes.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('There are no changes to review.'));
      return undefined;
    }
    values.set('changes', quoteChanges(changes, characters));
  }
  return values;
}
