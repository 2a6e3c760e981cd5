/** Asks the model for one answer and tells what happens as events of the conversation. */
import type { ModelPorts, StreamModel, Timers } from '../model/client.ts';
import { ModelError } from '../model/errors.ts';
import { remedyFor } from '../model/remedy.ts';
import type { ChatRequest, Endpoint, ModelEvent } from '../model/words.ts';
import type { Random } from '../ports.ts';
import type { ChatEvent, Failure } from './words.ts';

export interface AnswerPorts {
  readonly stream: StreamModel;
  readonly model: ModelPorts;
  readonly timers: Timers;
  readonly random: Random;
  /** Wall clock, milliseconds since 1970. */
  readonly now: () => number;
  /** A try failed and the next one waits for `seconds`; 0 when the waiting is over. */
  readonly waiting: (seconds: number, reason: string) => void;
}

export interface AnswerTask {
  readonly id: string;
  readonly endpoint: Endpoint;
  readonly request: ChatRequest;
  /** The text so far of an answer that is continued: what the model repeats of its end is dropped. */
  readonly before: string;
}

const MOST_RETRIES = 3;
// A server that asks for more than this gets an error that names the time instead of a chat that hangs.
const LONGEST_WAIT_MS = 120_000;

/** Ends with exactly one `finish`, `stop` or `fail`. */
export async function* answer(
  task: AnswerTask,
  ports: AnswerPorts,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, void, undefined> {
  const { id } = task;
  const end = (kind: 'stop'): ChatEvent => ({ type: kind, id, at: ports.now() });
  for (let tries = 0; ; tries++) {
    let began = false;
    try {
      const source = ports.stream(task.endpoint, task.request, ports.timers, ports.model, signal);
      for await (const event of withoutRepeat(source, task.before)) {
        began = true;
        const told = toldOf(event, id, ports.now());
        if (told) yield told;
      }
      return;
    } catch (error) {
      if (signal.aborted || (error instanceof ModelError && error.kind === 'canceled')) {
        yield end('stop');
        return;
      }
      const wait = began ? undefined : waitBefore(error, tries, ports.random);
      if (wait === undefined) {
        yield { type: 'fail', id, at: ports.now(), failure: failureOf(error) };
        return;
      }
      if (!(await countDown(wait, failureOf(error).message, ports, signal))) {
        yield end('stop');
        return;
      }
    }
  }
}

function toldOf(event: ModelEvent, id: string, at: number): ChatEvent | undefined {
  switch (event.type) {
    case 'text-delta':
      return event.text === '' ? undefined : { type: 'text', id, text: event.text };
    case 'reasoning-delta':
      return event.text === '' ? undefined : { type: 'reasoning', id, text: event.text };
    case 'tool-call-delta':
      return { type: 'tool-call', id, index: event.index, name: event.name, arguments: event.arguments };
    case 'finish':
      return { type: 'finish', id, at, reason: event.finishReason, usage: event.usage };
    case 'usage':
    case 'sequence-finish':
      return undefined;
  }
}

// How much of an answer's beginning is compared with the end of what it continues.
const LONGEST_REPEAT = 200;

/** Drops from the beginning what repeats the end of `before`; waits for a few words to know. */
async function* withoutRepeat(
  source: AsyncIterable<ModelEvent>,
  before: string,
): AsyncGenerator<ModelEvent, void, undefined> {
  let held = '';
  let deciding = before !== '';
  for await (const event of source) {
    if (!deciding || event.type === 'reasoning-delta') {
      yield event;
      continue;
    }
    if (event.type === 'text-delta') held += event.text;
    if (event.type === 'text-delta' && held.length < LONGEST_REPEAT) continue;
    deciding = false;
    const text = held.slice(overlap(before, held));
    if (text !== '') yield { type: 'text-delta', text };
    if (event.type !== 'text-delta') yield event;
  }
}

/** The length of the longest beginning of `next` that `before` ends with; a few letters are chance. */
function overlap(before: string, next: string): number {
  const longest = Math.min(before.length, next.length, LONGEST_REPEAT);
  for (let length = longest; length >= 8; length--) if (before.endsWith(next.slice(0, length))) return length;
  return 0;
}

const RETRIED: readonly string[] = ['rate-limited', 'loading', 'overloaded', 'unreachable'];

/** Milliseconds to wait before the next try; undefined when another try makes no sense. */
function waitBefore(error: unknown, tries: number, random: Random): number | undefined {
  if (!(error instanceof ModelError) || !RETRIED.includes(error.kind) || tries >= MOST_RETRIES)
    return undefined;
  const asked = error.retryAfterMs ?? 1000 * 2 ** tries;
  return asked > LONGEST_WAIT_MS ? undefined : asked + random() * 250;
}

/** Counts the seconds down for the user; false when stopped meanwhile. */
async function countDown(
  ms: number,
  reason: string,
  ports: AnswerPorts,
  signal: AbortSignal,
): Promise<boolean> {
  for (let left = ms; left > 0; left -= 1000) {
    ports.waiting(Math.ceil(left / 1000), reason);
    await pause(Math.min(left, 1000), ports, signal);
    if (signal.aborted) break;
  }
  ports.waiting(0, reason);
  return !signal.aborted;
}

function pause(ms: number, ports: AnswerPorts, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = ports.model.clock.after(ms, done);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof ModelError)) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      kind: 'internal',
      message: `Something in Ghoststream failed: ${message}`,
      remedy: 'log',
      retryable: true,
    };
  }
  return {
    kind: error.kind,
    message: error.message,
    ...(error.status === undefined ? {} : { status: error.status }),
    ...(error.helpUrl === undefined ? {} : { helpUrl: error.helpUrl }),
    remedy: remedyFor(error.kind, error.helpUrl),
    retryable: error.retryable,
  };
}
