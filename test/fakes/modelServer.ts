/**
 * A scripted model server on loopback that really streams: for contract tests and end-to-end tests.
 *
 *   const server = await serve({ dialect: 'openai-completions', answers: [{ tokens: ['a', 'b'], tokenMs: 20 }] });
 *   … endpoint { url: server.url, dialect: server.dialect } …
 *   assert.equal(server.requests.length, 1);
 *   await server.requests[0].closed;
 *   await server.close();
 *
 * Each POST takes the next answer of the script; the last one is repeated. GETs are answered from `pages`, else 404.
 */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { DialectId } from '../../src/core/model/words.ts';
import { WIRES, type FakeFinish, type FakeToken, type Wire, type WireName } from './wire.ts';

export interface Answer {
  /** The tokens to stream, framed for the dialect. An async iterable is fed by the test itself: see `handFed`. */
  readonly tokens?: Iterable<FakeToken> | AsyncIterable<FakeToken>;
  /** Wait before the status line. */
  readonly headersMs?: number;
  /** Wait between the status line and the first token. */
  readonly firstTokenMs?: number;
  /** Wait between tokens. */
  readonly tokenMs?: number;
  readonly finish?: FakeFinish;
  /**
   * How it ends after the tokens. `mark`: end mark, then the body ends (default). `close`: the body ends without the
   * mark. `reset`: the connection is reset. `hang`: nothing more comes. `open`: end mark, but the body stays open.
   * `error`: an error in the stream, then the body ends.
   */
  readonly end?: 'mark' | 'close' | 'reset' | 'hang' | 'open' | 'error';
  /** The message of `end: 'error'`. */
  readonly error?: string;
  /** Comments sent while waiting, every so many milliseconds. */
  readonly pingMs?: number;
  /** One JSON text instead of a stream, as servers that cannot stream do. */
  readonly whole?: boolean;
  /** This very body instead of a framed one; pieces are written one by one. */
  readonly raw?: string | Uint8Array | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
  /** The body is written in pieces of this many bytes, each in a packet of its own. */
  readonly splitBytes?: number;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** A body that is not a stream, with a status of your choice: an object becomes JSON. */
  readonly body?: string | object;
  /** The connection is reset before any answer. */
  readonly resetAtOnce?: boolean;
  /** Takes the answer into your own hands. */
  readonly handle?: (request: LoggedRequest, response: ServerResponse) => void | Promise<void>;
}

export interface LoggedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The parsed JSON body; undefined when there is none. */
  readonly body: unknown;
  /** Texts of the tokens written so far: what the client can know. */
  readonly sent: readonly string[];
  /** `performance.now()` when it came. */
  readonly at: number;
  /** `performance.now()` when its connection was closed by the client or its answer was over. */
  readonly closedAt: number | undefined;
  /** Resolves then: `true` when the client closed before the answer was over. */
  readonly closed: Promise<boolean>;
  readonly socket: Socket;
}

export interface ServeOptions<D extends DialectId = DialectId> {
  readonly dialect: D;
  readonly answers: readonly Answer[] | ((request: LoggedRequest, count: number) => Answer);
  /** Answers to GET (and to POST on these paths), by path: `/info`, `/props`, `/v1/models`, `/api/show`. */
  readonly pages?: Readonly<Record<string, Answer | object>>;
  /** Default `127.0.0.1`; `::1` listens on IPv6 alone. */
  readonly host?: string;
  /** Serves https with this key and certificate (PEM). */
  readonly tls?: { readonly key: string; readonly cert: string };
}

export interface ModelServer<D extends DialectId = DialectId> {
  /** The base URL, `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly port: number;
  readonly dialect: D;
  /** All requests for answers, in order of arrival. */
  readonly requests: readonly LoggedRequest[];
  /** Requests to `pages`, to unknown GETs, and to a tokenizer that is not there. */
  readonly asked: readonly LoggedRequest[];
  /** Connections accepted so far. */
  readonly connections: number;
  /** Bytes that came over all connections. */
  readonly bytes: number;
  /** Connections open now. */
  readonly open: number;
  /** Resolves when so many requests for answers have come. */
  arrived(count: number): Promise<LoggedRequest>;
  /** Replaces the script from the next request on. */
  script(answers: ServeOptions['answers']): void;
  close(): Promise<void>;
}

