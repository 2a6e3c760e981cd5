/** Composition root: builds the parts, wires them, hands disposables to VS Code. */
import type * as vscode from 'vscode';
import { createAccessTokens } from './vscode/accessTokens.ts';
import { clock } from './vscode/clock.ts';
import { registerInlineCommands } from './vscode/inlineCommands.ts';
import { createLog } from './vscode/log.ts';
import { createModels } from './vscode/models.ts';
import { createSettings } from './vscode/settings.ts';
import { createStatusItem } from './vscode/statusItem.ts';
import { createSwitches } from './vscode/switches.ts';

export function activate({ subscriptions, secrets }: vscode.ExtensionContext): void {
  const own = <Part extends vscode.Disposable>(part: Part): Part => {
    subscriptions.push(part);
    return part;
  };
  const log = own(createLog());
  const settings = own(createSettings());
  const models = own(createModels());
  const tokens = createAccessTokens(secrets);
  const switches = own(createSwitches(settings, clock));
  const status = own(createStatusItem(models, settings, switches, clock));
  own(registerInlineCommands({ log, models, settings, status, switches, tokens }));
}
