/** Where ghost text cannot grow: waits for an answer that is worth showing as it is. */
import type { Clock } from '../ports.ts';
import { growthCut, hasFirstLine } from './growth.ts';

/** Longest wait after the first text, in milliseconds: longer is felt as a pause. */
const WAIT_MS = 700;

export interface Stream {
  recall(): string | undefined;
  /** Told each time there is more, and once at the end; returns the way to stop it. */
  onMore(listener: (ended: boolean) => void): () => void;
}

/**
 * Resolves with the best cut: the lines that are whole once the first one is, all of it when the stream has ended, or
 * whole words after a while. Undefined when the signal ended the waiting or nothing is known any more.
 */
export function bestCut(stream: Stream, clock: Clock, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const finish = (choose: (text: string) => string): void => {
      stopTimer();
      stopListening();
      signal.removeEventListener('abort', onAbort);
      const text = signal.aborted ? undefined : stream.recall();
      resolve(text === undefined ? undefined : choose(text));
    };
    const onAbort = (): void => finish((text) => text);
    const look = (ended: boolean): void => {
      if (ended) finish((text) => text);
      else if (hasFirstLine(stream.recall() ?? '')) finish(growthCut);
    };
    const stopTimer = clock.after(WAIT_MS, () => finish((text) => growthCut(text) || text));
    const stopListening = stream.onMore(look);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    else look(false);
  });
}
