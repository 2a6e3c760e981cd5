/** Access tokens, kept in VS Code's secret storage, one for each origin. */
import type * as vscode from 'vscode';

export interface AccessTokens {
  get(origin: string): Promise<string | undefined>;
  set(origin: string, token: string): Promise<void>;
  delete(origin: string): Promise<void>;
}

const key = (origin: string): string => `token:${origin}`;

/** `origin` is a URL's origin, such as `https://router.huggingface.co`. */
export function createAccessTokens(secrets: vscode.SecretStorage): AccessTokens {
  return {
    get: async (origin) => secrets.get(key(origin)),
    set: async (origin, token) => secrets.store(key(origin), token),
    delete: async (origin) => secrets.delete(key(origin)),
  };
}
