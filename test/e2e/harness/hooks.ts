/** Around all e2e tests: a picture and the console of a failed one, and nothing left running at the end. */
import type { Context, RootHookObject } from 'mocha';
import { openEditors } from './editor.ts';
import { stopHosts } from './hosts.ts';

export const mochaHooks: RootHookObject = {
  async afterEach(this: Context) {
    const test = this.currentTest;
    if (test?.state !== 'failed') return;
    for (const editor of openEditors) {
      const name = `failed-${test.fullTitle().replace(/[^\w]+/g, '-')}`;
      const file = await editor.screenshot(name).catch(() => 'no picture');
      console.log(`      see ${file}`);
      // Nothing unsaved stands in the way of the next try, which writes its file anew.
      for (const key of ['Escape', 'Control+s']) await editor.page.keyboard.press(key).catch(() => undefined);
      for (const line of editor.console.filter((text) => text.startsWith('error:')).slice(-10)) {
        console.log(`      ${line.slice(0, 300)}`);
      }
    }
  },
  async afterAll() {
    for (const editor of openEditors) await editor.close();
    await stopHosts();
  },
};
