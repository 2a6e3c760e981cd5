/** Where ghost text may not grow, it comes at a good cut and stays as it is; the rest follows after the accept. */
import assert from 'node:assert/strict';
import type { Settings } from '../../tools/host/settings.ts';
import { sharedDesk, type Desk } from './harness/desk.ts';
import type { Editor } from './harness/editor.ts';
import { fromFirstToLast, timed, tokensOf } from './harness/stream.ts';

const BODY = 'add(a: number, b: number): number {\n  return a + b;\n}';
const FIRST_LINE = 'add(a: number, b: number): number {';

describe('ghost text that may not grow', () => {
  let desk: Desk;
  let editor: Editor;

  before(async () => {
    desk = await sharedDesk();
    ({ editor } = desk);
  });
  afterEach(() => desk.configure());

  /** Types where the answer is streamed and gives all that was drawn until its end. */
  async function drawnOf(file: string): Promise<string[]> {
    const answer = timed(tokensOf(BODY), 60);
    const requests = await desk.scene(file, 'function', answer);
    const recording = await editor.record();
    await editor.type(' ');
    await editor.ghostWith('add(');
    await desk.server.requests.at(-1)?.closed;
    await editor.page.waitForTimeout(500);
    assert.equal(requests(), 1);
    return fromFirstToLast(await recording.states()).map(({ text }) => text);
  }

  const REASONS: readonly [string, string, Settings][] = [
    ['by the setting', 'setting.ts', { 'ghoststream.inline.growth': 'off' }],
    ['beside a screen reader', 'reader.ts', { 'editor.accessibilitySupport': 'on' }],
  ];
  for (const [reason, file, settings] of REASONS) {
    it(`${reason}: the first whole line, then the rest`, async () => {
      await desk.configure(settings);
      assert.deepEqual(await drawnOf(file), [FIRST_LINE]);
      await editor.press('Tab');
      await editor.ghostWith('return a + b;');
      await editor.press('Tab');
      assert.equal(await editor.saved(file), `function ${BODY}`);
    });
  }

  it('because the editor does not take part: noticed after three answers', async () => {
    await editor.command('Neighbor: Deafen Trigger');
    for (const file of ['deaf1.ts', 'deaf2.ts', 'deaf3.ts']) {
      const [first = '', ...more] = await drawnOf(file);
      assert.deepEqual([FIRST_LINE.startsWith(first), more], [true, []]);
    }
    assert.deepEqual(await drawnOf('deaf4.ts'), [FIRST_LINE]);
    await editor.press('Tab');
    await editor.ghostWith('return a + b;');
  });
});
