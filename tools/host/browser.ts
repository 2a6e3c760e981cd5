/** The Chromium that shows VS Code's workbench: the machine's own, or Debian's installed on the way. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** @throws Error that says what to install when there is no Chromium and it cannot be installed. */
export async function startBrowser(say: (line: string) => void = () => undefined): Promise<Browser> {
  const executablePath = findChromium() ?? installChromium(say);
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
    ],
  });
}

function findChromium(): string | undefined {
  const named = process.env.CHROMIUM;
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installChromium(say: (line: string) => void): string {
  const root = process.getuid?.() === 0;
  if (root && existsSync('/usr/bin/apt-get')) {
    say('Installing Chromium with apt-get; about a minute, once.');
    for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']]) {
      spawnSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    }
    const found = findChromium();
    if (found) return found;
  }
  throw new Error(
    'No Chromium found. Install it (Debian: `sudo apt-get install chromium`) or set CHROMIUM to the path of a Chromium or Chrome.',
  );
}
