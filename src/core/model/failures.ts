/** Turns what servers and networks do wrong into a ModelError with a sentence that a person can act on. */
import { ModelError, type ModelErrorDetails, type ModelErrorKind } from './errors.ts';
import { describe, type Reported } from './reported.ts';
import { isHuggingFace, shown } from './url.ts';

/** What an error may name, and what it must not: `secrets` are taken out of a server's words. */
export interface CallFacts {
  readonly url: URL;
  readonly model?: string;
  /** The server stands for Hugging Face, whatever its address: the account there pays. */
  readonly hub?: boolean;
  /** Access token, header values, prompt texts. */
  readonly secrets: readonly string[];
}

const BILLING = 'https://huggingface.co/settings/billing';
const TOKENS = 'https://huggingface.co/settings/tokens';
const NEW_TOKEN =
  'https://huggingface.co/settings/tokens/new?ownUserPermissions=inference.serverless.write&tokenType=fineGrained';

/** An answer with a status of 400 or more; `body` is at most 64 KB of it. */
export function statusFailure(call: CallFacts, status: number, headers: Headers, body: string): ModelError {
  const reported = describe(body);
  const wait = retryAfter(headers) ?? seconds(reported.estimatedTime);
  const details: ModelErrorDetails = {
    status,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    ...requestId(headers),
  };
  return sentence(call, kindOf(status, reported), reported, details);
}

/** An error inside a stream that began well. Its kind is `server` unless the server's words say more. */
export function reportedFailure(call: CallFacts, value: unknown): ModelError {
  const reported = describe(value);
  const { status, type = '' } = reported;
  const kind: ModelErrorKind = isContextExceeded(reported)
    ? 'context-exceeded'
    : type === 'overloaded'
      ? 'overloaded'
      : type === 'validation' || type === 'invalid_request_error'
        ? 'invalid-request'
        : status !== undefined && status < 500
          ? kindOf(status, reported)
          : 'server';
  return sentence(call, kind, reported, status === undefined ? {} : { status });
}

function kindOf(status: number, reported: Reported): ModelErrorKind {
  if (isContextExceeded(reported)) return 'context-exceeded';
  switch (status) {
    case 401:
      return 'unauthorized';
    case 402:
      return 'out-of-credit';
    case 403:
      return /credit|quota|billing|payment/i.test(reported.message) ? 'out-of-credit' : 'forbidden';
    case 404:
      return 'not-found';
    case 407:
      return 'unreachable';
    case 408:
      return 'timeout';
    case 413:
      return 'context-exceeded';
    case 429:
      return 'rate-limited';
    case 502:
    case 504:
    case 529:
      return 'overloaded';
    case 503:
      return /load|start|scal|initializ|warm|not ready/i.test(reported.message) ||
        reported.estimatedTime !== undefined
        ? 'loading'
        : 'overloaded';
    default:
      return status >= 500 ? 'server' : 'invalid-request';
  }
}

function isContextExceeded({ message, type = '', promptTokens }: Reported): boolean {
  return (
    promptTokens !== undefined ||
    /context_length_exceeded|exceed_context_size/.test(type) ||
    /context (length|size|window)|maximum context|exceeds? the available context|longer than the .*context/i.test(
      message,
    ) ||
    /tokens?\b.*\b(must be <=|limit|exceed|maximum|too long)/i.test(message)
  );
}

