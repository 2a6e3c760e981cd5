/** One client for every server: sends a request, yields the model's events, closes the connection on every way out. */
import type { Clock, Fetch } from '../ports.ts';
import { accessTokenFor, type AccessTokenLookup } from './accessToken.ts';
import type { Decoder } from './dialects/dialect.ts';
import { findDialect } from './dialects/find.ts';
import { ModelError } from './errors.ts';
import { reportedFailure, statusFailure, type CallFacts } from './failures.ts';
import { fetchFailure, brokenBody } from './network.ts';
import { createRecords, FramingError, type WireRecord } from './records.ts';
import { reportedError } from './reported.ts';
import { shown } from './url.ts';
import { createWatchdog, type Expired, type Timers, type Watchdog } from './watchdog.ts';
import type { Endpoint, ModelEvent, ModelRequest } from './words.ts';

export type { Timers } from './watchdog.ts';

export interface ModelPorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly accessToken: AccessTokenLookup;
}

/**
 * Streams the model's events. Ends with exactly one `finish` event or throws one ModelError.
 * Leaving the loop, an abort and an error close the connection; nothing is delivered after them.
 */
export type StreamModel = (
  endpoint: Endpoint,
  request: ModelRequest,
  timers: Timers,
  ports: ModelPorts,
  signal: AbortSignal,
) => AsyncGenerator<ModelEvent, void, undefined>;

export const streamModel: StreamModel = (endpoint, request, timers, ports, signal) => {
  const connection = new AbortController();
  const events = run({ endpoint, request, timers, ports, signal, connection });
  // A generator answers return() only when its pending read is over: closing the connection first ends that read.
  const leave = events.return.bind(events);
  events.return = (value) => {
    connection.abort(LEFT);
    return leave(value);
  };
  return events;
};

/** The reason when the reader left: no error to anybody. */
const LEFT = Symbol('left');

/** After the end mark the server has this long to close the body, so that the connection can be used again. */
const CLOSING_MS = 1000;

const MAX_ERROR_BODY = 64 * 1024;
const MAX_BODY = 256 * 1024 * 1024;

interface Call {
  readonly endpoint: Endpoint;
  readonly request: ModelRequest;
  readonly timers: Timers;
  readonly ports: ModelPorts;
  readonly signal: AbortSignal;
  readonly connection: AbortController;
}

async function* run(call: Call): AsyncGenerator<ModelEvent, void, undefined> {
  const { endpoint, timers, ports, signal, connection } = call;
  const cancel = (): void => connection.abort(new ModelError('canceled', 'The request was canceled.'));
  const watchdog = createWatchdog(timers, ports.clock, (which) =>
    connection.abort(timeout(endpoint, which, timers[which])),
  );
  signal.addEventListener('abort', cancel, { once: true });
  try {
    if (signal.aborted) cancel();
    yield* answer(call, watchdog);
  } catch (error) {
    const reason: unknown = connection.signal.reason;
    if (reason === LEFT) return;
    if (reason instanceof ModelError) throw reason;
    throw error;
  } finally {
    watchdog.stop();
    signal.removeEventListener('abort', cancel);
    connection.abort(LEFT);
  }
}

async function* answer(call: Call, watchdog: Watchdog): AsyncGenerator<ModelEvent, void, undefined> {
  const { endpoint, request, timers, ports, connection } = call;
  const dialect = findDialect(endpoint.dialect);
  if (!dialect) throw new ModelError('invalid-request', `No dialect is called ${endpoint.dialect}.`);
  watchdog.waiting();
  const wire = await unlessClosed(connection.signal, dialect.request(endpoint, request, timers.totalMs));
  const token = await unlessClosed(connection.signal, accessTokenFor(wire.url, ports.accessToken));
  const headers = requestHeaders(endpoint, wire.headers, token);
  const facts: CallFacts = {
    url: wire.url,
    ...(endpoint.model === undefined ? {} : { model: endpoint.model }),
    secrets: secretsOf(endpoint, request, token),
  };
  const response = await send(facts, { headers, body: JSON.stringify(wire.body) }, call);
  const reader = response.body?.getReader();
  const bytes = (): Promise<Uint8Array | undefined> =>
    reader
      ? unlessClosed(
          connection.signal,
          reader.read().then(({ done, value }) => (done ? undefined : value)),
        )
      : Promise.resolve(undefined);
  try {
    if (!response.ok) {
      throw statusFailure(facts, response.status, response.headers, await errorBody(bytes));
    }
    checkEncoding(facts, response.headers);
    yield* decode(call, facts, dialect.decoder(request), bytes, watchdog);
  } finally {
    reader?.cancel().catch(() => undefined);
  }
}

async function send(
  { url }: CallFacts,
  { headers, body }: { headers: Headers; body: string },
  { ports, connection }: Call,
): Promise<Response> {
  try {
    return await unlessClosed(
      connection.signal,
      ports.fetch(url.href, { method: 'POST', headers, body, redirect: 'error', signal: connection.signal }),
    );
  } catch (error) {
    throw error instanceof ModelError ? error : fetchFailure(url, error);
  }
}

