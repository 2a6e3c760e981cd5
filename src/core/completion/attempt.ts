/** One request to the model while its answer arrives: trims what comes, tells who waits, closes on demand. */
import { follow, type Followed, type Origin } from './along.ts';
import { ModelError } from '../model/errors.ts';
import type { FinishReason, ModelEvent } from '../model/words.ts';
import { createConfidenceGate, type ConfidenceGate, type Withheld } from './confidence.ts';
import type { Held } from './memory.ts';
import type { Trimmed, Trimmer } from './words.ts';

export type Outcome =
  /** The model ended its answer, or nothing more of it could be used. */
  | { readonly type: 'finished'; readonly rule?: string }
  /** Closed from our side before its end. */
  | { readonly type: 'closed' }
  | { readonly type: 'failed'; readonly error: ModelError };

export interface Attempt {
  readonly held: Held;
  /** The answer's further sequences. */
  readonly others: readonly Held[];
  /** What became of the first sequence; the connection may be open for the others still. */
  readonly outcome: Outcome | undefined;
  /** Some of the answer arrived. */
  readonly begun: boolean;
  /** The answer as it came. */
  readonly raw: string;
  /** Called after each change until the returned function is called. */
  watch(listener: () => void): () => void;
  /** Closes the connection; resolves once it is closed. */
  close(): Promise<void>;
  readonly closed: Promise<void>;
}

/** Whether the answer may yet reach `place`: all that is known of it was typed, and it goes on. */
export function mayReach({ held, outcome }: Attempt, model: string, place: Origin): boolean {
  if (outcome || held.dismissed || held.model !== model) return false;
  return follow(held.origin, held.ghost, place).type === 'ahead';
}

/** What is left of the answer at `place`, as soon as it is worth showing, is about something else, or will not change. */
export function restOf(attempt: Attempt, place: Origin, signal: AbortSignal): Promise<Followed> {
  return new Promise((resolve) => {
    const look = (): void => {
      const { held, outcome } = attempt;
      const rest = follow(held.origin, held.ghost, place);
      const waits = rest.type === 'ahead' || (rest.type === 'rest' && !isPresentable(rest.text));
      if (waits && !outcome && !held.dismissed && !signal.aborted) return;
      unwatch();
      signal.removeEventListener('abort', look);
      resolve(rest);
    };
    const unwatch = attempt.watch(look);
    signal.addEventListener('abort', look, { once: true });
    look();
  });
}

/** The first thing shown is at least a word: half a word says nothing and would only flicker. */
function isPresentable(text: string): boolean {
  return /\S\b\W|\S{12}|[)\]}>;,]$/.test(text);
}

/** One sequence of the answer. */
interface Lane {
  readonly held: Held;
  readonly trimmer: Trimmer;
  readonly gate: ConfidenceGate;
  raw: string;
  /** How it ended. */
  end?: Trimmed;
}

/**
 * Starts reading `open(signal)`; what may be shown of each sequence goes into the `ghost` of the answer in its place,
 * with a trimmer of `trimmersReady` each. Who watches is told of the first.
 */
export function startAttempt(
  [held, ...others]: readonly [Held, ...Held[]],
  trimmersReady: Promise<readonly Trimmer[]>,
  open: (signal: AbortSignal) => AsyncIterable<ModelEvent | Withheld>,
  onEvent: (event: ModelEvent) => void,
): Attempt {
  const controller = new AbortController();
  const listeners = new Set<() => void>();
  let outcome: Outcome | undefined;
  let lanes: readonly Lane[] | undefined;
  let begun = false;

  const tell = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const show = (lane: Lane, { text, replaceSuffix }: Trimmed): void => {
    if (text === lane.held.ghost.text && replaceSuffix === lane.held.ghost.replaceSuffix) return;
    lane.held.ghost = { text, replaceSuffix };
    if (lane.held === held) tell();
  };
  const end = (lane: Lane, trimmed: Trimmed): void => {
    show(lane, trimmed);
    lane.end = trimmed;
    if (lane.held !== held) lane.held.state = 'ended';
  };
  const push = (lane: Lane, { text, token }: Extract<ModelEvent, { type: 'text-delta' }>): void => {
    lane.raw += text;
    lane.gate.read(token);
    const { meanLogprob } = lane.gate;
    if (meanLogprob !== undefined) lane.held.meanLogprob = meanLogprob;
    const trimmed = lane.trimmer.push(text);
    if (trimmed.done) end(lane, trimmed);
    else show(lane, trimmed);
  };
  /** The first sequence is whole while others go on: nobody waits for them. */
  const settle = (result: Outcome): void => {
    if (outcome) return;
    outcome = result;
    held.state = 'ended';
    tell();
  };

  const read = async (): Promise<Outcome> => {
    try {
      for await (const event of open(controller.signal)) {
        if (controller.signal.aborted) break;
        if (event.type === 'withheld') return { type: 'finished', rule: event.rule };
        onEvent(event);
        lanes ??= toLanes([held, ...others], await trimmersReady);
        if (event.type === 'finish') {
          for (const lane of lanes) if (!lane.end) end(lane, lane.trimmer.end(howOf(event.finishReason)));
        } else if (event.type === 'sequence-finish' || event.type === 'text-delta') {
          const lane = lanes[event.sequence ?? 0];
          if (!lane || lane.end) continue;
          if (event.type === 'sequence-finish') end(lane, lane.trimmer.end(howOf(event.finishReason)));
          else {
            begun = true;
            push(lane, event);
          }
        } else continue;
        const first = lanes[0]?.end;
        if (!first) continue;
        // A server that gives one sequence only, whatever it was asked for, has nothing more to say.
        if (lanes.every((lane) => lane.end ?? lane.raw === '')) return finished(first);
        settle(finished(first));
      }
    } catch (error) {
      if (!controller.signal.aborted) {
        const first = lanes?.[0];
        if (first && !first.end) show(first, first.trimmer.end('cut'));
        return { type: 'failed', error: asModelError(error) };
      }
    }
    return { type: 'closed' };
  };

  const closed = read().then((result) => {
    settle(result);
    listeners.clear();
  });

  return {
    held,
    others,
    closed,
    get outcome() {
      return outcome;
    },
    get begun() {
      return begun;
    },
    get raw() {
      return lanes?.[0]?.raw ?? '';
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      controller.abort();
      return closed;
    },
  };
}

function finished({ rule }: Trimmed): Outcome {
  return { type: 'finished', ...(rule === undefined ? {} : { rule }) };
}

function toLanes(helds: readonly Held[], trimmers: readonly Trimmer[]): Lane[] {
  return helds.flatMap((held, at) => {
    const trimmer = trimmers[at];
    return trimmer ? [{ held, trimmer, gate: createConfidenceGate({ first: 0, mean: 0 }), raw: '' }] : [];
  });
}

function howOf(reason: FinishReason): 'whole' | 'cut' {
  return reason === 'length' ? 'cut' : 'whole';
}

/** The model layer throws nothing else; a fault of our own is told as such, with its cause. */
function asModelError(error: unknown): ModelError {
  return error instanceof ModelError
    ? error
    : new ModelError('protocol', 'The completion could not be read.', { cause: error });
}
