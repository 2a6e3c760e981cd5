/** Remembers the last terminal command and what it printed, by shell integration. */
import { stripVTControlCharacters } from 'node:util';
import * as vscode from 'vscode';
import type { ContextItem } from '../core/chat/words.ts';

// The end of a long output says what went wrong.
const LONGEST_OUTPUT = 60_000;

export interface TerminalMemory {
  /** Nothing when no command was run with shell integration since the window opened. */
  last(): Promise<ContextItem[]>;
  dispose(): void;
}

export function createTerminalMemory(): TerminalMemory {
  let last: { command: string; output: string; exitCode?: number | undefined } | undefined;
  const started = vscode.window.onDidStartTerminalShellExecution(({ execution }) => {
    const entry = { command: execution.commandLine.value, output: '' };
    last = entry;
    void (async () => {
      for await (const data of execution.read()) entry.output = (entry.output + data).slice(-LONGEST_OUTPUT);
    })();
  });
  const ended = vscode.window.onDidEndTerminalShellExecution(({ execution, exitCode }) => {
    if (last?.command === execution.commandLine.value) last.exitCode = exitCode;
  });
  return {
    last: async () => {
      if (!last) return [];
      const { command, exitCode } = last;
      const streamed = stripVTControlCharacters(last.output).replaceAll('\r\n', '\n').trimEnd();
      const output = streamed === '' ? await outputOnScreen() : streamed;
      const exit = exitCode === undefined ? '' : `\n[exit code ${exitCode}]`;
      return [{ kind: 'terminal', label: command.slice(0, 60), text: `$ ${command}\n${output}${exit}` }];
    },
    dispose: () => {
      started.dispose();
      ended.dispose();
    },
  };
}

/** What a quick command prints does not reach extensions as a stream; the terminal itself knows it. */
async function outputOnScreen(): Promise<string> {
  const kept = await vscode.env.clipboard.readText();
  await vscode.env.clipboard.writeText('');
  await vscode.commands.executeCommand('workbench.action.terminal.copyLastCommandOutput');
  const output = await vscode.env.clipboard.readText();
  await vscode.env.clipboard.writeText(kept);
  return output.slice(-LONGEST_OUTPUT).trimEnd();
}
