/** A real model on this machine: its tokens grow as ghost text in a real VS Code, and nothing but loopback is asked. */
import assert from 'node:assert/strict';
import { obtainLocalModel } from '../../tools/model.ts';
import { openEditor, type Editor } from './harness/editor.ts';

const START =
  'def add(a, b):\n    """Return the sum of a and b."""\n    return a + b\n\n\ndef subtract(a, b):\n';

describe('a local model', () => {
  let editor: Editor | undefined;

  before(async function () {
    this.timeout(300_000);
    const settings = await localModelSettings().catch((error: unknown) => {
      if (process.env.GHOSTSTREAM_REQUIRE_MODEL === '1') throw error;
      console.log(`      skipped: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    });
    if (!settings) this.skip();
    editor = await openEditor({ files: { 'calc.py': START }, open: 'calc.py', settings });
    await editor.statusBar('Ghoststream').waitFor();
  });
  after(() => editor?.close());

  it('streams ghost text that Tab accepts', async function () {
    this.timeout(120_000);
    assert.ok(editor);
    await editor.type('    ');
    const ghost = await editor.ghostWith(/\w/);
    await editor.screenshot('local-model');
    await editor.press('Tab');
    const text = await editor.saved('calc.py');
    assert.ok(text.startsWith(START + '    ') && text.length > START.length + 4, ghost);
  });
});

async function localModelSettings(): Promise<Record<string, unknown>> {
  const { modelPath, runtimeFolder } = await obtainLocalModel(() => undefined);
  return {
    'ghoststream.local.modelPath': modelPath,
    'ghoststream.local.runtimePath': runtimeFolder,
    'ghoststream.inline.firstTokenTimeout': 60_000,
  };
}
