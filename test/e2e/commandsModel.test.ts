/** Edit in place, the chat and the commit message with a real model: whatever it says, what was shown is what is kept. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventually, openEditor, type Editor } from './harness/editor.ts';
import { drawnLines, promisedLines, proposedEdit } from './harness/proposal.ts';
import { createRepository } from './harness/repository.ts';
import { realModelOrSkip } from './harness/realModel.ts';

/** A small model on a busy processor is loaded first, and reads the prompt. */
const MODEL_MS = 240_000;
const CODE = 'def add(a, b):\n    return a + b\n';

describe('commands with a real model', function () {
  this.timeout(2 * MODEL_MS + 120_000);
  let editor: Editor;

  before(async function () {
    const { modelPath, runtimeFolder } = await realModelOrSkip(this);
    editor = await openEditor({
      builtIn: 'all',
      files: { 'add.py': CODE },
      prepare: (folder) => createRepository(folder, 'Add numbers'),
      open: 'add.py',
      settings: {
        'ghoststream.local.modelPath': modelPath,
        'ghoststream.local.runtimePath': runtimeFolder,
        'ghoststream.inline.enabled': false,
        'git.enabled': true,
      },
    });
    await editor.statusBar('Ghoststream').waitFor();
  });
  after(() => editor.close());

  it('edit a file in place', async () => {
    await editor.press('Control+Home', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Alt+i');
    await editor.page.locator('.quick-input-widget', { hasText: 'Edit lines 1 to 2' }).waitFor();
    await editor.type('Rename the function to sum_of');
    await editor.press('Enter');
    await proposedEdit(editor.page, 'add.py', MODEL_MS);
    await editor.screenshot('edit-real-model');
    const promised = promisedLines(await drawnLines(editor.page)).join('\n');
    assert.doesNotMatch(promised, /```/);
    await editor.press('Control+Enter');
    await editor.page.locator('.tab.active', { hasText: /^add\.py/ }).waitFor();
    const saved = await editor.saved('add.py');
    assert.equal(saved.trimEnd(), promised.trimEnd());
    assert.notEqual(saved, CODE);
    await editor.press('Control+z');
    assert.equal(await editor.saved('add.py'), CODE);
  });

  it('answer in the chat', async () => {
    await editor.command('Ghoststream: Open Chat');
    const chat = await editor.webview('.composer');
    await chat.locator('.composer textarea').click();
    await editor.type('Write a Python function that adds two numbers.', 0);
    await editor.press('Enter');
    await chat
      .locator('.answer.running .markdown p, .answer.running .markdown .code')
      .first()
      .waitFor({ timeout: MODEL_MS });
    await chat.locator('.answer:last-child:not(.running)').waitFor({ timeout: MODEL_MS });
    await editor.screenshot('chat-real-model');
    assert.equal(await chat.locator('.state.failed').count(), 0);
    assert.match(await chat.locator('.answer .markdown').innerText(), /def |return|\+/);
  });

  it('write a commit message', async () => {
    writeFileSync(path.join(editor.folder, 'add.py'), CODE.replace('(a, b)', '(a, b=0)'));
    await editor.page.locator('.activitybar .action-label[aria-label^="Source Control"]').click();
    const button = (label: string) => editor.page.locator(`.action-label[aria-label^="${label}"]`).first();
    await button('Write Commit Message').click();
    await button('Stop Writing').waitFor();
    await button('Write Commit Message').waitFor({ timeout: MODEL_MS });
    await editor.screenshot('commit-real-model');
    const message = await eventually(
      () => editor.page.locator('.scm-editor .view-lines').innerText(),
      (text) => text.trim() !== '',
      'the box is empty',
    );
    console.log(`      ${JSON.stringify(message)}`);
    assert.doesNotMatch(message, /```|<think>/);
  });
});
