/** Where everything lives that is downloaded once per machine, outside of any clone. */
import os from 'node:os';
import path from 'node:path';

/** `$XDG_CACHE_HOME/ghoststream/<parts>`, by default below `~/.cache`. The folder need not exist. */
export function cacheFolder(...parts: readonly string[]): string {
  const base = process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache');
  return path.join(base, 'ghoststream', ...parts);
}
