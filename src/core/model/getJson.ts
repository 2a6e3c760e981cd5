/** Asks a server a question beside the model's answers: JSON by GET or POST, with a deadline and a bounded body. */
import { accessTokenFor } from './accessToken.ts';
import { ModelError } from './errors.ts';
import { statusFailure } from './failures.ts';
import { parseJson } from './json.ts';
import { fetchFailure } from './network.ts';
import { isHuggingFace } from './url.ts';
import type { Clock, Fetch } from '../ports.ts';
import type { AccessTokenLookup, HeaderLookup } from './accessToken.ts';

export interface AskPorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly accessToken: AccessTokenLookup;
  readonly ownHeaders?: HeaderLookup;
}

export interface Question {
  readonly url: URL;
  /** The user's own headers for this server. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON by POST; absent: GET. */
  readonly body?: object;
  readonly deadlineMs: number;
}

/** The largest answer that is read: the router's list of all models is about one megabyte. */
const MAX_ANSWER = 16 * 1024 * 1024;

/**
 * The parsed answer. Rejects with a ModelError. Only the Hub's redirects are followed; `fetch` drops the token
 * when one leads to another origin.
 */
export async function getJson(question: Question, ports: AskPorts): Promise<unknown> {
  const { url, body } = question;
  const abort = new AbortController();
  const cancel = ports.clock.after(question.deadlineMs, () => {
    abort.abort(
      new ModelError('timeout', `${url.origin} did not answer within ${question.deadlineMs / 1000} s.`),
    );
  });
  try {
    const [token, secret] = await Promise.all([
      accessTokenFor(url, ports.accessToken),
      ports.ownHeaders?.(url.origin),
    ]);
    const own = { ...secret, ...question.headers };
    const headers = new Headers({ accept: 'application/json', ...own });
    if (token !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
    if (body) headers.set('content-type', 'application/json');
    const response = await ports.fetch(url.href, {
      method: body ? 'POST' : 'GET',
      headers,
      redirect: isHuggingFace(url.origin) && Object.keys(own).length === 0 ? 'follow' : 'error',
      signal: abort.signal,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await readText(response);
    if (!response.ok) {
      const facts = { url, secrets: [...(token ? [token] : []), ...Object.values(own)] };
      throw statusFailure(facts, response.status, response.headers, text.slice(0, 65_536));
    }
    const value = parseJson(text);
    if (value === undefined) throw new ModelError('protocol', `${url.origin} did not answer in JSON.`);
    return value;
  } catch (error) {
    if (error instanceof ModelError) throw error;
    if (abort.signal.reason instanceof ModelError) throw abort.signal.reason;
    throw fetchFailure(url, error);
  } finally {
    cancel();
    abort.abort();
  }
}

async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const text = new TextDecoder();
  let all = '';
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    all += text.decode(part.value, { stream: true });
    if (all.length > MAX_ANSWER) throw new ModelError('protocol', 'The server’s answer is too long.');
  }
  return all + text.decode();
}
