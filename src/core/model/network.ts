/** Tells apart why no answer came: refused, no such host, certificate, proxy, connection lost. */
import { ModelError } from './errors.ts';
import { isObject } from './json.ts';
import { shown } from './url.ts';

/** The error of a `fetch` that gave no response. Knows Node's codes and Electron's `net::ERR_*` words. */
export function fetchFailure(url: URL, error: unknown): ModelError {
  const facts = codes(error);
  const has = (pattern: RegExp): boolean => facts.some((fact) => pattern.test(fact));
  const host = url.host;
  const where = url.origin;
  const lost = (text: string): ModelError => new ModelError('unreachable', text);
  if (has(/redirect/i)) {
    return new ModelError(
      'protocol',
      `${shown(url)} redirects elsewhere, and a prompt is not sent on. Set the model’s URL to the final address.`,
    );
  }
  if (has(/PROXY|TUNNEL/i)) {
    return lost(`The proxy for ${where} does not answer or refuses. Check http.proxy and http.noProxy.`);
  }
  if (has(/ECONNREFUSED|ERR_CONNECTION_REFUSED/)) {
    return lost(`Nothing answers at ${where} (connection refused). Is the server running?${remote(url)}`);
  }
  if (has(/ENOTFOUND|EAI_AGAIN|ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/)) {
    return lost(`No address is known for ${url.hostname} (DNS). Check the name and your network.`);
  }
  if (has(/SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|ERR_CERT_AUTHORITY_INVALID/)) {
    return lost(
      `The certificate of ${where} is self-signed or from an unknown authority (TLS). Add its authority to the system’s certificates.`,
    );
  }
  if (has(/CERT|ALTNAME/)) {
    return lost(`The certificate of ${where} is not valid: expired or for another name (TLS).`);
  }
  if (has(/EPROTO|ERR_SSL|WRONG_VERSION_NUMBER|ERR_TLS/)) {
    return lost(`${where} does not speak https (TLS). Is its URL http://${host}?`);
  }
  if (has(/HEADERS_TIMEOUT|BODY_TIMEOUT/)) {
    return new ModelError('timeout', `${where} did not answer in time.`);
  }
  if (
    has(/CONNECT_TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_ADDRESS_UNREACHABLE|ERR_CONNECTION_TIMED_OUT/)
  ) {
    return lost(`${where} cannot be reached from here: the connection gets no answer.${remote(url)}`);
  }
  if (has(/HPE_|HEADERS_OVERFLOW|ERR_INVALID_HTTP_RESPONSE|ERR_RESPONSE_HEADERS/)) {
    return new ModelError('protocol', `${where} does not answer in HTTP as it should. Check the URL.`);
  }
  if (has(/bad port/i)) {
    return new ModelError('invalid-request', `Port ${url.port} is one that no request may be sent to.`);
  }
  if (has(/header|ByteString|latin1/i)) {
    return new ModelError('invalid-request', `A configured request header for ${where} is not valid.`);
  }
  return lost(`The connection to ${where} was lost before an answer came.`);
}

/**
 * Where else `localhost` may be meant when nothing listens at the address that it resolves to: a server may listen on
 * IPv6 alone on a machine whose hosts file knows IPv4 alone. Undefined when nothing else is to be tried.
 */
export function otherLoopback(url: URL, error: unknown): URL | undefined {
  if (url.hostname !== 'localhost' || !codes(error).some((fact) => fact.includes('ECONNREFUSED')))
    return undefined;
  const other = new URL(url);
  other.hostname = '[::1]';
  return other;
}

/** Codes and messages of the error, its causes and the attempts of one address each; they name no content. */
function codes(error: unknown, depth = 0): string[] {
  if (!isObject(error) || depth > 4) return [];
  const { code, message, cause, errors } = error;
  return [
    ...[code, message].filter((fact) => typeof fact === 'string'),
    ...codes(cause, depth + 1),
    ...(Array.isArray(errors) ? errors.flatMap((each) => codes(each, depth + 1)) : []),
  ];
}

function remote(url: URL): string {
  return /^(localhost|127\.|\[::1\])/.test(url.hostname)
    ? ' In a remote window, localhost is the machine where the extension runs.'
    : '';
}

/** The error of a body that broke while it was read: what came before it stays, but it is not the whole answer. */
export function brokenBody(url: URL, error: unknown): ModelError {
  const facts = codes(error).join(' ');
  if (/Z_DATA_ERROR|incorrect header|invalid (block|distance|stored|code)/i.test(facts)) {
    return new ModelError('protocol', `${url.origin} sent a compressed answer that cannot be read.`);
  }
  if (facts.includes('BODY_TIMEOUT')) {
    return new ModelError('timeout', `${url.origin} fell silent in the middle of its answer.`);
  }
  return new ModelError('truncated', `The connection to ${url.origin} broke in the middle of the answer.`);
}
