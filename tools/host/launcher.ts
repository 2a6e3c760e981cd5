#!/usr/bin/env -S node --import tsx
/**
 * Stands in for the desktop's executable: @vscode/test-electron starts it with the desktop's arguments, it runs
 * the tests in the extension host of a VS Code server, and exits with their result.
 */
import { statSync } from 'node:fs';
import path from 'node:path';
import { startBrowser } from './browser.ts';
import { installHost } from './install.ts';
import { startServer } from './server.ts';
import { openWorkbench } from './workbench.ts';

/** A run that hangs ends after this. */
const DEADLINE_MS = 300_000;

/** The workbench's own console lines; the tests' output comes by the same way. */
const NOISE =
  /^(Ignoring fetching additional|Updating additional builtin|Creating a socket|Resolv(ing|ed) connection token|Error while fetching the extension under development|\[(reconnection-grace-time|AgentHost|AccountPolicyGate|Service Worker)|%c |Timed out waiting for authentication provider|Creation of workbench contribution)/;

interface Arguments {
  readonly folder: string | undefined;
  /** The last value of `--name=value`, an absolute path. */
  path(name: string): string | undefined;
}

function parse(args: readonly string[]): Arguments {
  const isFolder = (arg: string): boolean => statSync(arg, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return {
    folder: args.find((arg) => !arg.startsWith('-') && isFolder(arg)),
    path: (name) => {
      const value = args.findLast((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
      return value === undefined ? undefined : path.resolve(value);
    },
  };
}

/** The exit code of the tests' `run()`. */
async function runTests(args: Arguments): Promise<number> {
  const userDataDir = args.path('user-data-dir');
  const extensionsDir = args.path('extensions-dir');
  const extension = args.path('extensionDevelopmentPath');
  const tests = args.path('extensionTestsPath');
  if (!userDataDir || !extensionsDir || !extension || !tests) {
    throw new Error(
      'Needs --user-data-dir, --extensions-dir, --extensionDevelopmentPath and --extensionTestsPath.',
    );
  }
  const install = await installHost('current', (line) => console.log(line));
  const server = await startServer({ install, userDataDir, extensionsDir, builtIn: 'all' });
  const browser = await startBrowser((line) => console.log(line));
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const result = new Promise<number>((resolve, reject) => {
      // VS Code for the web calls these two: for the extension host's console, and when run() is done.
      void page.exposeFunction('codeAutomationLog', (type: string, [first, ...rest]: unknown[]) => {
        if (NOISE.test(String(first))) return;
        (type === 'error' ? console.error : console.log)(first, ...rest);
      });
      void page.exposeFunction('codeAutomationExit', resolve);
      page.on('crash', () => reject(new Error('The page crashed.')));
      setTimeout(() => reject(new Error(`No result after ${DEADLINE_MS} ms.`)), DEADLINE_MS).unref();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.on(signal, () => reject(new Error(`Ended by ${signal}.`)));
      }
    });
    await openWorkbench(page, {
      url: server.url,
      ...(args.folder ? { folder: args.folder } : {}),
      extensionDevelopmentPaths: [extension],
      extensionTestsPath: tests,
    });
    return await result;
  } catch (error) {
    console.error(server.log().slice(-3000));
    throw error;
  } finally {
    await browser.close();
    await server.stop();
  }
}

process.exitCode = 1;
process.exitCode = await runTests(parse(process.argv.slice(2)));
