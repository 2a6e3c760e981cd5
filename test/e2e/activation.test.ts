/** The extension starts in the newest VS Code that can be had and in the oldest one that it allows. */
import assert from 'node:assert/strict';
import { openEditor } from './harness/editor.ts';

describe('activation', () => {
  for (const host of ['current', 'minimum'] as const) {
    it(`happens by itself in the ${host} VS Code`, async () => {
      const editor = await openEditor({ host, files: { 'a.py': '' }, open: 'a.py' });
      await editor.command('Developer: Show Running Extensions');
      const row = editor.page.locator('.runtime-extensions-editor .monaco-list-row', {
        hasText: 'Ghoststream',
      });
      await row.waitFor();
      const time = row.locator('.activation-time', { hasText: /Activation/ });
      await time.waitFor();
      console.log(`      ${(await time.textContent()) ?? ''}`);
      await editor.screenshot(`running-extensions-${host}`);
      assert.equal(await row.locator('.codicon-bug').count(), 0, 'it reports an error');
      await editor.close();
    });
  }
});
