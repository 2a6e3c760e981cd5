/** Where and when ghost text is off: every switch acts at once, sends nothing, and says why. */
import assert from 'node:assert/strict';
import { sharedDesk, type Desk } from './harness/desk.ts';
import type { Editor } from './harness/editor.ts';
import { timed, tokensOf } from './harness/stream.ts';

/** Long enough for an unasked request to be sent: the longest pause is 300 ms. */
const QUIET_MS = 700;
const ANSWER = { tokens: tokensOf('load();') };
let files = 0;

describe('ghost text is off', () => {
  let desk: Desk;
  let editor: Editor;

  before(async () => {
    desk = await sharedDesk();
    ({ editor } = desk);
  });
  afterEach(() => desk.configure());

  /** Types where an answer would be; gives how many requests came. */
  async function typed(content = 'const a =', ending = 'ts'): Promise<number> {
    const requests = await desk.scene(`off${++files}.${ending}`, content, ANSWER);
    await editor.type(' ');
    await editor.page.waitForTimeout(QUIET_MS);
    if (requests() === 0) assert.equal(await editor.ghost(), '');
    return requests();
  }

  async function checkOn(content = 'const a =', ending = 'ts'): Promise<void> {
    await desk.scene(`on${++files}.${ending}`, content, ANSWER);
    await editor.type(' ');
    await editor.ghostWith('load();');
  }

  const row = (text: string) =>
    editor.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();

  async function why(reason: string): Promise<void> {
    await editor.command('Ghoststream: Why Was Nothing Suggested?');
    await editor.notification(reason).waitFor();
    await editor.command('Notifications: Clear All Notifications');
    await editor.notification(reason).waitFor({ state: 'hidden' });
  }

  it('at once when the setting changes, even while it grows', async () => {
    const answer = timed(tokensOf('load(every, single, one, of, them, in, the, end);'), 100);
    await desk.scene('growing.ts', 'const a =', answer);
    await editor.type(' ');
    await editor.ghostWith('load(every');
    await desk.configure({ 'ghoststream.inline.enabled': false });
    await editor.noGhost();
    assert.equal(await desk.server.requests.at(-1)?.closed, true);
    assert.equal(await typed(), 0);
    await why('Ghost text is turned off.');
  });

  it('by command, and on again by the other', async () => {
    await editor.command('Ghoststream: Turn Ghost Text Off');
    await editor.statusBar('Ghoststream: off').waitFor();
    assert.equal(await typed(), 0);
    await editor.command('Ghoststream: Turn Ghost Text On');
    await editor.statusBar(/^\s*Ghoststream$/).waitFor();
    await checkOn();
  });

  it('until the editor restarts', async () => {
    await editor.command('Ghoststream: Turn Ghost Text Off Until Restart');
    await editor.statusBar('Ghoststream: off').waitFor();
    assert.equal(await typed(), 0);
    await why('turned off until the editor restarts');
    await editor.command('Ghoststream: Turn Ghost Text On');
    await checkOn();
  });

  it('for some minutes', async () => {
    await editor.command('Ghoststream: Snooze Ghost Text');
    await row('5 minutes').click();
    await editor.statusBar('Ghoststream: snoozed').waitFor();
    assert.equal(await typed(), 0);
    await why('Ghost text is snoozed.');
    await editor.command('Ghoststream: End Snooze');
    await checkOn();
  });

  it('for one language, by command, and on again by the same', async () => {
    await desk.scene('language.py', 'a =', ANSWER);
    await editor.command('Ghoststream: Turn Ghost Text On or Off for This Language');
    await editor.page.waitForTimeout(QUIET_MS);
    assert.equal(await typed('a =', 'py'), 0);
    await why('Ghost text is off for this language.');
    await checkOn();
    await editor.openFile('language.py');
    await editor.command('Ghoststream: Turn Ghost Text On or Off for This Language');
    await editor.page.waitForTimeout(QUIET_MS);
    await checkOn('a =', 'py');
  });

  it('for files by a pattern', async () => {
    await desk.configure({ 'ghoststream.inline.excludedFiles': ['*.md'] });
    assert.equal(await typed('To do:', 'md'), 0);
    await why('This file is excluded');
    await checkOn();
  });

  it('in comments, where the setting says so', async () => {
    await desk.configure({ 'ghoststream.inline.inComments': false });
    assert.equal(await typed('// to do:'), 0);
    await why('Ghost text is off in comments.');
    await checkOn('// to do:\nconst a =');
  });

  it('unless asked for by hand', async () => {
    await desk.configure({ 'ghoststream.inline.trigger': 'manual' });
    await editor.statusBar('Ghoststream: by hand').waitFor();
    const requests = await desk.scene('manual.ts', '', ANSWER);
    await editor.type('const aLongName = another + 12;\nconst b = ');
    await editor.page.waitForTimeout(QUIET_MS);
    assert.equal(requests(), 0);
    await why('only when you ask for it by hand');
    await editor.press('Alt+\\');
    await editor.ghostWith('load();');
  });

  it('for every extension, which the status bar says with the way out', async () => {
    await desk.configure({ 'editor.inlineSuggest.enabled': false });
    const item = editor.statusBar('inline suggestions are off');
    await item.waitFor();
    assert.equal(await typed(), 0);
    await item.click();
    const settings = editor.page.locator('.settings-editor', { hasText: 'Inline Suggest: Enabled' });
    await settings.waitFor();
    await editor.press('Escape');
    await settings.waitFor({ state: 'hidden' });
  });
});
