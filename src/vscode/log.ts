/** The log channel: one line for each decision at level debug, contents only at level trace. */
import * as vscode from 'vscode';

export type Log = vscode.LogOutputChannel;

export function createLog(): Log {
  return vscode.window.createOutputChannel('Ghoststream', { log: true });
}
