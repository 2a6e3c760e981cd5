/** Asks for what a server wants to see with each request: an access token, or headers of its own. Loaded on first use. */
import * as vscode from 'vscode';
import type { Role } from '../core/model/choice.ts';
import type { AccessTokens } from './accessTokens.ts';
import { HUB_ORIGINS } from './hubOrigins.ts';
import type { Models } from './models.ts';

interface Parts {
  readonly models: Models;
  readonly tokens: AccessTokens;
}

/** For the origin of the model that serves `role`, else for the user's choice of all. */
export async function setAccessToken({ models, tokens }: Parts, role?: Role): Promise<void> {
  const origin = await pickOrigin(models, role);
  if (origin === undefined) return;
  // One token serves the Hub and its router.
  if (origin === HUB_ORIGINS.router) await vscode.commands.executeCommand('ghoststream.signIn');
  else await askToken(origin, tokens);
}

export async function setHeader({ models, tokens }: Parts): Promise<void> {
  const origin = await pickOrigin(models);
  if (origin !== undefined) await askHeader(origin, tokens);
}

async function pickOrigin(models: Models, role?: Role): Promise<string | undefined> {
  const url = role && models.current(role)?.endpoint.url;
  if (url !== undefined && /^https?:/i.test(url) && URL.canParse(url)) return new URL(url).origin;
  const origins = models.origins();
  if (origins.length === 0) {
    await vscode.commands.executeCommand('ghoststream.chooseModel');
    return undefined;
  }
  return origins.length === 1
    ? origins[0]
    : vscode.window.showQuickPick(origins, { placeHolder: vscode.l10n.t('For which server?') });
}

/** Whether something was stored. */
export async function askToken(origin: string, tokens: AccessTokens): Promise<boolean> {
  const token = await vscode.window.showInputBox({
    title: vscode.l10n.t('Access token for {0}', origin),
    prompt: vscode.l10n.t('It is kept in the secret storage and sent only there. Empty: forget it.'),
    password: true,
    ignoreFocusOut: true,
  });
  if (token === undefined) return false;
  if (token.trim() === '') await tokens.delete(origin);
  else await tokens.set(origin, token.trim());
  return token.trim() !== '';
}

/** Whether something was stored. */
export async function askHeader(origin: string, tokens: AccessTokens): Promise<boolean> {
  const title = vscode.l10n.t('Secret request header for {0}', origin);
  const stored = Object.keys(await tokens.headers(origin));
  const name = await vscode.window.showInputBox({
    title,
    prompt:
      stored.length === 0
        ? vscode.l10n.t('The header’s name, such as X-Api-Key')
        : vscode.l10n.t('The header’s name. Stored: {0}', stored.join(', ')),
    // RFC 9110: what a field name may be made of.
    validateInput: (text) =>
      /^[\w!#$%&'*+.^`|~-]*$/.test(text.trim()) ? undefined : vscode.l10n.t('This is no header’s name.'),
    ignoreFocusOut: true,
  });
  if (!name?.trim()) return false;
  const value = await vscode.window.showInputBox({
    title: `${title}: ${name.trim()}`,
    prompt: vscode.l10n.t('Its value is kept in the secret storage and sent only there. Empty: forget it.'),
    password: true,
    ignoreFocusOut: true,
  });
  if (value === undefined) return false;
  await tokens.setHeader(origin, name.trim(), value.trim());
  return value.trim() !== '';
}
