/** One client for every server: sends a request, yields the model's events, closes the connection on every way out. */
import type { Clock, Fetch } from '../ports.ts';
import { accessTokenFor, type AccessTokenLookup, type HeaderLookup } from './accessToken.ts';
import { createBody, type Batch, type Bytes } from './body.ts';
import type { Decoder, Ending, RequestContext, WireRequest } from './dialects/dialect.ts';
import { findDialect } from './dialects/find.ts';
import { ModelError } from './errors.ts';
import { statusFailure, type CallFacts } from './failures.ts';
import { fetchFailure, otherLoopback } from './network.ts';
import { merged, requestHeaders, scaleUpHeaders, secretsOf } from './outgoing.ts';
import type { ProviderModelLookup } from './providerModels.ts';
import { createWatchdog, type Expired, type Timers, type Watchdog } from './watchdog.ts';
import { estimatedUsage } from './spend.ts';
import type { Endpoint, ModelEvent, ModelRequest, Usage } from './words.ts';

export type { Timers } from './watchdog.ts';

export interface ModelPorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly accessToken: AccessTokenLookup;
  /** Headers that the user stored for an origin; an endpoint's own win. */
  readonly ownHeaders?: HeaderLookup;
  /** Names of Hub models at inference providers; absent: the Hub's own name is used. */
  readonly providerModel?: ProviderModelLookup;
  /** Hears what each accepted request used: as the server counts, or estimated where a stream was left before its end. */
  readonly onUsage?: (endpoint: Endpoint, usage: Usage) => void;
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
  const events = run({ endpoint, request, timers, ports, connection }, signal);
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

/** After a whole answer the body has this long to end by itself, so that the connection can be used again. */
const DRAIN_MS = 50;

const MAX_ERROR_BODY = 64 * 1024;

interface Call {
  readonly endpoint: Endpoint;
  readonly request: ModelRequest;
  readonly timers: Timers;
  readonly ports: ModelPorts;
  readonly connection: AbortController;
}

async function* run(call: Call, signal: AbortSignal): AsyncGenerator<ModelEvent, void, undefined> {
  const { endpoint, timers, ports, connection } = call;
  const closed = connection.signal;
  const cancel = (): void => connection.abort(new ModelError('canceled', 'The request was canceled.'));
  const watchdog = createWatchdog(timers, ports.clock, (which) =>
    connection.abort(timeout(endpoint, which, timers[which])),
  );
  signal.addEventListener('abort', cancel, { once: true });
  let rest: Bytes | undefined;
  let accepted = false;
  let counted: Usage | undefined;
  let deltas = 0;
  try {
    if (signal.aborted) cancel();
    const answer = await open(call, watchdog);
    accepted = true;
    for (;;) {
      watchdog.waiting();
      const batch = await answer.next();
      if (batch.heard) watchdog.heard();
      for (const event of batch.events) {
        closed.throwIfAborted();
        if (event.type !== 'usage') deltas++;
        yield event;
      }
      closed.throwIfAborted();
      if (batch.error) throw batch.error;
      if (!batch.last) continue;
      const ending = endingOf(answer.decoder, answer.facts);
      watchdog.stop();
      rest = answer.bytes;
      counted = ending.usage;
      yield { type: 'finish', ...ending };
      return;
    }
  } catch (error) {
    const reason: unknown = closed.reason;
    if (reason === LEFT) return;
    if (reason instanceof ModelError) throw reason;
    if (error instanceof ModelError) throw error;
    throw new ModelError('protocol', 'The answer could not be read.', { cause: error });
  } finally {
    watchdog.stop();
    signal.removeEventListener('abort', cancel);
    if (accepted) ports.onUsage?.(endpoint, counted ?? estimatedUsage(call.request, deltas));
    if (rest && !closed.aborted) drain(rest, ports.clock, connection);
    else connection.abort(LEFT);
  }
}

interface Answer {
  readonly facts: CallFacts;
  readonly decoder: Decoder;
  readonly bytes: Bytes;
  readonly next: () => Promise<Batch>;
}

