/** llama.cpp's HTTP surface on the loopback interface, for one editor: every request needs the secret of this start. */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Engine } from './engine.ts';
import { generate, type WrittenToken } from './generation.ts';
import { createTurns, type Turn, type Turns } from './turns.ts';
import {
  nativeEnd,
  nativePiece,
  openAiEnd,
  openAiPiece,
  openAiUsage,
  openAiWhole,
  type AnswerContext,
} from './wireAnswer.ts';
import { readRequest, type Asked, type Route } from './wireRequest.ts';

export interface Serving {
  /** Absent while the model is loading. */
  engine?: Engine;
  readonly secret: string;
}

/** The largest request body, in bytes: far more than a context window holds. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Not listening yet. A connection that closes gives up its generation. */
export function createLocalServer(serving: Serving): Server {
  const turns = createTurns();
  const server = createServer((request, response) => {
    void answer(request, response, serving, turns).catch((error: unknown) => {
      fail(response, 500, 'server_error', error instanceof Error ? error.message : String(error));
    });
  });
  // A generation may take as long as it takes; the caller's own deadline ends it.
  server.requestTimeout = 0;
  return server;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { engine, secret }: Serving,
  turns: Turns,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  // A page in a browser can send requests to a loopback port, too: it knows no secret, and gets no CORS headers.
  if (!authorized(request, secret)) {
    fail(response, 401, 'authentication_error', 'Invalid API Key');
    return;
  }
  if (!engine) {
    fail(response, 503, 'unavailable_error', 'Loading model');
    return;
  }
  if (request.method === 'GET') {
    look(pathname, engine, response);
    return;
  }
  const route = routeOf(pathname);
  if (request.method !== 'POST' || !route) {
    fail(response, 404, 'not_found_error', 'File Not Found');
    return;
  }

  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) {
    fail(response, 413, 'invalid_request_error', 'The request is too large.');
    return;
  }
  let body: unknown;
  try {
    body = JSON.parse(await text(request));
  } catch {
    fail(response, 400, 'invalid_request_error', 'The body is not JSON.');
    return;
  }
  const asked = readRequest(route, body, engine);
  if (typeof asked === 'string') {
    const kind = asked.includes('context size') ? 'exceed_context_size_error' : 'invalid_request_error';
    fail(response, 400, kind, asked);
    return;
  }

  const left = new AbortController();
  response.once('close', () => left.abort());
  const turn = await turns.take(asked.generation.desk, keyOf(asked), left.signal);
  try {
    await speak(engine, route, asked, turn, response, left.signal);
  } finally {
    turn.done();
  }
}

async function speak(
  engine: Engine,
  route: Route,
  { generation, stream, includeUsage }: Asked,
  turn: Turn,
  response: ServerResponse,
  left: AbortSignal,
): Promise<void> {
  const chat = route === '/v1/chat/completions';
  const native = route === '/infill' || route === '/completion';
  const context: AnswerContext = {
    id: `${chat ? 'chatcmpl' : 'cmpl'}-${randomUUID()}`,
    model: engine.name,
    created: Math.floor(Date.now() / 1000),
    promptTokens: generation.prompt.length,
  };
  const send = (data: object | string): void => {
    if (!response.headersSent) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    }
    response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  };
  let content = '';
  let written = 0;
  const likely: WrittenToken[] = [];
  try {
    for await (const reply of generate(engine, generation, turn, () => performance.now())) {
      if (left.aborted) return;
      if (reply.type === 'piece') {
        content += reply.content;
        written += reply.tokens.length;
        likely.push(...reply.likely);
        if (stream) send(native ? nativePiece(reply, written, context) : openAiPiece(reply, chat, context));
      } else if (stream) {
        send(native ? nativeEnd(reply, '', [], context) : openAiEnd(reply, chat, context));
        if (!native && includeUsage) send(openAiUsage(reply, chat, context));
        if (!native) send('[DONE]');
        response.end();
      } else {
        json(
          response,
          200,
          native
            ? nativeEnd(reply, content, likely, context)
            : openAiWhole(reply, content, likely, chat, context),
        );
      }
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (!response.headersSent) throw error;
    send({ error: { code: 500, type: 'server_error', message } });
    response.end();
  }
}

function look(pathname: string, engine: Engine, response: ServerResponse): void {
  const settings = { n_ctx: engine.contextTokens };
  switch (pathname) {
    case '/health':
    case '/v1/health': {
      json(response, 200, { status: 'ok' });
      return;
    }
    case '/props': {
      json(response, 200, {
        default_generation_settings: settings,
        total_slots: 1,
        model_alias: engine.name,
        // Not llama.cpp's: whether `/infill` fills a gap or only continues the prefix.
        infill: engine.infills,
      });
      return;
    }
    case '/v1/models': {
      json(response, 200, {
        object: 'list',
        data: [{ id: engine.name, object: 'model', owned_by: 'llamacpp', meta: settings }],
      });
      return;
    }
    default: {
      fail(response, 404, 'not_found_error', 'File Not Found');
      return;
    }
  }
}

function routeOf(pathname: string): Route | undefined {
  switch (pathname) {
    case '/infill':
    case '/completion':
    case '/v1/completions':
    case '/v1/chat/completions':
      return pathname;
    case '/completions':
      return '/completion';
    case '/chat/completions':
      return '/v1/chat/completions';
    default:
      return undefined;
  }
}

/** Compares in constant time, so that the secret cannot be found out piece by piece. */
function authorized({ headers }: IncomingMessage, secret: string): boolean {
  const digest = (value: string): Buffer => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${secret}`));
}

const keyOf = ({ generation }: Asked): string =>
  createHash('sha256').update(generation.prompt.join()).digest('base64');

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function fail(response: ServerResponse, code: number, type: string, message: string): void {
  if (!response.headersSent) json(response, code, { error: { code, message, type } });
  else response.destroy();
}
