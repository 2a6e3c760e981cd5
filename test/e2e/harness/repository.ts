/** A git repository in a workspace. */
import { execFileSync } from 'node:child_process';

export function git(folder: string, ...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
}

/** Commits all that changed, or nothing. */
export function commit(folder: string, message: string): void {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '-m', message);
}

/** Makes the folder a repository with a commit for each message. */
export function createRepository(folder: string, ...messages: readonly string[]): void {
  git(folder, 'init', '--quiet');
  for (const message of messages) commit(folder, message);
}