/** Sends the request and waits for a good status. */
async function open(call: Call, watchdog: Watchdog): Promise<Answer> {
  const { request, timers, ports, connection } = call;
  const dialect = findDialect(call.endpoint.dialect);
  if (!dialect) throw new ModelError('invalid-request', `No dialect is called ${call.endpoint.dialect}.`);
  watchdog.waiting();
  const context: RequestContext = {
    limitMs: timers.totalMs,
    providerModel: ports.providerModel ?? (() => Promise.resolve(undefined)),
  };
  const wire = await unlessClosed(connection.signal, dialect.request(call.endpoint, request, context));
  const [token, secret] = await unlessClosed(
    connection.signal,
    Promise.all([accessTokenFor(wire.url, ports.accessToken), ports.ownHeaders?.(wire.url.origin)]),
  );
  const endpoint = { ...call.endpoint, headers: { ...secret, ...call.endpoint.headers } };
  const facts: CallFacts = {
    url: wire.url,
    ...(endpoint.model === undefined ? {} : { model: endpoint.model }),
    ...(endpoint.dialect.startsWith('hf-') ? { hub: true } : {}),
    secrets: secretsOf(endpoint, request, token),
  };
  const waits = scaleUpHeaders(wire.url, timers.firstByteMs);
  const response = await send(wire, requestHeaders(endpoint, { ...wire.headers, ...waits }, token), call);
  const bytes = bytesOf(response, connection.signal);
  if (!response.ok) throw statusFailure(facts, response.status, response.headers, await errorBody(bytes));
  checkEncoding(facts, response.headers);
  const decoder = dialect.decoder(request);
  return { facts, decoder, bytes, next: createBody(decoder, facts, bytes, ports.clock) };
}

async function send(
  { url, body }: WireRequest,
  headers: Headers,
  { endpoint, ports, connection }: Call,
): Promise<Response> {
  const init: RequestInit = {
    method: 'POST',
    headers,
    body: JSON.stringify(merged(body, endpoint.extraBody)),
    redirect: 'error',
    signal: connection.signal,
  };
  const post = (to: URL): Promise<Response> => unlessClosed(connection.signal, ports.fetch(to.href, init));
  try {
    return await post(url);
  } catch (error) {
    if (error instanceof ModelError) throw error;
    const other = otherLoopback(url, error);
    if (!other) throw fetchFailure(url, error);
    return await post(other).catch(() => {
      throw fetchFailure(url, error);
    });
  }
}

function bytesOf(response: Response, closed: AbortSignal): Bytes {
  const reader = response.body?.getReader();
  closed.addEventListener('abort', () => void reader?.cancel().catch(() => undefined), { once: true });
  return () =>
    reader
      ? unlessClosed(
          closed,
          reader.read().then(({ done, value }) => (done ? undefined : value)),
        )
      : Promise.resolve(undefined);
}

/** A stream without its dialect's end mark is never a whole answer. */
function endingOf(decoder: Decoder, { url }: CallFacts): Ending {
  if (decoder.ending) return decoder.ending;
  throw new ModelError('truncated', `The answer from ${url.origin} ended before it was complete.`);
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

async function errorBody(bytes: Bytes): Promise<string> {
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

/** Reads to the end of the body if it is near, then closes the connection if it was not. */
function drain(rest: Bytes, clock: Clock, connection: AbortController): void {
  const close = (): void => connection.abort(LEFT);
  const cancel = clock.after(DRAIN_MS, close);
  const readOn = async (): Promise<void> => {
    while ((await rest()) !== undefined);
  };
  void readOn()
    .catch(() => undefined)
    .finally(() => {
      cancel();
      close();
    });
}

/** The promise's result, or the reason of the abort as soon as the connection is closed. */
function unlessClosed<T>(closed: AbortSignal, promise: T | Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => {
      const reason: unknown = closed.reason;
      reject(reason instanceof Error ? reason : new Error('closed'));
    };
    if (closed.aborted) stop();
    else closed.addEventListener('abort', stop, { once: true });
    // Heard in any case: a rejection that nobody hears ends the process.
    Promise.resolve(promise)
      .then(resolve, reject)
      .finally(() => closed.removeEventListener('abort', stop));
  });
}
