/** Builds the one URL that a dialect calls from the base that a user wrote, and says whose secrets may go there. */
import { ModelError } from './errors.ts';

/** The operations that users paste together with the base; a longer path comes before its own end. */
const OPERATIONS = [
  '/chat/completions',
  '/completions',
  '/completion',
  '/infill',
  '/generate_stream',
  '/generate',
  '/api/chat',
  '/api/tags',
  '/models',
] as const;

/** Where a dialect's path goes: `versioned` under the API version of an OpenAI base, `root` under none. */
export interface Route {
  readonly kind: 'versioned' | 'root';
  /** Such as `/chat/completions` or `/infill`. */
  readonly path: string;
}

/**
 * The URL to call: the base with the dialect's path behind it, never doubled, the query kept, the fragment dropped.
 * Throws a ModelError of kind `invalid-request` when the base is not an http(s) URL.
 */
export function requestUrl(base: string, { kind, path }: Route): URL {
  const url = parseBase(base);
  const { stem, operation } = split(url.pathname);
  if (kind === 'root') {
    const root = rootOf(url.pathname);
    url.pathname = (path.startsWith('/api/') ? root.replace(/\/api$/i, '') : root) + path;
  } else {
    // A whole OpenAI path tells the stem, version or not; a bare base gets the usual version.
    const isTold = /^\/(chat\/completions|completions|models)$/.test(operation) || /\/v\d+\w*$/i.test(stem);
    url.pathname = (isTold ? stem : `${stem}/v1`) + path;
  }
  return url;
}

/** The path without an operation and without the version that OpenAI's protocol puts behind the root. */
export function rootOf(pathname: string): string {
  return split(pathname).stem.replace(/\/v1$/i, '').replace(/\/+$/, '');
}

function split(pathname: string): { stem: string; operation: string } {
  const path = pathname.replace(/\/+$/, '');
  const operation = OPERATIONS.find((end) => path.toLowerCase().endsWith(end)) ?? '';
  return { stem: path.slice(0, path.length - operation.length).replace(/\/+$/, ''), operation };
}

/** Reads a base URL as people write it. A scheme may be left out for this machine only: elsewhere http would be a guess. */
export function parseBase(base: string): URL {
  const text = base.trim();
  const withScheme = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?([/?#]|$)/i.test(text)
    ? `http://${text}`
    : text;
  if (!URL.canParse(withScheme) || !/^https?:/i.test(withScheme)) {
    throw new ModelError(
      'invalid-request',
      'The model’s URL must begin with http:// or https://. Correct it in the setting ghoststream.models.',
    );
  }
  const url = new URL(withScheme);
  if (url.username !== '' || url.password !== '') {
    throw new ModelError(
      'invalid-request',
      'The model’s URL holds a user name or password. Remove it and store an access token for the server instead.',
    );
  }
  url.hash = '';
  return url;
}

/** The page origin that one Hugging Face token is stored for. */
export const HUGGING_FACE = 'https://huggingface.co';
export const ROUTER = 'https://router.huggingface.co';

/** Whether the user's Hugging Face token may go to this origin: the Hub, the router, Inference Endpoints; over https only. */
export function isHuggingFace(origin: string): boolean {
  return origin === HUGGING_FACE || origin === ROUTER || isInferenceEndpoint(origin);
}

export function isInferenceEndpoint(origin: string): boolean {
  return /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*\.endpoints\.huggingface\.cloud$/.test(origin);
}

/** How a URL is shown to people: without its query, which may hold a key. */
export function shown(url: URL): string {
  return url.origin + url.pathname;
}
