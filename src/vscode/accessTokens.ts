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
  dispose(): void;
}

/** What is needed of VS Code's secret storage. */
type Secrets = Pick<vscode.SecretStorage, 'get' | 'store' | 'delete'> & {
  onDidChange(listener: (change: { readonly key: string }) => void): { dispose(): unknown };
};

type Headers = Readonly<Record<string, string>>;

const key = (origin: string): string => `token:${origin}`;
const headersKey = (origin: string): string => `headers:${origin}`;

/** Tokens that a container, or the demo, hands over for one start: `{"<origin>": "<token>"}`. Stored ones win. */
const ENVIRONMENT = 'GHOSTSTREAM_TOKENS';

/** `origin` is a URL's origin, such as `https://router.huggingface.co`. */
export function createAccessTokens(secrets: Secrets): AccessTokens {
  /** The storage is the editor's, which may be a network away: asked once, and again when it says that it changed. */
  const known = new Map<string, Thenable<string | undefined>>();
  const listener = secrets.onDidChange((change) => void known.delete(change.key));
  const read = async (name: string): Promise<string | undefined> => {
    const reading = known.get(name) ?? secrets.get(name);
    known.set(name, reading);
    try {
      return await reading;
    } catch (error) {
      known.delete(name);
      throw error;
    }
  };
  const write = async (name: string, value: string | undefined): Promise<void> => {
    try {
      await (value === undefined ? secrets.delete(name) : secrets.store(name, value));
    } finally {
      known.delete(name);
    }
  };
  const headers = async (origin: string): Promise<Headers> => record(await read(headersKey(origin)));
  return {
    get: async (origin) => (await read(key(origin))) ?? record(process.env[ENVIRONMENT])[origin],
    set: (origin, token) => write(key(origin), token),
    delete: (origin) => write(key(origin), undefined),
    headers,
    setHeader: async (origin, name, value) => {
      const others = Object.entries(await headers(origin)).filter(
        ([other]) => other.toLowerCase() !== name.toLowerCase(),
      );
      const all = value === '' ? others : [...others, [name, value] as const];
      await write(headersKey(origin), all.length === 0 ? undefined : JSON.stringify(Object.fromEntries(all)));
    },
    dispose: () => {
      listener.dispose();
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
