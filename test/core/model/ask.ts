/** Asks a scripted server through the real client and returns what came: for tables of cases. */
import { streamModel, type ModelPorts, type Timers } from '../../../src/core/model/client.ts';
import { ModelError } from '../../../src/core/model/errors.ts';
import type { Endpoint, ModelEvent, ModelRequest } from '../../../src/core/model/words.ts';
import { serve, type Answer, type ModelServer, type ServeOptions } from '../../fakes/modelServer.ts';
import type { DialectId } from '../../../src/core/model/words.ts';
import { systemClock } from '../../../tools/systemClock.ts';

export const TIMERS: Timers = { firstByteMs: 5000, idleMs: 5000, totalMs: 8000 };

export const PORTS: ModelPorts = {
  fetch: (url, init) => globalThis.fetch(url, init),
  clock: systemClock,
  accessToken: () => undefined,
};

export const TEXT: ModelRequest = { type: 'text', prompt: 'def add(a, b):\n' };
export const CHAT: ModelRequest = {
  type: 'chat',
  messages: [{ role: 'user', content: 'Say hello, please.' }],
};

export const isChat = (dialect: DialectId): boolean => dialect.includes('chat');

export interface Outcome {
  readonly events: readonly ModelEvent[];
  readonly text: string;
  readonly thoughts: string;
  readonly error?: ModelError;
}

export interface AskOptions {
  readonly request?: ModelRequest;
  readonly timers?: Partial<Timers>;
  readonly ports?: Partial<ModelPorts>;
  readonly signal?: AbortSignal;
  readonly endpoint?: Partial<Endpoint>;
  readonly onEvent?: (event: ModelEvent) => void;
}

/** Reads the whole stream. Anything but a ModelError is thrown on. */
export async function ask(
  server: Pick<ModelServer, 'url' | 'dialect'>,
  options: AskOptions = {},
): Promise<Outcome> {
  const { dialect } = server;
  const events: ModelEvent[] = [];
  let error: ModelError | undefined;
  try {
    const stream = streamModel(
      { url: server.url, dialect, model: 'm', ...options.endpoint },
      options.request ?? (isChat(dialect) ? CHAT : TEXT),
      { ...TIMERS, ...options.timers },
      { ...PORTS, ...options.ports },
      options.signal ?? new AbortController().signal,
    );
    for await (const event of stream) {
      events.push(event);
      options.onEvent?.(event);
    }
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown;
    error = thrown;
  }
  const join = (type: ModelEvent['type']): string =>
    events.map((event) => (event.type === type && 'text' in event ? event.text : '')).join('');
  return {
    events,
    text: join('text-delta'),
    thoughts: join('reasoning-delta'),
    ...(error ? { error } : {}),
  };
}

/** Starts a server, runs the test's body, stops the server whatever happens. */
export async function withServer<D extends DialectId>(
  options: ServeOptions<D>,
  body: (server: ModelServer<D>) => Promise<void>,
): Promise<void> {
  const server = await serve(options);
  try {
    await body(server);
  } finally {
    await server.close();
  }
}

/** One question to a server with one answer. */
export async function askOnce(
  dialect: DialectId,
  answer: Answer,
  options: AskOptions = {},
): Promise<Outcome> {
  const server = await serve({ dialect, answers: [answer] });
  try {
    return await ask(server, options);
  } finally {
    await server.close();
  }
}
