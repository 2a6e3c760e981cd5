/** The commands that choose models and accounts; what they need is loaded when one is run. */
import * as vscode from 'vscode';
import { BILLING_PAGE } from '../core/model/account.ts';
import { ROLES, type Role } from '../core/model/choice.ts';
import type { ModelPorts } from '../core/model/client.ts';
import type { AccessTokens } from './accessTokens.ts';
import type { Accounts } from './accounts.ts';
import { fetch } from './engine.ts';
import { HUB_ORIGINS } from './hubOrigins.ts';
import type { PickerParts } from './modelPicker.ts';
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
  const choose = async (): Promise<void> => {
    const [picker, { tryModel }, files, { findListening, USUAL_SERVERS }] = await Promise.all([
      import('./modelPicker.ts'),
      import('./tryModel.ts'),
      import('./modelFiles.ts'),
      import('../local/listening.ts'),
    ]);
    const known = new Set(models.configured.map(({ url }) => portOf(url)));
    const servers: PickerParts['servers'] = async () =>
      (await findListening(HUB_ORIGINS.local ?? USUAL_SERVERS)).filter(({ url }) => !known.has(portOf(url)));
    await picker.chooseModel({
      ...{ models, catalog, meter, servers },
      clock: ports.clock,
      accounts: await accounts(),
      tryModel: (entry) => tryModel(entry, ports),
      files: () => files.modelFiles(context),
      useFile: files.useModelFile,
    });
  };
  const commands: Record<string, (...given: never[]) => unknown> = {
    useSmallModel: async () => (await import('./smallModelCommand.ts')).useSmallModel(context, fetch),
    chooseModel: choose,
    changeModel: async (role: Role = 'inline') => {
      const name = models.current(role)?.name;
      const inSettings = models.fromSettings.some((entry) => entry.name === name);
      await (inSettings
        ? vscode.commands.executeCommand('workbench.action.openSettings', 'ghoststream.models')
        : choose());
    },
    useModelFile: async () => {
      const files = await import('./modelFiles.ts');
      const file = await files.pickModelFile();
      if (file === undefined) return;
      const entry = await files.useModelFile(file);
      await (await import('./modelPicker.ts')).chooseEntry(entry, { models, catalog, meter });
    },
    testModels: async () => (await import('./testModels.ts')).testModels(models, ports),
    addServer: async (url?: string) => {
      const entry = await (await import('./addServer.ts')).addServer(ports, tokens, url);
      if (!entry) return;
      await models.choose('user', ROLES, entry);
      const test = vscode.l10n.t('Test Connection');
      const text = vscode.l10n.t('{0} is added and used from now on.', entry.name);
      if ((await vscode.window.showInformationMessage(text, test)) === test)
        await vscode.commands.executeCommand('ghoststream.testModels');
    },
    forgetChoices: async () => {
      for (const scope of ['window', 'workspace', 'user'] as const)
        await models.choose(scope, ROLES, undefined);
    },
    signIn: async () => (await accounts()).signIn(),
    signOut: async () => {
      await models.forgetPayers();
      await (await accounts()).signOut();
    },
    setDailyCap: async () => (await import('./costNotice.ts')).setDailyCap(),
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

/** Loopback's names mean the same server. */
const portOf = (url: string): string => (URL.canParse(url) ? new URL(url).port : '');
