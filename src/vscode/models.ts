/** The configured models, as VS Code's settings name them. */
import * as vscode from 'vscode';
import {
  modelFor,
  parseModels,
  type ConfiguredModel,
  type ModelEntry,
  type Role,
} from '../core/model/choice.ts';
import type { LocalModel } from './localModel.ts';

export interface Models {
  /** The model that serves a role now, the one called `name` if there is one; undefined when none is configured. */
  current(role: Role, name?: string): ConfiguredModel | undefined;
  /** All models that can serve a role. */
  all(role: Role): readonly ConfiguredModel[];
  /** The origins of all configured servers, each once. */
  origins(): readonly string[];
  /** What is wrong with the setting, a sentence each. */
  readonly problems: readonly string[];
  readonly onDidChange: vscode.Event<void>;
  dispose(): void;
}

const MODELS = 'ghoststream.models';

/** Reads the setting once and again whenever it changes. The local model comes after the setting's. */
export function createModels(local: LocalModel): Models {
  const changed = new vscode.EventEmitter<void>();
  let parsed = read();
  const listener = vscode.workspace.onDidChangeConfiguration((event) => {
    if (!event.affectsConfiguration(MODELS)) return;
    parsed = read();
    changed.fire();
  });
  const localListener = local.onDidChange(() => changed.fire());
  const all = (): readonly ModelEntry[] => (local.entry ? [...parsed.models, local.entry] : parsed.models);
  return {
    current: (role, name) => modelFor(all(), role, name),
    all: (role) =>
      parsed.models
        .filter(({ roles }) => roles?.includes(role) ?? true)
        .flatMap(({ name }) => modelFor(parsed.models, role, name) ?? []),
    origins: () => [
      ...new Set(
        parsed.models
          .filter(({ url }) => /^https?:/i.test(url) && URL.canParse(url))
          .map(({ url }) => new URL(url).origin),
      ),
    ],
    get problems() {
      return parsed.problems;
    },
    onDidChange: changed.event,
    dispose: () => {
      listener.dispose();
      localListener.dispose();
      changed.dispose();
    },
  };
}

function read(): { models: ModelEntry[]; problems: string[] } {
  const setting: unknown = vscode.workspace.getConfiguration().get(MODELS);
  return parseModels(setting);
}
