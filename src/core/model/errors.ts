/** What can go wrong with a model, as kinds that the product tells apart. */

export type ModelErrorKind =
  /** No access token, or one that the server refuses. */
  | 'unauthorized'
  /** The token is valid but may not do this (scope, gated model). */
  | 'forbidden'
  | 'out-of-credit'
  | 'not-found'
  | 'context-exceeded'
  | 'invalid-request'
  | 'rate-limited'
  | 'loading'
  | 'overloaded'
  /** The server reports an error of its own, before or in the stream. */
  | 'server'
  /** DNS, refused, TLS, proxy, connection lost before an answer. */
  | 'unreachable'
  | 'timeout'
  /** The stream ended or broke without its end mark. */
  | 'truncated'
  /** What came is not the dialect. */
  | 'protocol'
  | 'canceled';

export interface ModelErrorDetails {
  readonly status?: number;
  /** How long the server asks to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  readonly requestId?: string;
  /** A page that helps: billing, token settings, the model's license. */
  readonly helpUrl?: string;
  readonly cause?: unknown;
}

/** The one error of the model layer. `message` is a sentence for people; it holds neither prompt nor access token. */
export class ModelError extends Error {
  readonly kind: ModelErrorKind;
  readonly status?: number;
  readonly retryAfterMs?: number;
  readonly requestId?: string;
  readonly helpUrl?: string;

  constructor(kind: ModelErrorKind, message: string, details: ModelErrorDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.name = 'ModelError';
    this.kind = kind;
    if (details.status !== undefined) this.status = details.status;
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs;
    if (details.requestId !== undefined) this.requestId = details.requestId;
    if (details.helpUrl !== undefined) this.helpUrl = details.helpUrl;
  }

  /** Whether the same request may succeed later without anybody changing a setting. */
  get retryable(): boolean {
    return RETRYABLE.has(this.kind);
  }
}

const RETRYABLE: ReadonlySet<ModelErrorKind> = new Set([
  'rate-limited',
  'loading',
  'overloaded',
  'server',
  'unreachable',
  'timeout',
  'truncated',
]);