function sentence(
  call: CallFacts,
  kind: ModelErrorKind,
  reported: Reported,
  details: ModelErrorDetails,
): ModelError {
  const said = cleanWords(reported.message, call);
  const quote = said === '' ? '' : ` The server says: ${said}`;
  const where = shown(call.url);
  const hub = call.hub ?? isHuggingFace(call.url.origin);
  const status = details.status === undefined ? '' : ` (${details.status})`;
  const model = call.model === undefined ? 'the model' : `the model ${call.model}`;
  const wait = details.retryAfterMs === undefined ? '' : ` in ${duration(details.retryAfterMs)}`;
  const make = (text: string, helpUrl?: string): ModelError =>
    new ModelError(kind, `${text}${quote}`, { ...details, ...(helpUrl === undefined ? {} : { helpUrl }) });
  switch (kind) {
    case 'unauthorized':
      return hub
        ? make(
            `Hugging Face wants a valid access token${status}. Store one with the permission to call inference providers.`,
            NEW_TOKEN,
          )
        : make(`${call.url.origin} wants a valid access token${status}. Store one for this server.`);
    case 'forbidden':
      return hub
        ? make(
            `The access token may not use ${model}${status}. It needs the permission “Make calls to Inference Providers”, and for a gated model its license must be accepted.`,
            TOKENS,
          )
        : make(`The access token may not use ${model} at ${call.url.origin}${status}.`);
    case 'out-of-credit':
      return hub
        ? make(
            `Your included Hugging Face credit is used up${status}. Add credit or choose another model: ${BILLING}.`,
            BILLING,
          )
        : make(`The account at ${call.url.origin} has no credit left${status}.`);
    case 'not-found':
      return make(
        `${where} does not exist or does not serve ${model}${status}. Check the URL, the dialect and the model’s name.`,
      );
    case 'context-exceeded': {
      const numbers = contextNumbers(reported);
      return make(`The request is longer than ${model} can read${numbers}${status}. Shorten it.`);
    }
    case 'rate-limited':
      return make(`${call.url.origin} limits how often it answers${status}. Try again${wait || ' later'}.`);
    case 'loading':
      return make(`${capital(model)} is still loading${status}. Try again${wait || ' shortly'}.`);
    case 'overloaded':
      return make(
        `${call.url.origin} cannot answer now: it is overloaded, starting or scaled to zero${status}. Try again${wait || ' shortly'}.`,
      );
    case 'unreachable':
      return make(
        `The network’s proxy refuses the request to ${call.url.origin}${status}. Check http.proxy.`,
      );
    case 'timeout':
      return make(`${call.url.origin} gave up waiting${status}.`);
    case 'server':
      return make(`${call.url.origin} reports an error${status}.`);
    case 'invalid-request':
    case 'truncated':
    case 'protocol':
    case 'canceled':
      return make(`The request was refused${status} by ${where}.`);
  }
}

/** To the second while people count seconds. */
function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds <= 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

function contextNumbers({ message, promptTokens, contextTokens }: Reported): string {
  if (promptTokens !== undefined && contextTokens !== undefined) {
    return `: ${promptTokens} tokens, at most ${contextTokens}`;
  }
  const told =
    /(?:maximum context length is|must be <=|limit(?: of| is)?:?|at most|context (?:size|length|window)(?: of| is)?)[^\d]{0,20}(\d{3,})/i.exec(
      message,
    )?.[1];
  if (told === undefined) return '';
  const limit = Number(told);
  const asked = Array.from(message.matchAll(/\d{3,}/g), ([digits]) => Number(digits)).find((n) => n > limit);
  return asked === undefined ? `: at most ${limit} tokens` : `: ${asked} tokens, at most ${limit}`;
}

/** A server's words without what must stay private, cut to a length that people read. */
export function cleanWords(message: string, { secrets }: CallFacts): string {
  let text = message;
  for (const secret of secrets) {
    if (secret.length >= 4)
      text = text.replaceAll(secret, '…').replaceAll(secret.replace(/\s+/g, ' ').trim() || secret, '…');
  }
  text = text.replace(/\bhf_[A-Za-z0-9_]{6,}/g, 'hf_…');
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}

/** `Retry-After` in seconds or as a date, else the reset of a spent rate limit; in milliseconds. */
function retryAfter(headers: Headers): number | undefined {
  // Moments count from the server's own clock: ours may go wrong.
  const now = Date.parse(headers.get('date') ?? '');
  const header = headers.get('retry-after')?.trim();
  if (header) {
    if (/^\d+(\.\d+)?$/.test(header)) return seconds(Number(header));
    const date = Date.parse(header);
    if (!Number.isNaN(date - now)) return Math.max(0, date - now);
  }
  // Hugging Face: RateLimit: "api";r=0;t=55. Others: (x-)ratelimit-reset(-requests) in seconds, "1m30s", or an epoch.
  const reset =
    /(?:^|;)\s*t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1] ??
    headers.get('ratelimit-reset') ??
    headers.get('x-ratelimit-reset') ??
    headers.get('x-ratelimit-reset-requests') ??
    headers.get('x-ratelimit-reset-tokens');
  return reset ? resetMs(reset.trim(), now) : undefined;
}

function resetMs(reset: string, now: number): number | undefined {
  if (/^\d+(\.\d+)?$/.test(reset)) {
    const value = Number(reset);
    if (value < 1e9) return value * 1000;
    const wait = (value > 1e12 ? value : value * 1000) - now;
    return Number.isNaN(wait) ? undefined : Math.max(0, wait);
  }
  const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;
  let total = 0;
  for (const [, amount, unit] of reset.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    total += Number(amount) * units[unit as keyof typeof units];
  }
  return total > 0 ? total : undefined;
}

function seconds(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value * 1000);
}

function requestId(headers: Headers): { requestId?: string } {
  const id =
    headers.get('x-request-id') ?? headers.get('x-amzn-requestid') ?? headers.get('x-compute-request-id');
  return id === null ? {} : { requestId: id };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
