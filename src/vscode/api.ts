/** The API for other extensions: a gate that asks the user once per extension; the rest is loaded behind it. */
import * as vscode from 'vscode';
import type { Suggester } from '../core/completion/words.ts';
import type { ModelPorts } from '../core/model/client.ts';
import type { GhoststreamExports } from './apiTypes.ts';
import type { Models } from './models.ts';

export interface ApiParts {
  readonly models: Models;
  readonly ports: ModelPorts;
  readonly suggester: Suggester;
  readonly memory: vscode.Memento;
}

const ALLOWED = 'api.allowed';

export function createExports(parts: ApiParts): GhoststreamExports {
  const asked = new Map<string, Promise<boolean>>();
  return {
    apiVersion: 1,
    getApi: async (version, extensionId) => {
      // Callers may be JavaScript, or built for another version.
      const asks: number = version;
      if (asks !== 1) throw new Error(`Ghoststream has API version 1, not ${asks}.`);
      const extension = vscode.extensions.getExtension(extensionId);
      if (!extension) throw new Error(`There is no extension ${extensionId}.`);
      // Asked once however often the extension calls meanwhile; a refusal holds until the window is reloaded.
      let answer = asked.get(extension.id);
      if (!answer) asked.set(extension.id, (answer = allowed(extension, parts.memory)));
      if (!(await answer)) throw new Error(`The user did not let ${extension.id} use Ghoststream's models.`);
      const { createApi } = await import('./apiCalls.ts');
      return createApi(parts);
    },
  };
}

async function allowed(extension: vscode.Extension<unknown>, memory: vscode.Memento): Promise<boolean> {
  if (memory.get<readonly string[]>(ALLOWED, []).includes(extension.id)) return true;
  const manifest: unknown = extension.packageJSON;
  const name =
    typeof manifest === 'object' && manifest !== null && 'displayName' in manifest
      ? String(manifest.displayName)
      : extension.id;
  const allow = vscode.l10n.t('Allow');
  const picked = await vscode.window.showInformationMessage(
    vscode.l10n.t('May the extension “{0}” ({1}) use your Ghoststream models?', name, extension.id),
    {
      modal: true,
      detail: vscode.l10n.t('It can send texts to them. It does not see your access tokens.'),
    },
    allow,
  );
  if (picked !== allow) return false;
  const before = memory.get<readonly string[]>(ALLOWED, []);
  await memory.update(ALLOWED, [...before, extension.id]);
  return true;
}