/** Starts the server on a free port. */
export async function serve<D extends DialectId>(options: ServeOptions<D>): Promise<ModelServer<D>> {
  const wire = WIRES[wireName(options.dialect)];
  const requests: LoggedRequest[] = [];
  const asked: LoggedRequest[] = [];
  const waiting: { count: number; resolve: (request: LoggedRequest) => void }[] = [];
  const sockets = new Set<Socket>();
  const accepted: Socket[] = [];
  let { answers } = options;
  let used = 0;

  const listen: RequestListener = (incoming, response) => {
    response.socket?.setNoDelay(true);
    void log(incoming, response).then(async ({ request, sent }) => {
      const path = request.path.replace(/\?.*/, '');
      const page = options.pages?.[path];
      if (page !== undefined || request.method === 'GET' || path.endsWith('/tokenize')) {
        asked.push(request);
        await give(toAnswer(page), wire, request, response, sent);
        return;
      }
      requests.push(request);
      const count = requests.length;
      const answer =
        typeof answers === 'function'
          ? answers(request, count)
          : (answers[Math.min(used, answers.length - 1)] ?? {});
      used++;
      for (const waiter of waiting.filter((each) => each.count === count)) waiter.resolve(request);
      await give(answer, wire, request, response, sent);
    });
  };
  const server = options.tls ? createTlsServer({ ...options.tls }, listen) : createServer(listen);
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket: Socket) => {
    accepted.push(socket);
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  const host = options.host ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    url: `${options.tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    dialect: options.dialect,
    requests,
    asked,
    get connections() {
      return accepted.length;
    },
    get bytes() {
      return accepted.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
    },
    get open() {
      return sockets.size;
    },
    arrived: (count) => {
      const there = requests[count - 1];
      return there ? Promise.resolve(there) : new Promise((resolve) => waiting.push({ count, resolve }));
    },
    script: (next) => {
      answers = next;
      used = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Tokens that a test sends one by one: `feed.send('a')`, at last `feed.end()`. */
export function handFed(): AsyncIterable<FakeToken> & { send(...tokens: FakeToken[]): void; end(): void } {
  const queue: FakeToken[] = [];
  let ended = false;
  let wake: (() => void) | undefined;
  return {
    send(...tokens) {
      queue.push(...tokens);
      wake?.();
    },
    end() {
      ended = true;
      wake?.();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const next = queue.shift();
        if (next !== undefined) yield next;
        else if (ended) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

function wireName(dialect: DialectId): WireName {
  if (dialect.startsWith('hf-chat:')) return 'openai-chat';
  if (dialect.startsWith('hf-text:')) return 'openai-completions';
  return dialect as WireName;
}

function toAnswer(page: Answer | object | undefined): Answer {
  if (page === undefined) return { status: 404, body: { error: 'Not Found' } };
  return 'body' in page || 'status' in page || 'raw' in page || 'handle' in page ? page : { body: page };
}

async function log(
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<{ request: LoggedRequest; sent: string[] }> {
  let text = '';
  const sent: string[] = [];
  let closedAt: number | undefined;
  const closed = new Promise<boolean>((resolve) => {
    response.once('close', () => {
      closedAt = performance.now();
      resolve(!response.writableFinished);
    });
  });
  const at = performance.now();
  for await (const chunk of incoming.setEncoding('utf8')) text += String(chunk);
  let body: unknown;
  try {
    body = text === '' ? undefined : JSON.parse(text);
  } catch {
    body = text;
  }
  const request: LoggedRequest = {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body,
    sent,
    at,
    get closedAt() {
      return closedAt;
    },
    closed,
    socket: incoming.socket,
  };
  return { request, sent };
}

async function give(
  answer: Answer,
  wire: Wire,
  request: LoggedRequest,
  response: ServerResponse,
  sent: string[],
): Promise<void> {
  const gone = (): boolean => response.destroyed;
  if (answer.handle) {
    await answer.handle(request, response);
    return;
  }
  if (answer.resetAtOnce === true) {
    request.socket.resetAndDestroy();
    return;
  }
  if (answer.headersMs !== undefined) await wait(answer.headersMs, response);
  if (gone()) return;
  if (answer.body !== undefined) {
    const isText = typeof answer.body === 'string';
    const type = isText ? 'text/plain' : 'application/json';
    response.writeHead(answer.status ?? 200, headers({ 'content-type': type }, answer));
    response.end(isText ? answer.body : JSON.stringify(answer.body));
    return;
  }
  response.writeHead(
    answer.status ?? 200,
    headers({ 'content-type': answer.whole === true ? 'application/json' : wire.contentType }, answer),
  );
  response.flushHeaders();
  const write = writer(response, answer.splitBytes);

  if (answer.raw !== undefined) {
    const pieces =
      typeof answer.raw === 'string' || answer.raw instanceof Uint8Array ? [answer.raw] : answer.raw;
    for await (const piece of pieces) {
      if (gone()) return;
      await write(piece);
      if (answer.tokenMs !== undefined) await wait(answer.tokenMs, response);
    }
  } else {
    const ping =
      answer.pingMs === undefined ? undefined : setInterval(() => response.write(wire.ping), answer.pingMs);
    response.once('close', () => clearInterval(ping));
    if (answer.firstTokenMs !== undefined) await wait(answer.firstTokenMs, response);
    if (answer.whole !== true) await write(wire.open);
    for await (const token of answer.tokens ?? []) {
      if (gone()) return;
      const full = typeof token === 'string' ? { text: token } : token;
      if (answer.whole !== true) await write(wire.token(full, sent.length));
      sent.push(full.text);
      if (answer.tokenMs !== undefined) await wait(answer.tokenMs, response);
    }
    if (gone()) return;
    const { finish = 'eos_token', end = 'mark' } = answer;
    const text = sent.join('');
    if (answer.whole === true) await write(wire.whole(finish, text, sent.length));
    else if (end === 'mark' || end === 'open') await write(wire.end(finish, text, sent.length));
    else if (end === 'error') await write(wire.error(answer.error ?? 'the model failed'));
    clearInterval(answer.end === 'hang' ? undefined : ping);
  }
  finish(answer, request, response);
}

function finish({ end }: Answer, request: LoggedRequest, response: ServerResponse): void {
  if (end === 'hang' || end === 'open') return;
  // A reset right behind the data would overtake it.
  if (end === 'reset') setTimeout(() => request.socket.resetAndDestroy(), 20);
  else response.end();
}

function headers(own: Record<string, string>, answer: Answer): Record<string, string | string[]> {
  const given = Object.entries(answer.headers ?? {}).map(([name, value]) => [
    name.toLowerCase(),
    typeof value === 'string' ? value : [...value],
  ]);
  return { ...own, ...(Object.fromEntries(given) as Record<string, string | string[]>) };
}

/** Writes with back-pressure; with `splitBytes` each piece goes out by itself. */
function writer(
  response: ServerResponse,
  splitBytes: number | undefined,
): (piece: string | Uint8Array) => Promise<void> {
  const gone = (): boolean => response.destroyed;
  return async (piece) => {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    const step = splitBytes ?? Math.max(1, bytes.length);
    for (let at = 0; at < bytes.length && !gone(); at += step) {
      const more = response.write(bytes.subarray(at, at + step));
      if (splitBytes !== undefined) await new Promise(setImmediate);
      if (!more && !gone()) {
        await new Promise<void>((resolve) => {
          const go = (): void => {
            response.off('drain', go).off('close', go);
            resolve();
          };
          response.once('drain', go).once('close', go);
        });
      }
    }
  };
}

/** Resolves after `ms`, or at once when the client goes. */
function wait(ms: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      response.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, response.destroyed ? 0 : ms);
    response.once('close', done);
  });
}
