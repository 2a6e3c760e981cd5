/** The commands that choose models and accounts; what they need is loaded when one is run. */
import * as vscode from 'vscode';
import type { ModelPorts } from '../core/model/client.ts';
import { BILLING_PAGE } from '../core/model/account.ts';
import { ROLES } from '../core/model/choice.ts';
import type { AccessTokens } from './accessTokens.ts';
import type { Accounts } from './accounts.ts';
import { fetch } from './engine.ts';
import type { Models } from './models.ts';
import type { RouterCatalog } from './routerCatalog.ts';
import type { SpendMeter } from './spendMeter.ts';

export interface ModelCommandParts {
  readonly context: vscode.ExtensionContext;
  readonly models: Models;
  readonly ports: ModelPorts;
  readonly tokens: AccessTokens;
  readonly catalog: RouterCatalog;
  readonly meter: SpendMeter;
}

const ACCOUNTS_AFTER_MS = 3_000;

export function registerModelCommands(parts: ModelCommandParts): vscode.Disposable {
  const { context, models, ports, catalog, meter, tokens } = parts;
  let loaded: Promise<Accounts> | undefined;
  const accounts = (): Promise<Accounts> =>
    (loaded ??= import('./accounts.ts').then(({ createAccounts }) =>
      createAccounts(tokens, context.secrets, fetch, ports.clock),
    ));
  const commands: Record<string, () => unknown> = {
    useSmallModel: async () => (await import('./smallModelCommand.ts')).useSmallModel(context, fetch),
    chooseModel: async () => {
      const [{ chooseModel }, { tryModel }] = await Promise.all([
        import('./modelPicker.ts'),
        import('./tryModel.ts'),
      ]);
      await chooseModel({
        models,
        catalog,
        meter,
        accounts: await accounts(),
        tryModel: (entry) => tryModel(entry, ports),
      });
    },
    addServer: async () => {
      const entry = await (await import('./addServer.ts')).addServer(ports);
      if (entry) await models.choose('user', ROLES, entry);
    },
    forgetChoices: async () => {
      for (const scope of ['window', 'workspace', 'user'] as const)
        await models.choose(scope, ROLES, undefined);
    },
    signIn: async () => (await accounts()).signIn(),
    signOut: async () => (await accounts()).signOut(),
    openBilling: () => vscode.env.openExternal(vscode.Uri.parse(BILLING_PAGE)),
  };
  // Known to the editor's accounts menu, but not at the expense of the start.
  const later = ports.clock.after(ACCOUNTS_AFTER_MS, () => void accounts());
  return vscode.Disposable.from(
    { dispose: later },
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`ghoststream.${name}`, run),
    ),
    { dispose: () => void loaded?.then((each) => each.dispose()) },
  );
}
