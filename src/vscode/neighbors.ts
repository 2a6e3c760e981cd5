/** Says once that another extension offers ghost text too: the editor shows whichever answers first. */
import * as vscode from 'vscode';
import type { Clock } from '../core/ports.ts';
import type { Switches } from './switches.ts';

/** Extensions that are known to offer ghost text while one types. */
const KNOWN: ReadonlySet<string> = new Set([
  'amazonwebservices.amazon-q-vscode',
  'codeium.codeium',
  'continue.continue',
  'ggml-org.llama-vscode',
  'github.copilot',
  'google.geminicodeassist',
  'huggingface.huggingface-vscode',
  'rjmacarthy.twinny',
  'sourcegraph.cody-ai',
  'supermaven.supermaven',
  'tabbyml.vscode-tabby',
  'tabnine.tabnine-vscode',
]);

const KEY = 'saidThatThereIsANeighbor';

/** By then the others have started too, in milliseconds; no event tells of that. */
const STARTED_MS = 5000;

export function hintAtNeighbors(
  switches: Switches,
  memento: vscode.Memento,
  clock: Clock,
): vscode.Disposable {
  const look = async (): Promise<void> => {
    if (switches.off !== undefined || memento.get(KEY)) return;
    const neighbor = vscode.extensions.all.find(
      ({ id, isActive }) => isActive && KNOWN.has(id.toLowerCase()),
    );
    if (!neighbor) return;
    await memento.update(KEY, true);
    const manifest: unknown = neighbor.packageJSON;
    const name = hasDisplayName(manifest) ? manifest.displayName : neighbor.id;
    const off = vscode.l10n.t('Turn Ghoststream’s Ghost Text Off');
    const picked = await vscode.window.showInformationMessage(
      vscode.l10n.t('{0} offers ghost text too. The editor shows whichever answers first.', name),
      off,
      vscode.l10n.t('Keep Both'),
    );
    if (picked === off) await switches.turnOff();
  };
  return vscode.Disposable.from(
    { dispose: clock.after(STARTED_MS, () => void look()) },
    vscode.extensions.onDidChange(() => void look()),
    switches.onDidChange(() => void look()),
  );
}

function hasDisplayName(manifest: unknown): manifest is { readonly displayName: string } {
  return (
    typeof manifest === 'object' &&
    manifest !== null &&
    'displayName' in manifest &&
    typeof manifest.displayName === 'string'
  );
}
