/** Finds the VS Code in which tests run: the desktop's download where it can be had and can run, else the server. */
import { downloadAndUnzipVSCode, SilentReporter } from '@vscode/test-electron';
import path from 'node:path';
import { cacheFolder } from './cacheFolder.ts';

const LAUNCHER = path.join(import.meta.dirname, 'launcher.ts');
const IDLE_MS = 3_000;

/**
 * The executable for @vscode/test-electron. `GHOSTSTREAM_VSCODE=desktop|server` decides. Otherwise: the desktop, but
 * for CI, for root (whom Electron refuses), for a Linux without a display, and where its download does not answer.
 * @throws Error when the desktop is asked for and cannot be downloaded.
 */
export async function testExecutable(): Promise<string> {
  const wanted = process.env.GHOSTSTREAM_VSCODE;
  if (wanted === 'server') return LAUNCHER;
  if (wanted !== 'desktop' && !desktopCanRun()) return LAUNCHER;
  try {
    return await downloadAndUnzipVSCode({
      cachePath: cacheFolder('desktop'),
      timeout: IDLE_MS,
      reporter: new SilentReporter(),
    });
  } catch (error) {
    if (wanted === 'desktop') throw error;
    return LAUNCHER;
  }
}

/** Not as root, whom Electron refuses, and not in CI or without a display. */
export function desktopCanRun(): boolean {
  if (process.env.CI || process.getuid?.() === 0) return false;
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
}
