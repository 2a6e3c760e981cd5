/** Asking for several answers: how many sequences one request may bring, and how a further answer is made to differ. */
import { ModelError } from '../model/errors.ts';
import type { ModelEvent, ModelRequest } from '../model/words.ts';
import type { Withheld } from './confidence.ts';

/** At 0 all sequences would be the same, the most probable one. */
const TEMPERATURE = 0.4;

/** `count` sequences, more than one, in one answer. */
export function withSequences(request: ModelRequest, count: number): ModelRequest {
  return request.type === 'chat' ? request : { ...request, sequences: count, temperature: TEMPERATURE };
}

/** For a server that gives one sequence at a time: the request whose answer differs from the most probable one. */
export function otherwise(request: ModelRequest, seed: number): ModelRequest {
  return { ...request, temperature: 2 * TEMPERATURE, seed };
}

export const sequencesOf = (request: ModelRequest): number =>
  request.type === 'text' ? (request.sequences ?? 1) : 1;

/** Streams `several`; where a server refuses several sequences, `alone` instead, and `onRefused` is told. */
export async function* severalOrOne(
  several: ModelRequest,
  alone: ModelRequest,
  open: (request: ModelRequest) => AsyncIterable<ModelEvent | Withheld>,
  onRefused: () => void,
): AsyncGenerator<ModelEvent | Withheld, void, undefined> {
  let begun = false;
  try {
    for await (const event of open(several)) {
      begun = true;
      yield event;
    }
  } catch (error) {
    if (begun || several === alone || !isRefusal(error)) throw error;
    onRefused();
    yield* open(alone);
  }
}

/** What asks for too much is answered with 400 by most, with 500 by some. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ModelError && (error.kind === 'invalid-request' || error.kind === 'server');
