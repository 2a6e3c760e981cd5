/** The commands that choose models and accounts; what they need is loaded when one is run. */
import * as vscode from 'vscode';
import type { Fetch } from '../core/ports.ts';

export function registerModelCommands(context: vscode.ExtensionContext, fetch: Fetch): vscode.Disposable {
  const commands: Record<string, () => unknown> = {
    useSmallModel: async () => (await import('./smallModelCommand.ts')).useSmallModel(context, fetch),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`ghoststream.${name}`, run),
    ),
  );
}
