/** Reads the ghost text off the screen as a person does, once or frame by frame. */
import type { Page } from 'playwright-core';

/** What was drawn from `ms` (since the recording began) until the next state; '' while there is no ghost text. */
export interface GhostState {
  readonly ms: number;
  readonly text: string;
}

declare global {
  interface Window {
    ghostStates?: GhostState[];
    ghostRecording?: number;
    ghostKey?: (event: KeyboardEvent) => void;
    ghostKeys?: number[];
  }
}

/** What follows the caret, then the lines below, without trailing blanks. */
export function readGhost(page: Page): Promise<string> {
  return page.evaluate(ghostOnScreen);
}

/**
 * Records each new state of the ghost text, once per frame, until the page is left or another recording begins.
 * Returns when it began, in milliseconds since the epoch.
 */
export function startRecording(page: Page): Promise<number> {
  // The function's source is taken along: it runs in the page, where nothing of this module exists.
  return page.evaluate<number>(`(${record.toString()})(${ghostOnScreen.toString()})`);
}

export function recordedStates(page: Page): Promise<GhostState[]> {
  return page.evaluate(() => window.ghostStates ?? []);
}

/** When keys were pressed, in milliseconds since the recording began. */
export function recordedKeys(page: Page): Promise<number[]> {
  return page.evaluate(() => window.ghostKeys ?? []);
}

function record(read: () => string): number {
  if (window.ghostRecording !== undefined) cancelAnimationFrame(window.ghostRecording);
  const states: GhostState[] = [];
  window.ghostStates = states;
  const keys: number[] = [];
  window.ghostKeys = keys;
  const start = performance.now();
  if (window.ghostKey) removeEventListener('keydown', window.ghostKey, true);
  window.ghostKey = ({ timeStamp }) => keys.push(timeStamp - start);
  addEventListener('keydown', window.ghostKey, true);
  const frame = (): void => {
    const text = read();
    if (states.at(-1)?.text !== text) states.push({ ms: Math.round(performance.now() - start), text });
    window.ghostRecording = requestAnimationFrame(frame);
  };
  frame();
  return performance.timeOrigin + start;
}

function ghostOnScreen(): string {
  const editor =
    document.querySelector('.editor-instance .monaco-editor.focused') ??
    document.querySelector('.notebookOverlay .monaco-editor.focused') ??
    document.querySelector('.editor-instance .monaco-editor');
  if (!editor) return '';
  const texts = (selector: string): string[] =>
    [...editor.querySelectorAll(selector)].map((element) => element.textContent);
  const inline = texts('.view-lines .ghost-text-decoration, .view-lines .ghost-text-decoration-preview').join(
    '',
  );
  const below = texts('.suggest-preview-text .view-line');
  return [inline, ...below]
    .join('\n')
    .replace(/\u00a0/g, ' ')
    .replace(/[\u200b\u200c]/g, '')
    .trimEnd();
}
