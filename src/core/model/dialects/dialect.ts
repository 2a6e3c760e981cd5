/** The seam of the model layer: what one wire dialect is. A new server is one file that makes a Dialect. */
import type { JsonObject } from '../json.ts';
import type { Endpoint, FinishReason, ModelEvent, ModelRequest, Usage } from '../words.ts';

/** What some dialects must know to build a request. */
export interface RequestContext {
  /** Bounds the server's own work, in milliseconds; `Infinity` is no bound. */
  readonly limitMs: number;
  /** The name that an inference provider has for a model of the Hub; undefined when nobody knows. */
  readonly providerModel: (model: string, provider: string, task: string) => Promise<string | undefined>;
}

/** The HTTP request to send, without secrets. */
export interface WireRequest {
  readonly url: URL;
  readonly body: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Ending {
  readonly finishReason: FinishReason;
  readonly seed?: number;
  readonly usage?: Usage;
}

/** Reads one answer. Made anew for each request. */
export interface Decoder {
  /**
   * The events of a record; undefined when the record says nothing in this dialect (a ping): silence timers go on.
   * `form` is `whole` for JSON that no event stream frames.
   */
  read(record: JsonObject, form: 'event' | 'whole'): readonly ModelEvent[] | undefined;
  /** What was held back until the end of the answer. */
  flush?(): readonly ModelEvent[];
  /** Told of OpenAI's `[DONE]`. */
  done?(): void;
  /** How the answer ended, once the dialect's end mark was seen. */
  readonly ending: Ending | undefined;
  /** Nothing can come after the end mark: the connection may be closed. */
  readonly over: boolean;
}

export interface Dialect {
  /** Throws `invalid-request` when the dialect cannot carry the request. */
  request(
    endpoint: Endpoint,
    request: ModelRequest,
    context: RequestContext,
  ): WireRequest | Promise<WireRequest>;
  decoder(request: ModelRequest): Decoder;
}
