/** The demo in a desktop editor of this machine, with folders of its own beside the user's. */
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { writeSettings } from '../host/settings.ts';
import { desktopCanRun } from '../host/desktop.ts';
import type { DemoOptions, Shown } from './options.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Undefined where no desktop editor is installed, or none can run (root, no display). */
export function openDesktop({
  settings,
  env,
  folder,
  workspace,
  say,
  signal,
}: DemoOptions): Shown | undefined {
  if (!desktopCanRun()) return undefined;
  const command = ['code', 'codium'].find((name) => spawnSync(name, ['--version']).status === 0);
  if (!command) return undefined;
  const build = spawnSync(process.execPath, ['esbuild.mjs'], { cwd: ROOT, stdio: 'inherit' });
  if (build.status !== 0) throw new Error('The build failed.');
  const userDataDir = path.join(folder, 'user');
  writeSettings(userDataDir, settings);
  const args = [
    '--wait',
    '--new-window',
    ...['--user-data-dir', userDataDir],
    ...['--extensions-dir', path.join(folder, 'extensions')],
    `--extensionDevelopmentPath=${ROOT}`,
    workspace,
    path.join(workspace, 'shapes.py'),
  ];
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'ignore', signal });
  say(`Opened in ${command}. Type \`def area\` at the end of shapes.py, and watch. Ctrl+C ends the demo.`);
  const ended = new Promise<void>((resolve, reject) => {
    child.on('exit', () => resolve());
    child.on('error', (error) => (signal.aborted ? resolve() : reject(error)));
  });
  return { ended };
}
