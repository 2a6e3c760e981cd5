/** Reads an answer's body: bytes in, batches of model events out, each batch ending in what stopped the reading. */
import type { Clock } from '../ports.ts';
import type { Decoder } from './dialects/dialect.ts';
import { ModelError } from './errors.ts';
import { cleanWords, reportedFailure, type CallFacts } from './failures.ts';
import { brokenBody } from './network.ts';
import { createRecords, type WireRecord } from './records.ts';
import { reportedError } from './reported.ts';
import { shown } from './url.ts';
import type { ModelEvent } from './words.ts';

/** The next bytes; undefined at the end of the body. */
export type Bytes = () => Promise<Uint8Array | undefined>;

export interface Batch {
  readonly events: readonly ModelEvent[];
  /** The dialect's own records came, with events or without; pings and comments are silence. */
  readonly heard: boolean;
  /** Thrown after the events are delivered. */
  readonly error?: ModelError;
  /** Nothing more is read. */
  readonly last: boolean;
}

/** After the end mark the server has this long to send what may follow it: `[DONE]`, usage, the end of the body. */
const CLOSING_MS = 1000;
const MAX_BODY = 256 * 1024 * 1024;

/** How long bytes that wait already are read without letting anything else run. */
const BREATH_MS = 10;
/** How many bytes are decoded at a time: a turn of the event loop stays short. */
const SLICE = 16_384;

/** Gives the batches one by one; only the decoder's state and `last` say how the answer ended. */
export function createBody(
  decoder: Decoder,
  facts: CallFacts,
  bytes: Bytes,
  clock: Clock,
): () => Promise<Batch> {
  const text = new TextDecoder();
  const records = createRecords();
  let received = 0;
  let breathed = clock.now();
  let waiting: Uint8Array | undefined;

  const decode = (found: readonly WireRecord[], closed: 'closed' | 'open'): Batch => {
    const events: ModelEvent[] = [];
    let heard = false;
    for (const record of found) {
      const read = readRecord(record, decoder, facts);
      if (read instanceof ModelError) return { events, heard, error: read, last: true };
      if (read) heard = true;
      for (const event of read ?? []) events.push(event);
      if (decoder.over) break;
    }
    const last = decoder.over || closed === 'closed';
    if (last) events.push(...(decoder.flush?.() ?? []));
    return { events, heard, last };
  };

  return async () => {
    // A server that sends faster than we read would otherwise keep the event loop to itself.
    if (clock.now() - breathed > BREATH_MS) {
      await new Promise<void>((resolve) => clock.after(0, resolve));
      breathed = clock.now();
    }
    let chunk: Uint8Array | undefined;
    try {
      chunk = waiting ?? (await (decoder.ending ? within(CLOSING_MS, clock, bytes()) : bytes()));
    } catch (error) {
      if (decoder.ending) return decode([], 'closed');
      return {
        ...decode([], 'closed'),
        error: error instanceof ModelError ? error : brokenBody(facts.url, error),
      };
    }
    if (chunk === undefined) return decode([...records.push(text.decode()), ...records.end()], 'closed');
    waiting = chunk.length > SLICE ? chunk.subarray(SLICE) : undefined;
    chunk = chunk.subarray(0, SLICE);
    received += chunk.length;
    if (received > MAX_BODY) {
      return { events: [], heard: false, error: notAnAnswer(facts, 'an answer without end', ''), last: true };
    }
    return decode(records.push(text.decode(chunk, { stream: true })), 'open');
  };
}

function readRecord(
  record: WireRecord,
  decoder: Decoder,
  facts: CallFacts,
): readonly ModelEvent[] | ModelError | undefined {
  switch (record.type) {
    case 'done':
      decoder.done?.();
      return undefined;
    case 'error':
      return reportedFailure(facts, record.value);
    case 'broken':
      return notAnAnswer(facts, record.what, record.said);
    case 'record':
      return reportedError(record.value)
        ? reportedFailure(facts, record.value)
        : decoder.read(record.value, record.form);
  }
}

function notAnAnswer(facts: CallFacts, what: string, said: string): ModelError {
  const quote = said === '' ? '' : ` (“${cleanWords(said, facts).slice(0, 100)}”)`;
  return new ModelError(
    'protocol',
    `${shown(facts.url)} sent ${what}${quote} instead of a model’s answer. Check the URL and the dialect.`,
  );
}

/** The promise's result, or undefined after `ms`. */
function within<T>(ms: number, clock: Clock, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => resolve(undefined));
    promise.then(resolve, reject).finally(cancel);
  });
}
