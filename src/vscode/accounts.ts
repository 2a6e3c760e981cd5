/** The Hugging Face account behind VS Code's authentication API: a pasted token, checked, kept in the secret storage alone. */
import * as vscode from 'vscode';
import * as v from 'valibot';
import { parseAccount, TOKEN_PAGE, type Account } from '../core/model/account.ts';
import { ModelError } from '../core/model/errors.ts';
import { getJson } from '../core/model/getJson.ts';
import type { Clock, Fetch } from '../core/ports.ts';
import type { AccessTokens } from './accessTokens.ts';
import { askHubToken } from './hubToken.ts';
import { HUB_ORIGINS } from './hubOrigins.ts';

export interface Accounts {
  /** Who is signed in; undefined when nobody is. */
  account(): Promise<Account | undefined>;
  signIn(): Promise<void>;
  /** Removes the token and everything that was kept about the account. */
  signOut(): Promise<void>;
  dispose(): void;
}

const PROVIDER = 'huggingface';
/** The account as the Hub described it; beside the token, so that one removal takes both. */
const ACCOUNT = 'account:huggingface';
const DEADLINE_MS = 15_000;

const accountSchema = v.object({
  id: v.string(),
  name: v.string(),
  organizations: v.array(v.string()),
  missing: v.optional(v.string()),
});

/** Where the token is kept: the Hub's; a router elsewhere (tests) has its own entry. */
const origins = (): string[] => {
  const { hub, router } = HUB_ORIGINS;
  return router.endsWith('.huggingface.co') ? [hub] : [hub, router];
};

export function createAccounts(
  tokens: AccessTokens,
  secrets: vscode.SecretStorage,
  fetch: Fetch,
  clock: Clock,
): Accounts {
  const changed = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();

  const account = async (): Promise<Account | undefined> => {
    const stored = await secrets.get(ACCOUNT);
    if (stored === undefined) return undefined;
    const parsed = v.safeParse(accountSchema, JSON.parse(stored));
    if (!parsed.success) return undefined;
    const { missing, ...rest } = parsed.output;
    return { ...rest, ...(missing === undefined ? {} : { missing }) };
  };
  const sessions = async (): Promise<vscode.AuthenticationSession[]> => {
    const [known, accessToken] = [await account(), await tokens.get(HUB_ORIGINS.hub)];
    if (!known || accessToken === undefined) return [];
    return [{ id: known.id, accessToken, account: { id: known.id, label: known.name }, scopes: [] }];
  };
  const check = async (accessToken: string): Promise<Account> => {
    const url = new URL('/api/whoami-v2', HUB_ORIGINS.hub);
    const ports = { fetch, clock, accessToken: () => accessToken };
    const answer = parseAccount(await getJson({ url, deadlineMs: DEADLINE_MS }, ports));
    if (!answer)
      throw new ModelError('protocol', vscode.l10n.t('The Hub’s answer about this token cannot be read.'));
    return answer;
  };
  const signOut = async (): Promise<void> => {
    const removed = await sessions();
    await Promise.all([secrets.delete(ACCOUNT), ...origins().map((origin) => tokens.delete(origin))]);
    changed.fire({ added: [], removed, changed: [] });
  };
  const create = async (): Promise<vscode.AuthenticationSession> => {
    const accessToken = await askHubToken();
    if (accessToken === undefined) throw new vscode.CancellationError();
    const known = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Checking the access token…') },
      () => check(accessToken),
    );
    await Promise.all(origins().map((origin) => tokens.set(origin, accessToken)));
    await secrets.store(ACCOUNT, JSON.stringify(known));
    const session = { id: known.id, accessToken, account: { id: known.id, label: known.name }, scopes: [] };
    changed.fire({ added: [session], removed: [], changed: [] });
    if (known.missing !== undefined) void warnOfMissing(known.name, known.missing);
    return session;
  };
  const provider = vscode.authentication.registerAuthenticationProvider(
    PROVIDER,
    'Hugging Face',
    {
      onDidChangeSessions: changed.event,
      getSessions: sessions,
      createSession: create,
      removeSession: signOut,
    },
    { supportsMultipleAccounts: false },
  );

  return {
    account,
    signIn: async () => {
      try {
        const { account: who } = await create();
        // One message is enough, and the warning says who, too.
        if ((await account())?.missing !== undefined) return;
        void vscode.window.showInformationMessage(
          vscode.l10n.t('Signed in to Hugging Face as {0}.', who.label),
        );
      } catch (error) {
        // Nothing was pasted: the old token stays.
        if (error instanceof vscode.CancellationError) return;
        await showSignInFailure(error);
      }
    },
    signOut: async () => {
      await signOut();
      void vscode.window.showInformationMessage(
        vscode.l10n.t('Signed out of Hugging Face. The token is removed.'),
      );
    },
    dispose: () => {
      vscode.Disposable.from(provider, changed).dispose();
    },
  };
}

async function warnOfMissing(name: string, permission: string): Promise<void> {
  const create = vscode.l10n.t('Create a Token');
  const text = vscode.l10n.t(
    'Signed in to Hugging Face as {0}, but this token lacks the permission “Make calls to Inference Providers” ({1}): requests with it will be refused. A page that makes the right one is a click away.',
    name,
    permission,
  );
  if ((await vscode.window.showWarningMessage(text, create)) === create)
    await vscode.env.openExternal(vscode.Uri.parse(TOKEN_PAGE));
}

async function showSignInFailure(error: unknown): Promise<void> {
  const again = vscode.l10n.t('Try Again');
  const refused = error instanceof ModelError && error.kind === 'unauthorized';
  const text = refused
    ? vscode.l10n.t('Hugging Face does not know this token. Is it complete, and has it not been revoked?')
    : error instanceof Error
      ? error.message
      : String(error);
  if ((await vscode.window.showErrorMessage(text, again)) === again)
    await vscode.commands.executeCommand('ghoststream.signIn');
}
