/** VS Code's quick pick, as a person uses it. */
import type { Locator } from 'playwright-core';
import type { Editor } from './editor.ts';

export interface Picker {
  /** The first row with this text, whether it is there yet or not. */
  row(text: string | RegExp): Locator;
  /** Clicks a row once it is there. */
  pick(text: string | RegExp): Promise<void>;
  /** The input above the rows. */
  readonly input: Locator;
  gone(): Promise<void>;
}

export function pickerOf({ page }: Editor): Picker {
  const row = (text: string | RegExp): Locator =>
    page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
  return {
    row,
    pick: async (text) => row(text).click(),
    input: page.locator('.quick-input-widget input').first(),
    gone: () => page.locator('.quick-input-widget').waitFor({ state: 'hidden' }),
  };
}