async function* decode(
  { ports, connection }: Call,
  facts: CallFacts,
  decoder: Decoder,
  bytes: () => Promise<Uint8Array | undefined>,
  watchdog: Watchdog,
): AsyncGenerator<ModelEvent, void, undefined> {
  const text = new TextDecoder();
  const records = createRecords();
  let received = 0;
  for (let open = true; open;) {
    watchdog.waiting();
    let found: readonly WireRecord[];
    try {
      const chunk = await (decoder.ending ? within(CLOSING_MS, ports.clock, bytes()) : bytes());
      open = chunk !== undefined;
      received += chunk?.length ?? 0;
      if (received > MAX_BODY) throw new FramingError('an answer without end');
      found = chunk
        ? records.push(text.decode(chunk, { stream: true }))
        : [...records.push(text.decode()), ...records.end()];
    } catch (error) {
      if (decoder.ending && !connection.signal.aborted) break;
      throw bodyFailure(facts, error);
    }
    for (const record of found) {
      const events = read(record, decoder, facts);
      if (events) watchdog.heard();
      for (const event of events ?? []) {
        connection.signal.throwIfAborted();
        yield event;
      }
      if (decoder.over) open = false;
    }
  }
  connection.signal.throwIfAborted();
  for (const event of decoder.flush?.() ?? []) yield event;
  connection.signal.throwIfAborted();
  if (!decoder.ending) throw truncated(facts);
  watchdog.stop();
  yield { type: 'finish', ...decoder.ending };
}

function read(record: WireRecord, decoder: Decoder, facts: CallFacts): readonly ModelEvent[] | undefined {
  switch (record.type) {
    case 'done':
      decoder.done?.();
      return undefined;
    case 'error':
      throw reportedFailure(facts, record.value);
    case 'record':
      if (reportedError(record.value)) throw reportedFailure(facts, record.value);
      return decoder.read(record.value, record.form);
  }
}

function bodyFailure(facts: CallFacts, error: unknown): unknown {
  if (error instanceof ModelError) return error;
  if (error instanceof FramingError) {
    const said = error.said === '' ? '' : `: ${error.said.slice(0, 100)}`;
    return new ModelError(
      'protocol',
      `${shown(facts.url)} sent ${error.message} instead of a model’s answer${said}. Check the URL and the dialect.`,
    );
  }
  return brokenBody(facts.url, error);
}

function truncated(facts: CallFacts): ModelError {
  return new ModelError('truncated', `The answer from ${facts.url.origin} ended before it was complete.`);
}

function timeout(endpoint: Endpoint, which: Expired, ms: number): ModelError {
  const after = `${ms / 1000} s`;
  const model = endpoint.model ?? 'The model';
  switch (which) {
    case 'firstByteMs':
      return new ModelError('timeout', `${model} did not begin to answer within ${after}.`);
    case 'idleMs':
      return new ModelError('timeout', `${model} fell silent in the middle of its answer for ${after}.`);
    case 'totalMs':
      return new ModelError('timeout', `${model} was not done after ${after}.`);
  }
}

function requestHeaders(
  endpoint: Endpoint,
  dialectHeaders: Readonly<Record<string, string>> | undefined,
  token: string | undefined,
): Headers {
  try {
    const headers = new Headers({
      accept: 'text/event-stream, application/x-ndjson, application/json',
      'accept-encoding': 'identity',
      ...dialectHeaders,
      ...endpoint.headers,
      'content-type': 'application/json',
    });
    if (token !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
    return headers;
  } catch {
    throw new ModelError(
      'invalid-request',
      'A configured request header has a name or value that HTTP does not allow.',
    );
  }
}

/** What must not come back in a server's words: credentials, and every longer piece of the conversation. */
function secretsOf(endpoint: Endpoint, request: ModelRequest, token: string | undefined): string[] {
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
    ...texts.filter((text) => text.length >= 16),
  ];
}

/** `fetch` undoes the encodings it knows; what it does not know arrives as noise. */
function checkEncoding({ url }: CallFacts, headers: Headers): void {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (encoding !== '' && !/^(identity|gzip|x-gzip|deflate|br)$/.test(encoding)) {
    throw new ModelError(
      'protocol',
      `${url.origin} answers in an encoding that was not asked for: ${encoding.slice(0, 40)}.`,
    );
  }
}

async function errorBody(bytes: () => Promise<Uint8Array | undefined>): Promise<string> {
  const text = new TextDecoder();
  let body = '';
  let length = 0;
  try {
    for (let chunk = await bytes(); chunk && length < MAX_ERROR_BODY; chunk = await bytes()) {
      length += chunk.length;
      body += text.decode(chunk, { stream: true });
    }
  } catch (error) {
    if (error instanceof ModelError) throw error;
    // The status is known; half a body is better than none.
  }
  return body.slice(0, MAX_ERROR_BODY);
}

/** The promise's result, or the reason of the abort as soon as the connection is closed. */
function unlessClosed<T>(signal: AbortSignal, promise: T | Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const closed = (): void => {
      const reason: unknown = signal.reason;
      reject(reason instanceof Error ? reason : new Error('closed'));
    };
    if (signal.aborted) {
      closed();
      return;
    }
    signal.addEventListener('abort', closed, { once: true });
    Promise.resolve(promise)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', closed));
  });
}

/** The promise's result, or undefined after `ms`. */
function within<T>(ms: number, clock: Clock, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => resolve(undefined));
    promise.then(resolve, reject).finally(cancel);
  });
}
