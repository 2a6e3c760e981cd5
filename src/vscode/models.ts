/** The models there are, by the settings and by what the user picked, and which one serves a role now. */
import * as vscode from 'vscode';
import {
  modelFor,
  parseModels,
  type ConfiguredModel,
  type ModelEntry,
  type Role,
} from '../core/model/choice.ts';
import {
  chosenModel,
  parseChoices,
  withChoice,
  withoutPayer,
  withoutPayers,
  withRecent,
  type Choices,
  type Scope,
} from '../core/model/choices.ts';
import type { LocalModel } from './localModel.ts';

export interface Models {
  /** The model that serves a role now, the one called `name` if there is one; undefined when none is configured. */
  current(role: Role, name?: string): ConfiguredModel | undefined;
  /** All models that can serve a role: the configured and the lately chosen. */
  all(role: Role): readonly ConfiguredModel[];
  /** The setting's models and the local one. */
  readonly configured: readonly ModelEntry[];
  /** The setting's models alone. */
  readonly fromSettings: readonly ModelEntry[];
  /** What was chosen lately, newest first. */
  readonly recent: readonly ModelEntry[];
  /** Chooses a model for roles, for this window, this workspace or everywhere; undefined takes the choice back. */
  choose(scope: Scope, roles: readonly Role[], entry: ModelEntry | undefined): Promise<void>;
  /** Takes the organizations to bill out of what was chosen. */
  forgetPayers(): Promise<void>;
  /** The origins of all servers that are configured or chosen, each once. */
  origins(): readonly string[];
  /** What is wrong with the setting, a sentence each. */
  readonly problems: readonly string[];
  readonly onDidChange: vscode.Event<void>;
  dispose(): void;
}

const MODELS = 'ghoststream.models';
/** Keys of VS Code's storage; no file of the workspace holds them. */
const CHOICES = 'models.choices';
const RECENT = 'models.recent';

/** Reads the setting once and again whenever it changes. The local model comes after the setting's. */
export function createModels(
  local: LocalModel,
  storage: Readonly<Record<'workspaceState' | 'globalState', vscode.Memento>>,
): Models {
  const changed = new vscode.EventEmitter<void>();
  const mementos = { workspace: storage.workspaceState, user: storage.globalState };
  let parsed = read();
  let window: Choices = {};
  // Read once: the storage is in memory, but this runs at each key.
  const stored = {
    workspace: parseChoices(mementos.workspace.get(CHOICES)),
    user: parseChoices(mementos.user.get(CHOICES)),
  };
  const listeners = [
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration(MODELS)) return;
      parsed = read();
      changed.fire();
    }),
    local.onDidChange(() => changed.fire()),
  ];
  const configured = (): readonly ModelEntry[] =>
    local.entry ? [...parsed.models, local.entry] : parsed.models;
  const recent = (): readonly ModelEntry[] => parseModels(mementos.user.get(RECENT)).models;

  const named = (): ModelEntry[] => {
    const all = [...configured(), ...recent()];
    return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
  };

  return {
    current: (role, name) =>
      modelFor(
        named().filter((entry) => entry.name === name),
        role,
      ) ?? chosenModel(configured(), { window, ...stored }, role),
    all: (role) => named().flatMap((entry) => modelFor([entry], role) ?? []),
    get configured() {
      return configured();
    },
    get fromSettings() {
      return parsed.models;
    },
    get recent() {
      return recent();
    },
    choose: async (scope, roles, entry) => {
      if (scope === 'window') window = withChoice(window, roles, entry);
      else {
        stored[scope] = withChoice(stored[scope], roles, entry);
        await mementos[scope].update(CHOICES, stored[scope]);
      }
      if (entry) await mementos.user.update(RECENT, withRecent(recent(), entry));
      changed.fire();
    },
    forgetPayers: async () => {
      window = withoutPayers(window);
      for (const scope of ['workspace', 'user'] as const) {
        stored[scope] = withoutPayers(stored[scope]);
        await mementos[scope].update(CHOICES, stored[scope]);
      }
      await mementos.user.update(RECENT, recent().map(withoutPayer));
      changed.fire();
    },
    origins: () => {
      const chosen = [window, stored.workspace, stored.user].flatMap((choices) => Object.values(choices));
      const urls = [...parsed.models, ...chosen]
        .map(({ url }) => url)
        .filter((url) => /^https?:/i.test(url) && URL.canParse(url));
      return [...new Set(urls.map((url) => new URL(url).origin))];
    },
    get problems() {
      return parsed.problems;
    },
    onDidChange: changed.event,
    dispose: () => {
      vscode.Disposable.from(...listeners, changed).dispose();
    },
  };
}

function read(): { models: ModelEntry[]; problems: string[] } {
  const setting: unknown = vscode.workspace.getConfiguration().get(MODELS);
  return parseModels(setting);
}
