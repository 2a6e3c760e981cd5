/** What other extensions and the editor see of the extension once it runs. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';

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
  });

  it('answers every command that the palette offers', async () => {
    const registered = await vscode.commands.getCommands(true);
    const missing = commandsInPalette().filter((command) => !registered.includes(command));
    assert.deepEqual(missing, []);
  });
});
