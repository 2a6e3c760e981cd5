/** Which model is chosen for a role: in this window, else in this workspace, else everywhere, else the setting's first. */
import * as v from 'valibot';
import { modelFor, parseModels, ROLES, type ConfiguredModel, type ModelEntry, type Role } from './choice.ts';

/** From the narrowest to the widest. */
export const SCOPES = ['window', 'workspace', 'user'] as const;
export type Scope = (typeof SCOPES)[number];

/** A whole entry, so that a model that is in no settings file can be chosen. */
export type Choices = Readonly<Partial<Record<Role, ModelEntry>>>;

/** What was stored; entries that cannot be read any more are left out. */
export function parseChoices(stored: unknown): Choices {
  const record = v.safeParse(v.record(v.string(), v.unknown()), stored);
  if (!record.success) return {};
  return Object.fromEntries(
    ROLES.flatMap((role) => {
      const [entry] = parseModels([record.output[role]]).models;
      return entry ? [[role, entry]] : [];
    }),
  );
}

/** Undefined takes the choice back. */
export function withChoice(choices: Choices, roles: readonly Role[], entry: ModelEntry | undefined): Choices {
  const kept = Object.entries(choices).filter(([role]) => !roles.some((changed) => changed === role));
  return Object.fromEntries([...kept, ...(entry ? roles.map((role) => [role, entry] as const) : [])]);
}

/**
 * The model for a role. A chosen entry that is configured under the same name is used as it is configured now, so that
 * a changed setting reaches what was chosen before.
 */
export function chosenModel(
  configured: readonly ModelEntry[],
  scopes: Readonly<Record<Scope, Choices>>,
  role: Role,
): ConfiguredModel | undefined {
  const chosen = SCOPES.map((scope) => scopes[scope][role]).find((entry) => entry !== undefined);
  if (!chosen) return modelFor(configured, role);
  const { roles: _any, ...entry } = configured.find((other) => other.name === chosen.name) ?? chosen;
  return modelFor([entry], role);
}

/** The same choices with nobody else to bill: after signing out nothing tells of the account's organizations. */
export const withoutPayers = (choices: Choices): Choices =>
  Object.fromEntries(Object.entries(choices).map(([role, entry]) => [role, withoutPayer(entry)]));

export function withoutPayer({ billTo: _, ...entry }: ModelEntry): ModelEntry {
  return entry;
}

/** The recently chosen, newest first, each once. */
export function withRecent(recent: readonly ModelEntry[], entry: ModelEntry, most = 8): ModelEntry[] {
  return [entry, ...recent.filter((other) => other.name !== entry.name)].slice(0, most);
}
