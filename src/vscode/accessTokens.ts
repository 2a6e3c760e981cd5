/** Access tokens, kept in VS Code's secret storage, one for each origin. */
import * as v from 'valibot';
import type * as vscode from 'vscode';

export interface AccessTokens {
  get(origin: string): Promise<string | undefined>;
  set(origin: string, token: string): Promise<void>;
  delete(origin: string): Promise<void>;
}

const key = (origin: string): string => `token:${origin}`;

/** Tokens that a container, or the demo, hands over for one start: `{"<origin>": "<token>"}`. Stored ones win. */
const ENVIRONMENT = 'GHOSTSTREAM_TOKENS';

/** `origin` is a URL's origin, such as `https://router.huggingface.co`. */
export function createAccessTokens(secrets: vscode.SecretStorage): AccessTokens {
  return {
    get: async (origin) => (await secrets.get(key(origin))) ?? tokensInEnvironment()[origin],
    set: async (origin, token) => secrets.store(key(origin), token),
    delete: async (origin) => secrets.delete(key(origin)),
  };
}

function tokensInEnvironment(): Readonly<Record<string, string>> {
  try {
    const parsed: unknown = JSON.parse(process.env[ENVIRONMENT] ?? '{}');
    return v.parse(v.record(v.string(), v.string()), parsed);
  } catch {
    return {};
  }
}
