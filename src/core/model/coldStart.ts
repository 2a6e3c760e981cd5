/**
 * Ollama drops a model from memory after minutes of rest, and stops loading it when the request that waits for it is
 * closed. Ghost text waits a few seconds only: its requests alone would never see the model loaded.
 */
import type { Clock } from '../ports.ts';
import { ModelError } from './errors.ts';
import type { Timers } from './watchdog.ts';
import type { Endpoint, ModelEvent, ModelRequest } from './words.ts';

/** A stream whose ports are given already. */
export type Stream = (
  endpoint: Endpoint,
  request: ModelRequest,
  timers: Timers,
  signal: AbortSignal,
) => AsyncIterable<ModelEvent>;

/** How long to leave the server alone between two looks whether the model is there, in milliseconds. */
const LOOK_MS = 1000;

/**
 * Where a model of Ollama's does not begin to answer in time, a request of its own that nobody closes loads it, for at
 * most `patienceMs`. Until then requests wait as long as they may and fail as `loading`.
 */
export function withColdStart(stream: Stream, clock: Clock, patienceMs: () => number): Stream {
  const loads = new Map<string, Promise<void>>();

  function load(endpoint: Endpoint, request: ModelRequest): void {
    const key = keyOf(endpoint);
    if (loads.has(key)) return;
    const ms = patienceMs();
    const timers = { firstByteMs: ms, idleMs: ms, totalMs: ms };
    const read = async (): Promise<void> => {
      const events = stream(endpoint, withoutText(request), timers, new AbortController().signal);
      const reader = events[Symbol.asyncIterator]();
      while ((await reader.next()).done !== true);
    };
    loads.set(
      key,
      read()
        // What is wrong shows with the next request, in its own words.
        .catch(() => undefined)
        .finally(() => loads.delete(key)),
    );
  }

  return async function* (endpoint, request, timers, signal) {
    if (!unloads(endpoint)) {
      yield* stream(endpoint, request, timers, signal);
      return;
    }
    const loading = loads.get(keyOf(endpoint));
    if (loading && !(await within(loading, timers.firstByteMs, clock, signal))) throw stillLoading(endpoint);
    let begun = false;
    try {
      for await (const event of stream(endpoint, request, timers, signal)) {
        begun = true;
        yield event;
      }
    } catch (error) {
      if (begun || !(error instanceof ModelError) || error.kind !== 'timeout') throw error;
      load(endpoint, request);
      throw stillLoading(endpoint);
    }
  };
}

const unloads = ({ dialect }: Endpoint): boolean => dialect === 'ollama' || dialect === 'ollama-chat';

const keyOf = ({ url, model }: Endpoint): string => `${url} ${model ?? ''}`;

/** The same options, for other ones would make the server load the model once more; without text it only loads. */
function withoutText(request: ModelRequest): ModelRequest {
  if (request.type === 'chat') return { ...request, messages: [] };
  const { suffix: _suffix, files: _files, ...rest } = request;
  return { ...rest, prompt: '' };
}

function stillLoading({ model = 'The model' }: Endpoint): ModelError {
  return new ModelError('loading', `${model} is being loaded. Ghost text comes once it is there.`, {
    retryAfterMs: LOOK_MS,
  });
}

/** Whether `promise` is settled within `ms`; an abort ends the waiting too. */
function within(promise: Promise<void>, ms: number, clock: Clock, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (done: boolean): void => {
      cancel();
      signal.removeEventListener('abort', stop);
      resolve(done);
    };
    const stop = (): void => settle(true);
    const cancel = clock.after(ms, () => settle(false));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    void promise.then(() => settle(true));
  });
}
