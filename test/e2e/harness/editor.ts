/** A real VS Code with the extension in it, used the way a person does: keys, the screen, files on disk. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Frame, Locator, Page } from 'playwright-core';
import { writeSettings, type Settings } from '../../../tools/host/settings.ts';
import { openWorkbench } from '../../../tools/host/workbench.ts';
import { readGhost, recordedKeys, recordedStates, startRecording, type GhostState } from './ghost.ts';
import { sharedBrowser, sharedHost, temporaryFolder, type HostOptions } from './hosts.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** Pictures of the run. */
export const SHOTS = path.join(ROOT, 'shots');
/** Long enough for a loaded machine; a passing test never waits that long. */
const DEADLINE_MS = 60_000;

export interface EditorOptions extends HostOptions {
  /** The workspace: path → content. */
  readonly files?: Readonly<Record<string, string>>;
  /** The last touch to the workspace before it is opened: a repository around its files. */
  readonly prepare?: (folder: string) => void;
  /** The file that is open at the start. */
  readonly open?: string;
  readonly settings?: Settings;
  /** Opens a further window of this editor's: in the same profile, in the same folder unless `files` are given. */
  readonly beside?: Editor;
  /** Further extensions from their source folders. */
  readonly otherExtensions?: readonly string[];
}

export interface Editor {
  readonly page: Page;
  readonly folder: string;
  /** The profile: settings, state, logs. */
  readonly userDataDir: string;
  /** Everything the extension host and the workbench said on the console. */
  readonly console: readonly string[];
  /** Opens a file of the workspace (made first, when content is given), the caret at its end. */
  openFile(name: string, content?: string): Promise<void>;
  /** Real key presses, `delay` ms apart (default 30). */
  type(text: string, delay?: number): Promise<void>;
  /** Playwright's key names: 'Tab', 'Control+ArrowRight', … */
  press(...keys: readonly string[]): Promise<void>;
  /** Runs a command by its title in the palette, e.g. 'Ghoststream: Show Log'. */
  command(title: string): Promise<void>;
  /** Replaces the settings (over the quiet ones) while the editor runs. */
  settings(settings: Settings): void;
  ghost(): Promise<string>;
  /** Resolves with the first ghost text that contains `part` (or matches it). */
  ghostWith(part: string | RegExp): Promise<string>;
  noGhost(): Promise<void>;
  /** Records from now on what is drawn, frame by frame, and when keys are pressed. */
  record(): Promise<Recording>;
  /** Saves the active file and reads it from disk. */
  saved(name: string): Promise<string>;
  /** The status bar item with this text, once it is there. */
  statusBar(text: string | RegExp): Locator;
  /** The notification with this text, once it is there. */
  notification(text: string | RegExp): Locator;
  /** The frame of the webview in which `selector` is found. */
  webview(selector: string): Promise<Frame>;
  /** shots/<name>.png, with the mouse out of the way. */
  screenshot(name: string): Promise<string>;
  close(): Promise<void>;
}

export interface Recording {
  /** When it began, in milliseconds since the epoch. */
  readonly start: number;
  states(): Promise<GhostState[]>;
  /** In milliseconds since the recording began. */
  keys(): Promise<number[]>;
}

const open = new Set<Editor>();

/** The editors that tests have not closed yet. */
export const openEditors: ReadonlySet<Editor> = open;

/** Resolves when the workbench and the opened file are drawn. Wait for a sign of the extension's own before typing. */
export async function openEditor(options: EditorOptions = {}): Promise<Editor> {
  const host = await sharedHost(options);
  const { beside } = options;
  const folder = beside && !options.files ? beside.folder : temporaryFolder('workspace');
  for (const [name, content] of Object.entries(options.files ?? {})) write(folder, name, content);
  options.prepare?.(folder);
  if (!beside) writeSettings(host.userDataDir, options.settings ?? {});
  const editor = await createEditor(folder, host.userDataDir, beside);
  await openWorkbench(editor.page, {
    url: host.server.url,
    folder,
    ...(options.open ? { openFile: path.join(folder, options.open) } : {}),
    extensionDevelopmentPaths: options.otherExtensions ?? [],
  });
  if (options.open) await focusOpenFile(editor.page);
  return editor;
}

/** An editor that something else serves, with one of the files in `folder` open. */
export async function visitEditor(url: string, folder: string): Promise<Editor> {
  const editor = await createEditor(folder, temporaryFolder('unused'));
  await editor.page.goto(url);
  await focusOpenFile(editor.page);
  return editor;
}

