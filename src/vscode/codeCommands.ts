/** The commands on code: registered at the start, loaded on first use. */
import * as vscode from 'vscode';
import type { ModelPorts } from '../core/model/client.ts';
import type { CodeFlow } from './codeFlow.ts';
import type { Models } from './models.ts';

export interface CodeParts {
  readonly models: Models;
  readonly ports: ModelPorts;
  readonly context: vscode.ExtensionContext;
}

/** Commands as methods of CodeFlow; the arguments are those of whoever runs them: a lens, a menu, a keybinding. */
const COMMANDS = {
  edit: (flow) => flow.edit(),
  acceptEdit: ({ edits }) => edits.active()?.accept(),
  rejectEdit: ({ edits }) => edits.active()?.reject(),
  stopEdit: ({ edits }) => edits.active()?.stop(),
  showEdit: ({ edits }) => edits.active()?.show(),
  acceptHunk: (flow, index) => flow.decideHunk('accept', index),
  rejectHunk: (flow, index) => flow.decideHunk('reject', index),
  nextHunk: (flow) => flow.goToHunk('next'),
  previousHunk: (flow) => flow.goToHunk('previous'),
} as const satisfies Record<string, (flow: CodeFlow, argument: unknown) => unknown>;

export function registerCodeCommands(parts: CodeParts): vscode.Disposable {
  let flow: Promise<CodeFlow> | undefined;
  const load = (): Promise<CodeFlow> =>
    (flow ??= import('./codeFlow.ts').then(({ createCodeFlow }) => createCodeFlow(parts)));
  return vscode.Disposable.from(
    ...Object.entries(COMMANDS).map(([name, run]) =>
      vscode.commands.registerCommand(`ghoststream.${name}`, async (argument?: unknown) =>
        run(await load(), argument),
      ),
    ),
    { dispose: () => void flow?.then((loaded) => loaded.dispose()) },
  );
}
