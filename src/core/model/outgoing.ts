/** What goes out with a request besides its body: headers, and the list of what must not come back in a message. */
import { ModelError } from './errors.ts';
import { isObject, type JsonObject } from './json.ts';
import { isInferenceEndpoint } from './url.ts';
import type { Endpoint, ModelRequest } from './words.ts';

/** The user's own headers win over ours, and an `authorization` of theirs over the access token. */
export function requestHeaders(
  endpoint: Endpoint,
  dialectHeaders: Readonly<Record<string, string>> | undefined,
  token: string | undefined,
): Headers {
  try {
    const headers = new Headers({
      accept: 'text/event-stream, application/x-ndjson, application/json',
      'accept-encoding': 'identity',
      ...dialectHeaders,
    });
    for (const [name, value] of Object.entries(endpoint.headers ?? {})) headers.set(name, value);
    headers.set('content-type', 'application/json');
    if (token !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
    return headers;
  } catch {
    throw new ModelError(
      'invalid-request',
      'A configured request header has a name or value that HTTP does not allow.',
    );
  }
}

/** Shorter waits are over before a server has started. */
const LEAST_SCALE_UP_MS = 30_000;

/** A Hugging Face endpoint that is scaled to zero holds the request while it starts, where the caller waits so long. */
export function scaleUpHeaders({ origin }: URL, waitMs: number): Readonly<Record<string, string>> {
  if (!isInferenceEndpoint(origin) || waitMs < LEAST_SCALE_UP_MS) return {};
  return { 'x-scale-up-timeout': String(Math.floor(waitMs / 1000)) };
}

/** Shorter pieces of a conversation appear in a server's words by chance. */
const SHORTEST_SECRET_TEXT = 16;

/** Credentials, and every longer piece of what the user wrote. */
export function secretsOf(endpoint: Endpoint, request: ModelRequest, token: string | undefined): string[] {
  const texts =
    request.type === 'text'
      ? [request.prompt, request.suffix ?? '', ...(request.files ?? []).map((file) => file.text)]
      : request.messages.flatMap(({ content }) =>
          typeof content === 'string'
            ? [content]
            : content.map((part) => (part.type === 'text' ? part.text : part.data)),
        );
  return [
    ...(token === undefined ? [] : [token]),
    ...Object.values(endpoint.headers ?? {}),
    ...texts.filter((text) => text.trim().length >= SHORTEST_SECRET_TEXT),
  ];
}

/** The user's own fields win; objects (`options`, `parameters`) are merged field by field, one level deep. */
export function merged(body: JsonObject, extra: JsonObject = {}): JsonObject {
  const fields = Object.entries(extra).map(([name, value]) => {
    const ours = body[name];
    return [name, isObject(ours) && isObject(value) ? { ...ours, ...value } : value] as const;
  });
  return { ...body, ...Object.fromEntries(fields) };
}
