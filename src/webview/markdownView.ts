/** Draws a Markdown text that grows, a slice each frame, so that the page stays quick whatever comes. */
import { createBlockReader, type Reading } from '../core/chat/blocks.ts';
import { reconcile, trim, type Drawn } from './blockView.ts';
import type { OnCode } from './codeView.ts';
import type { Frames } from './frames.ts';

export interface MarkdownView {
  readonly element: HTMLElement;
  append(text: string): void;
  /** Nothing more comes. */
  end(): void;
}

// Read in one go; longer texts take several slices.
const SLICE = 32_000;
// Blocks drawn between two looks at the time.
const BATCH = 8;

/** `frames` decides when there is time to draw; `drawn` is called after each slice. */
export function createMarkdownView(element: HTMLElement, frames: Frames, onCode: OnCode): MarkdownView {
  const reader = createBlockReader();
  const drawn: Drawn[] = [];
  const context = { definitions: reader.definitions, onCode };
  let waiting = '';
  let ended = false;
  let reading: Reading | undefined;
  /** How many blocks of the reading are drawn. */
  let done = 0;

  /** Draws some; true while there is more to do. */
  const step = (): boolean => {
    if (!reading) {
      if (waiting === '' && !ended) return false;
      reader.push(waiting.slice(0, SLICE));
      waiting = waiting.slice(SLICE);
      const last = waiting === '' && ended;
      if (last) ended = false;
      reading = last ? reader.end() : reader.read();
      done = 0;
    }
    const { kept, keptChildren, tail } = reading;
    const batch = tail.slice(done, done + BATCH);
    // Until their turn comes, blocks behind the batch show what they showed.
    reconcile(element, drawn, kept + done, batch, context, done === 0 ? keptChildren : 0);
    done += batch.length;
    if (done >= tail.length) {
      trim(drawn, kept + tail.length);
      reading = undefined;
    }
    return reading !== undefined || waiting !== '' || ended;
  };

  return {
    element,
    append: (text) => {
      waiting += text;
      frames.request(step);
    },
    end: () => {
      ended = true;
      frames.request(step);
    },
  };
}
