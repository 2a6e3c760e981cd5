/**
 * Asks a model once and prints each event as a line of JSON, the last one `finish` or `error`.
 *
 *   npm run --silent probe -- --dialect D --url U [--model M] [--prompt P] [--suffix S] [--max-tokens N] [--stop S]…
 *     [--first-byte-ms N] [--idle-ms N] [--total-ms N] [--abort-after N]
 *     [--top-tokens N] [--sequences N] [--temperature N] [--seed N] [--bill-to ORG]
 *
 * The access token comes from GHOSTSTREAM_TOKEN and goes to the URL's origin alone. Exit code 0 on finish, 1 on error.
 */
import { parseArgs } from 'node:util';
import { systemClock } from './systemClock.ts';
import { parseDialect } from '../src/core/model/choice.ts';
import { streamModel } from '../src/core/model/client.ts';
import { ModelError } from '../src/core/model/errors.ts';
import { parseBase, ROUTER } from '../src/core/model/url.ts';
import type { DialectId, Endpoint, ModelRequest } from '../src/core/model/words.ts';

const OPTIONS = {
  dialect: { type: 'string' },
  url: { type: 'string' },
  model: { type: 'string' },
  prompt: { type: 'string', default: '' },
  suffix: { type: 'string' },
  'max-tokens': { type: 'string', default: '256' },
  stop: { type: 'string', multiple: true },
  'first-byte-ms': { type: 'string', default: '60000' },
  'idle-ms': { type: 'string', default: '60000' },
  'total-ms': { type: 'string', default: '600000' },
  'abort-after': { type: 'string' },
  'top-tokens': { type: 'string' },
  sequences: { type: 'string' },
  temperature: { type: 'string' },
  seed: { type: 'string' },
  'bill-to': { type: 'string' },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

function number(values: Values, name: keyof Values): number | undefined {
  const text = values[name];
  if (typeof text !== 'string') return undefined;
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value)) {
    throw new ModelError('invalid-request', `--${name} takes a number.`);
  }
  return value;
}

function optional<K extends string, T>(key: K, value: T | undefined): Partial<Record<K, T>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, T>);
}

function requestFor(dialect: DialectId, values: Values): ModelRequest {
  const sampling = {
    ...optional('maxTokens', number(values, 'max-tokens')),
    ...optional('stop', values.stop),
    ...optional('topTokens', number(values, 'top-tokens')),
    ...optional('temperature', number(values, 'temperature')),
    ...optional('seed', number(values, 'seed')),
  };
  const isChat = dialect === 'openai-chat' || dialect === 'ollama-chat' || dialect.startsWith('hf-chat:');
  return isChat
    ? { type: 'chat', messages: [{ role: 'user', content: values.prompt }], ...sampling }
    : {
        type: 'text',
        prompt: values.prompt,
        ...optional('suffix', values.suffix),
        ...optional('sequences', number(values, 'sequences')),
        ...sampling,
      };
}

async function probe(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.dialect === undefined) throw new ModelError('invalid-request', 'Name a dialect with --dialect.');
  const dialect = parseDialect(values.dialect);
  if (!dialect) {
    throw new ModelError('invalid-request', `--dialect: no dialect is called ${values.dialect}.`);
  }
  const url = values.url ?? (dialect.startsWith('hf-') ? ROUTER : undefined);
  if (url === undefined) throw new ModelError('invalid-request', 'Give the model’s URL with --url.');
  const { origin } = parseBase(url);
  const endpoint: Endpoint = {
    url,
    dialect,
    ...optional('model', values.model),
    ...optional('billTo', values['bill-to']),
  };
  const token = process.env.GHOSTSTREAM_TOKEN;
  const abort = new AbortController();
  const abortAfter = number(values, 'abort-after') ?? Infinity;
  let deltas = 0;
  const events = streamModel(
    endpoint,
    requestFor(dialect, values),
    {
      firstByteMs: number(values, 'first-byte-ms') ?? Infinity,
      idleMs: number(values, 'idle-ms') ?? Infinity,
      totalMs: number(values, 'total-ms') ?? Infinity,
    },
    {
      fetch: (to, init) => globalThis.fetch(to, init),
      clock: systemClock,
      accessToken: (asked) => (asked === origin ? token : undefined),
    },
    abort.signal,
  );
  if (abortAfter <= 0) abort.abort();
  for await (const event of events) {
    print(event);
    if (event.type === 'text-delta' && ++deltas >= abortAfter) abort.abort();
  }
}

try {
  await probe();
} catch (error) {
  process.exitCode = 1;
  const known =
    error instanceof ModelError
      ? error
      : new ModelError('invalid-request', error instanceof Error ? error.message : 'failed');
  const { kind, message, status, retryAfterMs, requestId, helpUrl } = known;
  print({
    type: 'error',
    kind,
    message,
    ...optional('status', status),
    ...optional('retryAfterMs', retryAfterMs),
    ...optional('requestId', requestId),
    ...optional('helpUrl', helpUrl),
  });
}
