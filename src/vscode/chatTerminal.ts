/** Remembers the last terminal command and what it printed, by shell integration. */
import { stripVTControlCharacters } from 'node:util';
import * as vscode from 'vscode';
import type { ContextItem } from '../core/chat/words.ts';

// The end of a long output says what went wrong.
const LONGEST_OUTPUT = 60_000;

export interface TerminalMemory {
  /** Undefined when no command was run with shell integration since the window opened. */
  last(): ContextItem[] | undefined;
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
    last: () => {
      if (!last) return undefined;
      const exit = last.exitCode === undefined ? '' : `\n[exit code ${last.exitCode}]`;
      const text = `$ ${last.command}\n${stripVTControlCharacters(last.output).replaceAll('\r\n', '\n').trimEnd()}${exit}`;
      return [{ kind: 'terminal', label: last.command.slice(0, 60), text }];
    },
    dispose: () => {
      started.dispose();
      ended.dispose();
    },
  };
}
