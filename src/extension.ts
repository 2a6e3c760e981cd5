/** Composition root: builds the parts, wires them, hands disposables to VS Code. */
import type * as vscode from 'vscode';
import { createExports } from './vscode/api.ts';
import type { GhoststreamExports } from './vscode/apiTypes.ts';
import { createProviderModels } from './core/model/providerModels.ts';
import { createAccessTokens } from './vscode/accessTokens.ts';
import { registerChat } from './vscode/chat.ts';
import { clock } from './vscode/clock.ts';
import { registerCodeCommands, type OwnSlash } from './vscode/codeCommands.ts';
import { createNeighborhood } from './vscode/context.ts';
import { createEngine, fetch } from './vscode/engine.ts';
import { registerInlineCommands } from './vscode/inlineCommands.ts';
import { registerInlineCompletions } from './vscode/inlineCompletions.ts';
import { createExclusions } from './vscode/ignoreFiles.ts';
import { createLocalModel } from './vscode/localModel.ts';
import { registerLanguageModels } from './vscode/languageModel.ts';
import { createLog, logEvents } from './vscode/log.ts';
import { registerModelCommands } from './vscode/modelCommands.ts';
import { createModels } from './vscode/models.ts';
import { createRouterCatalog } from './vscode/routerCatalog.ts';
import { hintAtNeighbors } from './vscode/neighbors.ts';
import { createSettings } from './vscode/settings.ts';
import { createSilences } from './vscode/silences.ts';
import { createSpendMeter } from './vscode/spendMeter.ts';
import { createStatistics } from './vscode/statistics.ts';
import { createStatusItem } from './vscode/statusItem.ts';
import { createSwitches } from './vscode/switches.ts';
import { createSyntax } from './vscode/syntax.ts';

export function activate(context: vscode.ExtensionContext): GhoststreamExports {
  const { subscriptions, secrets, globalState } = context;
  const own = <Part extends vscode.Disposable>(part: Part): Part => {
    subscriptions.push(part);
    return part;
  };
  const log = own(createLog());
  const settings = own(createSettings());
  const local = own(createLocalModel(context, fetch, clock, (line) => log.debug(line)));
  const models = own(createModels(local, context));
  const tokens = own(createAccessTokens(secrets));
  const ask = {
    fetch: local.fetch,
    clock,
    accessToken: (origin: string) => tokens.get(origin),
    ownHeaders: (origin: string) => tokens.headers(origin),
  };
  const catalog = createRouterCatalog(ask);
  const meter = own(createSpendMeter(globalState, catalog));
  const ports = { ...ask, providerModel: createProviderModels(ask), onUsage: meter.onUsage };
  const switches = own(createSwitches(settings, clock));
  const status = own(createStatusItem(models, settings, switches, clock, meter));
  const silences = createSilences();
  const statistics = own(createStatistics(settings, globalState, clock));
  const around = own(createNeighborhood());
  const exclusions = own(createExclusions(settings));
  const suggester = own(
    createEngine(
      models,
      settings,
      ports,
      meter,
      { get: (key) => globalState.get(key), set: (key, value) => void globalState.update(key, value) },
      {
        loadSyntax: createSyntax(context.extensionUri),
        gather: around.gather,
        excluded: exclusions.excluded,
      },
      tellAll(status.report, statistics.report, logEvents(log)),
    ),
  );
  own(
    registerInlineCompletions({
      suggester,
      settings,
      switches,
      silences,
      log,
      clock,
      offered: (offer) => statistics.offered(offer),
    }),
  );
  // A new access token may be what the last failure waits for.
  own(
    secrets.onDidChange(() => {
      suggester.forget();
      status.forget();
    }),
  );
  const slash: OwnSlash = {
    list: () => code.slash.list(),
    question: (name, rest) => code.slash.question(name, rest),
  };
  const chat = own(registerChat({ models, ports, context, slash }));
  const code = own(
    registerCodeCommands({ models, ports, context, ask: (question) => chat.ask(question, [], 'send') }),
  );
  own(registerModelCommands({ context, models, ports, tokens, catalog, meter }));
  own(hintAtNeighbors(switches, globalState, clock));
  own(
    registerInlineCommands({
      log,
      models,
      settings,
      silences,
      statistics,
      status,
      switches,
      tokens,
      suggester,
    }),
  );
  own(registerLanguageModels(models, ports));
  return createExports({ models, ports, suggester, memory: globalState });
}

const tellAll =
  <Event>(...listeners: readonly ((event: Event) => void)[]) =>
  (event: Event): void => {
    for (const listener of listeners) listener(event);
  };