async function focusOpenFile(page: Page): Promise<void> {
  await page.locator('.editor-instance .monaco-editor .view-line').first().waitFor();
  await page.locator('.editor-instance .monaco-editor').first().click();
  await page.keyboard.press('Control+End');
}

async function createEditor(folder: string, userDataDir: string, beside?: Editor): Promise<Editor> {
  const context = beside?.page.context() ?? (await newContext());
  const page = await context.newPage();
  const messages: string[] = [];
  page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
  const editor: Editor = {
    page,
    folder,
    userDataDir,
    console: messages,
    openFile: async (name, content) => {
      if (content !== undefined) write(folder, name, content);
      await page.keyboard.press('Control+p');
      // By its whole path, which is looked up on the disk: the search by name may not know a new file yet.
      await page.locator('.quick-input-widget input').first().fill(path.join(folder, name));
      // The first row may be another file that was open before and resembles it.
      await page
        .locator('.quick-input-list .label-name')
        .getByText(path.basename(name), { exact: true })
        .first()
        .click();
      await page.locator('.tab.active', { hasText: path.basename(name) }).waitFor();
      await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
      // The tab is there before the file is in the editor, and a key pressed by then is lost.
      await page
        .locator(`.monaco-editor[data-uri$="/${path.basename(name)}"], .notebookOverlay .cell`)
        .first()
        .waitFor();
      await page.keyboard.press('Control+End');
    },
    type: (text, delay = 30) => page.keyboard.type(text, { delay }),
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    },
    command: async (title) => {
      await page.keyboard.press('F1');
      await page.locator('.quick-input-widget input').first().fill(`>${title}`);
      // Not Enter: a command that was used before is listed above the one that is named.
      await page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().click();
    },
    settings: (settings) => writeSettings(userDataDir, settings),
    ghost: () => readGhost(page),
    ghostWith: (part) =>
      eventually(
        () => readGhost(page),
        (text) => (typeof part === 'string' ? text.includes(part) : part.test(text)),
        `no ghost text with ${part.toString()}`,
      ),
    noGhost: async () => {
      await eventually(
        () => readGhost(page),
        (text) => text === '',
        'the ghost text did not go away',
      );
    },
    record: async () => {
      const start = await startRecording(page);
      return { start, states: () => recordedStates(page), keys: () => recordedKeys(page) };
    },
    saved: async (name) => {
      await page.keyboard.press('Control+s');
      await page.locator('.tab.active:not(.dirty)', { hasText: path.basename(name) }).waitFor();
      return readFileSync(path.join(folder, name), 'utf8');
    },
    statusBar: (text) => page.locator('.statusbar-item', { hasText: text }),
    notification: (text) => page.locator('.notification-toast', { hasText: text }),
    webview: (selector) => webviewFrame(page, selector),
    screenshot: async (name) => {
      mkdirSync(SHOTS, { recursive: true });
      const file = path.join(SHOTS, `${name}.png`);
      await page.mouse.move(700, 500);
      await page.screenshot({ path: file });
      return file;
    },
    close: async () => {
      open.delete(editor);
      // With its unload handlers: the workbench then ends its extension host at once.
      await page.close({ runBeforeUnload: true });
      if (!beside) await context.close();
    },
  };
  open.add(editor);
  return editor;
}

async function newContext(): Promise<BrowserContext> {
  const browser = await sharedBrowser();
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
  // The TypeScript runner wraps inner functions in `__name`, also those whose source is sent to the page.
  await context.addInitScript('globalThis.__name = (named) => named');
  return context;
}

/**
 * Reads until the value is right.
 * @throws Error with the last value after the deadline, a minute if none is given.
 */
export async function eventually<T>(
  read: () => Promise<T> | T,
  right: (value: T) => boolean,
  otherwise: string,
  deadlineMs = DEADLINE_MS,
): Promise<T> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const value = await read();
    if (right(value)) return value;
    if (performance.now() > end) throw new Error(`${otherwise}; last seen: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A webview's document lies two iframes below the page. */
async function webviewFrame(page: Page, selector: string): Promise<Frame> {
  const find = async (): Promise<Frame | undefined> => {
    for (const frame of page.frames()) {
      const nested =
        frame.parentFrame()?.parentFrame() !== undefined && frame.parentFrame()?.parentFrame() !== null;
      if (
        nested &&
        (await frame
          .locator(selector)
          .count()
          .catch(() => 0)) > 0
      )
        return frame;
    }
    return undefined;
  };
  const frame = await eventually(find, (found) => found !== undefined, `no webview with ${selector}`);
  if (!frame) throw new Error(`no webview with ${selector}`);
  return frame;
}

function write(folder: string, name: string, content: string): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}
