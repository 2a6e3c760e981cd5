/** What servers want to see before they answer, kept in VS Code's secret storage, each for one origin alone. */
import * as v from 'valibot';
import type * as vscode from 'vscode';

export interface AccessTokens {
  get(origin: string): Promise<string | undefined>;
  set(origin: string, token: string): Promise<void>;
  delete(origin: string): Promise<void>;
  /** Request headers beside the token. */
  headers(origin: string): Promise<Headers>;
  /** An empty value forgets the header. */
  setHeader(origin: string, name: string, value: string): Promise<void>;
}

type Headers = Readonly<Record<string, string>>;

const key = (origin: string): string => `token:${origin}`;
const headersKey = (origin: string): string => `headers:${origin}`;

/** Tokens that a container, or the demo, hands over for one start: `{"<origin>": "<token>"}`. Stored ones win. */
const ENVIRONMENT = 'GHOSTSTREAM_TOKENS';

/** `origin` is a URL's origin, such as `https://router.huggingface.co`. */
export function createAccessTokens(secrets: vscode.SecretStorage): AccessTokens {
  const headers = async (origin: string): Promise<Headers> => record(await secrets.get(headersKey(origin)));
  return {
    get: async (origin) => (await secrets.get(key(origin))) ?? record(process.env[ENVIRONMENT])[origin],
    set: async (origin, token) => secrets.store(key(origin), token),
    delete: async (origin) => secrets.delete(key(origin)),
    headers,
    setHeader: async (origin, name, value) => {
      const others = Object.entries(await headers(origin)).filter(
        ([other]) => other.toLowerCase() !== name.toLowerCase(),
      );
      const all = value === '' ? others : [...others, [name, value] as const];
      if (all.length === 0) await secrets.delete(headersKey(origin));
      else await secrets.store(headersKey(origin), JSON.stringify(Object.fromEntries(all)));
    },
  };
}

/** Empty for what is not a record of texts. */
function record(json: string | undefined): Readonly<Record<string, string>> {
  try {
    const parsed: unknown = JSON.parse(json ?? '{}');
    return v.parse(v.record(v.string(), v.string()), parsed);
  } catch {
    return {};
  }
}
