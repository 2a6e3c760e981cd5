/** Runs VS Code's server on loopback, with folders of its own, and ends it with everything it started. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { HostInstall } from './install.ts';

export interface ServerOptions {
  readonly install: HostInstall;
  /** Settings, state and logs; made by the caller. */
  readonly userDataDir: string;
  readonly extensionsDir: string;
  /** The built-in extensions: all of VS Code's, or only themes and grammars. */
  readonly builtIn: 'all' | 'lean';
  /** Asked from every browser; without it, whoever reaches the port has a shell. */
  readonly connectionToken?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Server {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly pid: number | undefined;
  /** Everything the server wrote so far. */
  log(): string;
  stop(): Promise<void>;
}

const START_DEADLINE_MS = 60_000;
const STOP_DEADLINE_MS = 3_000;

/** @throws Error with the server's output when it does not come up. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { install, userDataDir, extensionsDir } = options;
  mkdirSync(extensionsDir, { recursive: true });
  // Socket paths are limited to about 100 characters, so they get a short folder that goes with the server.
  const sockets = mkdtempSync(path.join(os.tmpdir(), 'gs-'));
  const args = [
    install.server,
    ...['--host', '127.0.0.1', '--port', '0'],
    ...(options.connectionToken
      ? ['--connection-token', options.connectionToken]
      : ['--without-connection-token']),
    '--accept-server-license-terms',
    ...['--telemetry-level', 'off'],
    '--enable-remote-auto-shutdown',
    // An extension host outlives its closed page by this many seconds; the default is three hours.
    ...['--reconnection-grace-time', '5'],
    ...['--user-data-dir', userDataDir],
    ...['--extensions-dir', extensionsDir],
    ...(options.builtIn === 'lean' ? ['--builtin-extensions-dir', install.leanExtensions] : []),
  ];
  const child = spawn(install.node, args, {
    env: serverEnv({ XDG_RUNTIME_DIR: sockets, ...options.env }),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let log = '';
  const stop = async (): Promise<void> => {
    await endGroup(child);
    rmSync(sockets, { recursive: true, force: true });
  };
  const started = new Promise<string>((resolve, reject) => {
    const deadline = setTimeout(
      () => reject(new Error(`The VS Code server did not start.\n${log}`)),
      START_DEADLINE_MS,
    );
    const read = (data: Buffer): void => {
      log += data.toString();
      const port = /Extension host agent listening on (\d+)/.exec(log)?.[1];
      if (port) {
        clearTimeout(deadline);
        resolve(`http://127.0.0.1:${port}`);
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('error', reject);
    child.on('exit', (code) => {
      clearTimeout(deadline);
      reject(new Error(`The VS Code server exited (${code ?? 'killed'}).\n${log}`));
    });
  });
  try {
    return { url: await started, pid: child.pid, log: () => log, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Installs a .vsix into an extensions folder, as a user would. */
export async function installVsix(
  { install, userDataDir, extensionsDir }: Pick<ServerOptions, 'install' | 'userDataDir' | 'extensionsDir'>,
  vsix: string,
): Promise<void> {
  const args = [
    '--install-extension',
    vsix,
    '--extensions-dir',
    extensionsDir,
    '--user-data-dir',
    userDataDir,
  ];
  const child = spawn(install.node, [install.server, '--accept-server-license-terms', ...args], {
    env: serverEnv({}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stdout.on('data', (data: Buffer) => (log += data.toString()));
  child.stderr.on('data', (data: Buffer) => (log += data.toString()));
  const code = await new Promise((resolve) => child.on('exit', resolve));
  if (code !== 0) throw new Error(`Installing ${vsix} failed:\n${log}`);
}

/** The environment without what an editor's own terminal would leave there, and without an extension gallery. */
function serverEnv(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const left = [
    'VSCODE_IPC_HOOK_CLI',
    'ELECTRON_RUN_AS_NODE',
    'NODE_OPTIONS',
    'PORT',
    'PASSWORD',
    'HASHED_PASSWORD',
  ];
  const kept = Object.entries(process.env).filter(([name]) => !left.includes(name));
  return { ...Object.fromEntries(kept), EXTENSIONS_GALLERY: '{"serviceUrl":""}', ...extra };
}

/** Ends a detached child and its descendants: asked first, then killed. */
function endGroup(child: ChildProcess): Promise<void> {
  const signal = (name: NodeJS.Signals): void => {
    try {
      if (child.pid) process.kill(-child.pid, name);
    } catch {
      // Already gone.
    }
  };
  return new Promise((resolve) => {
    const done = (): void => {
      signal('SIGKILL');
      resolve();
    };
    if (child.exitCode !== null || child.signalCode || !child.pid) {
      done();
      return;
    }
    const deadline = setTimeout(() => signal('SIGKILL'), STOP_DEADLINE_MS);
    child.once('exit', () => {
      clearTimeout(deadline);
      done();
    });
    signal('SIGTERM');
  });
}
