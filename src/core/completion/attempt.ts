/** One request to the model while its answer arrives: trims what comes, tells who waits, closes on demand. */
import type { ModelError } from '../model/errors.ts';
import { ModelError as Failure } from '../model/errors.ts';
import type { ModelEvent } from '../model/words.ts';
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
  readonly outcome: Outcome | undefined;
  /** Some of the answer arrived. */
  readonly begun: boolean;
  /** Called after each change until the returned function is called. */
  watch(listener: () => void): () => void;
  /** Closes the connection; resolves once it is closed. */
  close(): Promise<void>;
  readonly closed: Promise<void>;
}

/** Starts reading `open(signal)`; what may be shown goes into `held.ghost`. */
export function startAttempt(
  held: Held,
  trimmerReady: Promise<Trimmer>,
  open: (signal: AbortSignal) => AsyncIterable<ModelEvent>,
  onEvent: (event: ModelEvent) => void,
): Attempt {
  const controller = new AbortController();
  const listeners = new Set<() => void>();
  let outcome: Outcome | undefined;
  let begun = false;

  const show = ({ text, replaceSuffix }: Trimmed): void => {
    if (text === held.ghost.text && replaceSuffix === held.ghost.replaceSuffix) return;
    held.ghost = { text, replaceSuffix };
    tell();
  };
  const tell = (): void => {
    for (const listener of [...listeners]) listener();
  };

  const read = async (): Promise<Outcome> => {
    let trimmer: Trimmer | undefined;
    try {
      for await (const event of open(controller.signal)) {
        if (controller.signal.aborted) return { type: 'closed' };
        onEvent(event);
        trimmer ??= await trimmerReady;
        if (event.type === 'finish') {
          const trimmed = trimmer.end(event.finishReason === 'length' ? 'cut' : 'whole');
          show(trimmed);
          return finished(trimmed);
        }
        if (event.type !== 'text-delta' || event.sequence) continue;
        begun = true;
        const trimmed = trimmer.push(event.text);
        show(trimmed);
        if (trimmed.done) return finished(trimmed);
      }
      // A stream without a finish has failed by contract; whole lines of it are still good.
      if (trimmer) show(trimmer.end('cut'));
      return { type: 'finished' };
    } catch (error) {
      if (controller.signal.aborted) return { type: 'closed' };
      if (!(error instanceof Failure)) throw error;
      if (trimmer) show(trimmer.end('cut'));
      return { type: 'failed', error };
    }
  };

  const closed = read()
    .catch((error: unknown): Outcome => ({
      type: 'failed',
      error: new Failure('protocol', 'The completion could not be read.', { cause: error }),
    }))
    .then((result) => {
      outcome = result;
      held.state = 'ended';
      tell();
      listeners.clear();
    });

  return {
    held,
    closed,
    get outcome() {
      return outcome;
    },
    get begun() {
      return begun;
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
