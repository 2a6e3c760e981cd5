/** Opens VS Code's workbench in a page, with extensions under development in it. */
import path from 'node:path';
import type { Page } from 'playwright-core';

export interface WorkbenchOptions {
  /** The server's, `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly folder?: string;
  readonly openFile?: string;
  /** Folders of extensions that are loaded from their source tree. */
  readonly extensionDevelopmentPaths: readonly string[];
  /** A module whose `run()` is called in the extension host. */
  readonly extensionTestsPath?: string;
}

/** Resolves when the workbench is drawn; extensions become active some seconds later. */
export async function openWorkbench(page: Page, options: WorkbenchOptions): Promise<void> {
  const { host } = new URL(options.url);
  const remote = (file: string) => ({ scheme: 'vscode-remote', authority: host, path: path.resolve(file) });
  // A built VS Code ignores extensionDevelopmentPath in the page's address, so the options are put into the
  // configuration that the page carries. Not with page.route: a fulfilled document has no loopback address
  // space, and Chromium then blocks its WebSockets.
  await page.addInitScript(putIntoConfiguration, {
    extensions: options.extensionDevelopmentPaths.map(remote),
    ...(options.extensionTestsPath ? { extensionTestsPath: remote(options.extensionTestsPath) } : {}),
  });
  const payload = [
    ['skipWelcome', 'true'],
    ['skipReleaseNotes', 'true'],
  ];
  if (options.openFile)
    payload.push(['openFile', `vscode-remote://${host}${path.resolve(options.openFile)}`]);
  const address = new URL(options.url);
  if (options.folder) address.searchParams.set('folder', path.resolve(options.folder));
  else address.searchParams.set('ew', 'true');
  address.searchParams.set('payload', JSON.stringify(payload));
  await page.goto(address.href);
  await page.waitForSelector('.monaco-workbench');
}

/** Runs in the page, before its own scripts. */
function putIntoConfiguration(development: object): void {
  if (window.top !== window) return;
  new MutationObserver((_, observer) => {
    const meta = document.getElementById('vscode-workbench-web-configuration');
    const settings = meta?.getAttribute('data-settings');
    if (!meta || !settings) return;
    observer.disconnect();
    const parsed: unknown = JSON.parse(settings);
    const configuration = Object(parsed) as object;
    meta.setAttribute('data-settings', JSON.stringify({ ...configuration, developmentOptions: development }));
  }).observe(document, { childList: true, subtree: true });
}
