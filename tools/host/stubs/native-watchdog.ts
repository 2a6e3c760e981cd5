/** Stands in for @vscode/native-watchdog, which ends a process whose parent died: our servers end by themselves. */
export function start(): void {
  // Nothing to watch.
}
