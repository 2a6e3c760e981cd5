/** The VS Code servers and the browser that all e2e tests of one run share: started on first use, ended at the end. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../../../tools/host/browser.ts';
import { installHost, type HostName } from '../../../tools/host/install.ts';
import { installVsix, startServer, type Server } from '../../../tools/host/server.ts';
import { writeSettings } from '../../../tools/host/settings.ts';

export interface HostOptions {
  /** Which VS Code; `minimum` is the oldest one that package.json allows. */
  readonly host?: HostName;
  /** Built-in extensions: only themes and grammars unless a test needs more. */
  readonly builtIn?: 'all' | 'lean';
  /** Environment of the extension host; each different one is a server of its own. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Host {
  readonly server: Server;
  readonly userDataDir: string;
  /** The folder of VS Code's own extensions. */
  readonly builtIn: string;
}

const ROOT = path.resolve(import.meta.dirname, '../../..');
const folders: string[] = [];
const hosts = new Map<string, Promise<Host>>();
let browser: Promise<Browser> | undefined;

/** A .vsix to test instead of the source tree. */
const vsix = process.env.GHOSTSTREAM_E2E_VSIX;

const say = (line: string): void => console.log(line);

export function sharedBrowser(): Promise<Browser> {
  browser ??= startBrowser(say).then((started) => {
    // One that crashed fails its own test, not all that follow.
    started.on('disconnected', () => (browser = undefined));
    return started;
  });
  return browser;
}

export function sharedHost(options: HostOptions): Promise<Host> {
  const wanted = {
    host:
      (process.env.GHOSTSTREAM_E2E_HOST === 'minimum' ? 'minimum' : undefined) ?? options.host ?? 'current',
    builtIn: options.builtIn ?? 'lean',
    env: options.env ?? {},
  } as const;
  const key = JSON.stringify(wanted);
  const known = hosts.get(key);
  if (known) return known;
  const started = startHost(wanted);
  hosts.set(key, started);
  return started;
}

async function startHost({ host, builtIn, env }: Required<HostOptions>): Promise<Host> {
  const install = await installHost(host, say);
  const userDataDir = temporaryFolder('user');
  const extensionsDir = path.join(userDataDir, 'extensions');
  // Before the start: the server reads some settings only once.
  writeSettings(userDataDir, {});
  if (vsix) await installVsix({ install, userDataDir, extensionsDir }, path.resolve(vsix));
  else installTree(extensionsDir);
  const server = await startServer({ install, userDataDir, extensionsDir, builtIn, env });
  return { server, userDataDir, builtIn: path.resolve(install.server, '../../extensions') };
}

/**
 * The source tree as an installed extension. Not as one under development: for those the editor waits 75 ms after a key
 * before it asks for ghost text, for everybody's others 50.
 */
function installTree(extensionsDir: string): void {
  mkdirSync(extensionsDir, { recursive: true });
  symlinkSync(ROOT, path.join(extensionsDir, 'ghoststream'));
}

/** A folder that is removed after the run. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), `ghoststream-${name}-`));
  folders.push(folder);
  return folder;
}

export async function stopHosts(): Promise<void> {
  if (browser) await (await browser).close();
  for (const host of hosts.values()) await host.then(({ server }) => server.stop()).catch(() => undefined);
  if (process.env.GHOSTSTREAM_E2E_KEEP) return;
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
