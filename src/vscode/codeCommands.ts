/** The commands on code: registered at the start, loaded on first use. */
import * as vscode from 'vscode';
import type { ModelPorts } from '../core/model/client.ts';
import type { CodeFlow } from './codeFlow.ts';
import { registerFixAction } from './fixAction.ts';
import type { Models } from './models.ts';

export interface CodeParts {
  readonly models: Models;
  readonly ports: ModelPorts;
  readonly context: Pick<vscode.ExtensionContext, 'globalState' | 'globalStorageUri'>;
  /** Puts a question to the chat and shows it. */
  readonly ask: (question: string) => Promise<void>;
}

/** The user's own prompts as slash commands of the chat. */
export interface OwnSlash {
  list(): Promise<readonly { readonly name: string; readonly description: string }[]>;
  /** What the model is asked; undefined when the prompt answers elsewhere, or the user said no. */
  question(name: string, rest: string): Promise<string | undefined>;
}

export interface CodeCommands {
  readonly slash: OwnSlash;
  dispose(): void;
}

/** Commands as methods of CodeFlow; the arguments are those of whoever runs them: a lens, a menu, a keybinding. */
const COMMANDS = {
  edit: (flow) => flow.edit(),
  ask: (flow) => flow.ask(),
  explain: (flow) => flow.run('explain'),
  fix: (flow, target) => flow.fix(target),
  doc: (flow) => flow.run('doc'),
  simplify: (flow) => flow.run('simplify'),
  tests: (flow) => flow.writeTests(),
  review: (flow) => flow.run('review'),
  reviewChanges: (flow) => flow.run('review-changes'),
  runPrompt: (flow, name) => flow.runOwnPrompt(name),
  newPrompt: (flow) => flow.createPrompt(),
  commitMessage: ({ commits }, source) => commits.write(source),
  cancelCommitMessage: ({ commits }) => commits.cancel(),
  acceptEdit: ({ edits }) => edits.active()?.accept(),
  rejectEdit: ({ edits }) => edits.active()?.reject(),
  stopEdit: ({ edits }) => edits.active()?.stop(),
  showEdit: ({ edits }) => edits.active()?.show(),
  acceptHunk: (flow, index) => flow.decideHunk('accept', index),
  rejectHunk: (flow, index) => flow.decideHunk('reject', index),
  nextHunk: (flow) => flow.goToHunk('next'),
  previousHunk: (flow) => flow.goToHunk('previous'),
} as const satisfies Record<string, (flow: CodeFlow, argument: unknown) => unknown>;

export function registerCodeCommands(parts: CodeParts): CodeCommands {
  let flow: Promise<CodeFlow> | undefined;
  const load = (): Promise<CodeFlow> =>
    (flow ??= import('./codeFlow.ts').then(({ createCodeFlow }) => createCodeFlow(parts)));
  const disposables = vscode.Disposable.from(
    registerFixAction(),
    ...Object.entries(COMMANDS).map(([name, run]) =>
      vscode.commands.registerCommand(`ghoststream.${name}`, async (argument?: unknown) =>
        run(await load(), argument),
      ),
    ),
  );
  return {
    slash: {
      list: async () => (await load()).slash.list(),
      question: async (name, rest) => (await load()).slash.question(name, rest),
    },
    dispose: () => {
      disposables.dispose();
      void flow?.then((loaded) => loaded.dispose());
    },
  };
}
