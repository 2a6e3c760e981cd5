/** Where a token for Hugging Face may come from: pasted, or found on this machine and taken with a yes. */
import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { TOKEN_PAGE } from '../core/model/account.ts';

interface Source extends vscode.QuickPickItem {
  /** Undefined when the question was left. */
  readonly token: () => Promise<string | undefined>;
}

/** Undefined when nothing is given. What is found on this machine is offered, and read only with a yes. */
export async function askHubToken(): Promise<string | undefined> {
  const sources: Source[] = [
    { label: `$(key) ${vscode.l10n.t('Paste an access token')}`, token: paste },
    {
      label: `$(link-external) ${vscode.l10n.t('Create one on huggingface.co')}`,
      detail: vscode.l10n.t('The page is filled in: one permission, “Make calls to Inference Providers”'),
      token: async () => {
        await vscode.env.openExternal(vscode.Uri.parse(TOKEN_PAGE));
        return paste();
      },
    },
    ...NAMES.filter((name) => process.env[name] !== undefined).map((name) => ({
      label: `$(terminal) ${vscode.l10n.t('Use {0} of the environment', name)}`,
      token: () => Promise.resolve(process.env[name]?.trim()),
    })),
    ...(await fileSource()),
  ];
  const picked = await vscode.window.showQuickPick(sources, {
    title: vscode.l10n.t('Sign In to Hugging Face'),
  });
  const token = await picked?.token();
  return token === '' ? undefined : token;
}

/** As the Hub's own libraries call it, the newer name first. */
const NAMES = ['HF_TOKEN', 'HUGGING_FACE_HUB_TOKEN'];

async function paste(): Promise<string | undefined> {
  const token = await vscode.window.showInputBox({
    title: vscode.l10n.t('Access token for Hugging Face'),
    prompt: vscode.l10n.t('It is kept in the secret storage and sent to Hugging Face only.'),
    password: true,
    ignoreFocusOut: true,
  });
  return token?.trim();
}

/** The file that `hf auth login` writes, where there is one. */
async function fileSource(): Promise<Source[]> {
  const cache = process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache');
  const home = process.env.HF_HOME ?? path.join(cache, 'huggingface');
  const file = process.env.HF_TOKEN_PATH ?? path.join(home, 'token');
  try {
    await access(file, constants.R_OK);
  } catch {
    return [];
  }
  const label = `$(file) ${vscode.l10n.t('Use the token of the Hugging Face command line')}`;
  return [{ label, detail: file, token: async () => (await readFile(file, 'utf8')).trim() }];
}
