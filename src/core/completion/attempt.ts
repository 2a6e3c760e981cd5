/** One request to the model while its answer arrives: trims what comes, tells who waits, closes on demand. */
import { ModelError } from '../model/errors.ts';
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
  /** The answer as it came. */
  readonly raw: string;
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
  let raw = '';
  let begun = false;

  const tell = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const show = ({ text, replaceSuffix }: Trimmed): void => {
    if (text === held.ghost.text && replaceSuffix === held.ghost.replaceSuffix) return;
    held.ghost = { text, replaceSuffix };
    tell();
  };

  const read = async (): Promise<Outcome> => {
    let trimmer: Trimmer | undefined;
    try {
      for await (const event of open(controller.signal)) {
        if (controller.signal.aborted) break;
        onEvent(event);
        trimmer ??= await trimmerReady;
        if (event.type === 'finish') {
          const trimmed = trimmer.end(event.finishReason === 'length' ? 'cut' : 'whole');
          show(trimmed);
          return finished(trimmed);
        }
        if (event.type !== 'text-delta' || event.sequence) continue;
        begun = true;
        raw += event.text;
        const trimmed = trimmer.push(event.text);
        show(trimmed);
        if (trimmed.done) return finished(trimmed);
      }
    } catch (error) {
      if (!controller.signal.aborted) {
        if (trimmer) show(trimmer.end('cut'));
        return { type: 'failed', error: asModelError(error) };
      }
    }
    return { type: 'closed' };
  };

  const closed = read().then((result) => {
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
    get raw() {
      return raw;
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

/** The model layer throws nothing else; a fault of our own is told as such, with its cause. */
function asModelError(error: unknown): ModelError {
  return error instanceof ModelError
    ? error
    : new ModelError('protocol', 'The completion could not be read.', { cause: error });
}
