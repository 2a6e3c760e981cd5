/** What other extensions and the editor see of the extension once it runs. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** VS Code's own marks of the start, in milliseconds since 1970; it keeps them where every part of it finds them. */
function mark(name: string): number | undefined {
  const kept: unknown = Reflect.get(globalThis, 'MonacoPerformanceMarks');
  const { getMarks } = Object(kept) as { getMarks?: () => { name: string; startTime: number }[] };
  return getMarks?.().find((each) => each.name === `code/extHost/${name}/ghoststream.ghoststream`)?.startTime;
}

function commandsInPalette(): string[] {
  const manifest: unknown = vscode.extensions.getExtension('ghoststream.ghoststream')?.packageJSON;
  const { contributes } = manifest as { contributes: { commands?: { command: string }[] } };
  return (contributes.commands ?? []).map(({ command }) => command);
}

describe('the extension in its host', () => {
  it('activates', async () => {
    const extension = vscode.extensions.getExtension('ghoststream.ghoststream');
    assert.ok(extension);
    await extension.activate();
    assert.equal(extension.isActive, true);
    const [load, loaded] = [mark('willLoadExtensionCode'), mark('didLoadExtensionCode')];
    const [run, ran] = [mark('willActivateExtension'), mark('didActivateExtension')];
    if (load !== undefined && loaded !== undefined && run !== undefined && ran !== undefined)
      console.log(`      loaded in ${loaded - load} ms, activated in ${ran - run} ms`);
  });

  it('answers every command that the palette offers', async () => {
    const registered = await vscode.commands.getCommands(true);
    const missing = commandsInPalette().filter((command) => !registered.includes(command));
    assert.deepEqual(missing, []);
  });
});
