/** "Test Connection": each model in use is asked one short question, the way its purpose asks. Loaded on first use. */
import * as vscode from 'vscode';
import { ROLES, type ConfiguredModel, type Role } from '../core/model/choice.ts';
import type { ModelPorts } from '../core/model/client.ts';
import { placeOf, roleName } from './modelRows.ts';
import type { Models } from './models.ts';
import { tryFor, type Tried } from './tryModel.ts';

interface Use {
  readonly model: ConfiguredModel;
  /** The purposes that ask this very endpoint. */
  readonly roles: readonly Role[];
}

/** Shows a row for each endpoint at once, and what came of it as it comes. */
export async function testModels(models: Models, ports: ModelPorts): Promise<void> {
  const uses = usesOf(models);
  if (uses.length === 0) return void vscode.commands.executeCommand('ghoststream.chooseModel');
  const results = new Map<Use, Tried>();
  const picker = vscode.window.createQuickPick();
  picker.title = vscode.l10n.t('Test Connection');
  picker.placeholder = vscode.l10n.t('One short request to each model in use');
  picker.busy = true;
  const draw = (): void => {
    picker.items = uses.map((use) => rowOf(use, results.get(use)));
  };
  draw();
  picker.show();
  const leave = new AbortController();
  picker.onDidAccept(() => picker.hide());
  picker.onDidHide(() => {
    leave.abort();
    picker.dispose();
  });
  for (const use of uses) {
    if (leave.signal.aborted) return;
    results.set(use, await tryFor(use.roles[0] ?? 'chat', use.model, ports));
    draw();
  }
  picker.busy = false;
}

function usesOf(models: Models): Use[] {
  const uses = new Map<string, Use>();
  for (const role of ROLES) {
    const model = models.current(role);
    if (!model) continue;
    const key = JSON.stringify(model.endpoint);
    uses.set(key, { model, roles: [...(uses.get(key)?.roles ?? []), role] });
  }
  return [...uses.values()];
}

function rowOf({ model, roles }: Use, tried: Tried | undefined): vscode.QuickPickItem {
  const icon = tried === undefined ? 'sync' : tried.ok ? 'pass' : 'error';
  return {
    label: `$(${icon}) ${roles.map(roleName).join(', ')}: ${model.name}`,
    description: placeOf(model.endpoint),
    detail: tried?.text ?? vscode.l10n.t('trying …'),
  };
}
