/** What servers said of their models, kept from one start to the next: no request waits for a question then. */
import * as v from 'valibot';
import { compact } from '../model/json.ts';
import type { Endpoint } from '../model/words.ts';
import type { ServerFacts } from './prompt.ts';

/** A storage that survives. */
export interface Memory {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

const factsSchema = v.object({
  reported: v.optional(v.string()),
  tokens: v.optional(v.array(v.string())),
  contextTokens: v.optional(v.number()),
  slots: v.optional(v.number()),
  fills: v.optional(v.boolean()),
});

/** More models than anybody changes between. */
const MOST = 30;

/**
 * For the port `facts`: what is remembered answers at once while the server is asked, and what the server says now
 * takes its place from the next request on. Only a model that was never asked for is waited for.
 */
export function rememberFacts(
  ask: (endpoint: Endpoint) => Promise<ServerFacts>,
  memory: Memory,
): (endpoint: Endpoint) => Promise<ServerFacts> {
  /** What was said since the start, as text. */
  const fresh = new Map<string, string>();
  const read = (): Map<string, unknown> => {
    const stored = v.safeParse(v.array(v.tuple([v.string(), v.unknown()])), memory.get(KEY));
    return new Map(stored.success ? stored.output : []);
  };
  return (endpoint) => {
    const name = `${endpoint.dialect} ${endpoint.url} ${endpoint.model ?? ''}`;
    const asked = ask(endpoint).then((facts) => {
      const told = JSON.stringify(facts);
      if (Object.keys(facts).length === 0 || fresh.get(name) === told) return facts;
      fresh.set(name, told);
      const others = [...read()].filter(([other]) => other !== name);
      memory.set(KEY, [...others, [name, facts]].slice(-MOST));
      return facts;
    });
    if (fresh.has(name)) return asked;
    const remembered = v.safeParse(factsSchema, read().get(name));
    return remembered.success ? Promise.resolve(compact(remembered.output)) : asked;
  };
}

const KEY = 'serverFacts';
