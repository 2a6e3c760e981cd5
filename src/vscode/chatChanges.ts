/** The uncommitted changes of the first repository, from VS Code's own git extension. */
import * as vscode from 'vscode';
import type { ContextItem } from '../core/chat/words.ts';

/** The part of the git extension's API (version 1) that is used here. */
interface GitExtension {
  getAPI(version: 1): { readonly repositories: readonly { diff(cached?: boolean): Promise<string> }[] };
}

const LONGEST_DIFF = 120_000;

export async function uncommittedChanges(): Promise<ContextItem[]> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (!extension) return [];
  const [repository] = (await extension.activate()).getAPI(1).repositories;
  if (!repository) return [];
  const diffs = await Promise.all([repository.diff(true), repository.diff(false)]);
  const text = diffs.filter((diff) => diff.trim() !== '').join('\n');
  if (text === '') return [];
  return [
    {
      kind: 'changes',
      label: vscode.l10n.t('Uncommitted changes'),
      language: 'diff',
      text: text.slice(0, LONGEST_DIFF),
    },
  ];
}
