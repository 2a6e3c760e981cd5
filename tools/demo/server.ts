/** The demo in a browser: VS Code's server on loopback, behind a token, with the packaged extension installed. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { installHost } from '../host/install.ts';
import { installVsix, startServer } from '../host/server.ts';
import { writeSettings } from '../host/settings.ts';
import type { DemoOptions, Shown } from './options.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Prints the address once it answers; ends with the signal. */
export async function openServer({
  settings,
  env,
  folder,
  workspace,
  say,
  signal,
}: DemoOptions): Promise<Shown> {
  const install = await installHost('current', say);
  const userDataDir = path.join(folder, 'user');
  const extensionsDir = path.join(folder, 'extensions');
  const vsix = path.join(folder, 'ghoststream.vsix');
  writeSettings(userDataDir, settings);
  say('Packaging the extension …');
  const tool = ['--import', 'tsx', 'tools/package.ts', '--out', vsix];
  const packaging = spawnSync(process.execPath, tool, { cwd: ROOT, encoding: 'utf8' });
  if (packaging.status !== 0) throw new Error(`Packaging failed.\n${packaging.stdout}${packaging.stderr}`);
  await installVsix({ install, userDataDir, extensionsDir }, vsix);
  signal.throwIfAborted();
  const connectionToken = randomBytes(24).toString('base64url');
  const server = await startServer({
    install,
    userDataDir,
    extensionsDir,
    builtIn: 'all',
    connectionToken,
    env,
  });
  const address = new URL(server.url);
  address.searchParams.set('tkn', connectionToken);
  address.searchParams.set('folder', workspace);
  const first = `vscode-remote://${address.host}${path.join(workspace, 'shapes.py')}`;
  address.searchParams.set('payload', JSON.stringify([['openFile', first]]));
  say(`\nOpen in a browser: ${address.href}\n`);
  say('Type `def area` at the end of shapes.py, and watch. Ctrl+C ends the demo.');
  const ended = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  }).then(() => server.stop());
  return { ended };
}
