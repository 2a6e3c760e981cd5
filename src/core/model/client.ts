/** One client for every server: sends a request, yields the model's events, closes the connection on every way out. */
import type { Clock, Fetch } from '../ports.ts';
import { ModelError } from './errors.ts';
import type { Endpoint, ModelEvent, ModelRequest } from './words.ts';

/** Limits in milliseconds. */
export interface Timers {
  /** Until the first model event. */
  readonly firstByteMs: number;
  /** Between two model events; comments and pings do not count. */
  readonly idleMs: number;
  readonly totalMs: number;
}

export interface ModelPorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** The access token stored for an origin such as `https://router.huggingface.co`, if any. */
  readonly accessToken: (origin: string) => string | undefined | Promise<string | undefined>;
}

/**
 * Streams the model's events. Ends with exactly one `finish` event or throws one ModelError.
 * Leaving the loop, an abort and an error close the connection.
 */
export type StreamModel = (
  endpoint: Endpoint,
  request: ModelRequest,
  timers: Timers,
  ports: ModelPorts,
  signal: AbortSignal,
) => AsyncGenerator<ModelEvent, void, undefined>;

export const streamModel: StreamModel = async function* (endpoint, _request, _timers, _ports, _signal) {
  await Promise.resolve();
  throw new ModelError('invalid-request', `No dialect is called ${endpoint.dialect}.`);
};
