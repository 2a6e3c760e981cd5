/** Draws a Markdown text that grows, a slice each frame, so that the page stays quick whatever comes. */
import { createBlockReader, type Reading } from '../core/chat/blocks.ts';
import type { Block } from '../core/chat/markdown.ts';
import { reconcile, trim, type Drawn } from './blockView.ts';
import type { OnCode } from './codeView.ts';
import { h } from './dom.ts';
import type { Frames } from './frames.ts';

export interface MarkdownView {
  readonly element: HTMLElement;
  append(text: string): void;
  /** Nothing more comes. */
  end(): void;
  /** Nothing more is drawn. */
  dispose(): void;
}

// Read in one go; longer texts take several slices.
const SLICE = 32_000;
// What is drawn between two looks at the time: so many blocks, or characters.
const BATCH = 8;
const BATCH_CHARACTERS = 4_000;

// Laid out, or passed over, as one: a text costs no more the longer it gets.
const PART = 8;
const PART_CHARACTERS = 4_000;
// How high it may be, for the scroll bar.
const BLOCK_PX = 10;
const LINE_PX = 20;
const LINE_CHARACTERS = 45;

/** `frames` decides when there is time to draw. */
export function createMarkdownView(element: HTMLElement, frames: Frames, onCode: OnCode): MarkdownView {
  const reader = createBlockReader();
  const drawn: Drawn[] = [];
  const context = { definitions: reader.definitions, onCode };
  let part: HTMLElement | undefined;
  let room = 0;
  let height = 0;
  const append = (block: HTMLElement): void => {
    if (!part || part.childElementCount >= PART || room <= 0) {
      part = h('div', { class: 'part' });
      element.append(part);
      room = PART_CHARACTERS;
      height = 0;
    }
    part.append(block);
    const text = block.textContent;
    room -= text.length;
    height += BLOCK_PX + LINE_PX * Math.max(text.split('\n').length, text.length / LINE_CHARACTERS);
    // Until it was seen once.
    part.style.containIntrinsicBlockSize = `auto ${Math.round(height)}px`;
  };
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
    const batch = nextBatch(tail, done);
    // Until their turn comes, blocks behind the batch show what they showed.
    reconcile(append, drawn, kept + done, batch, context, done === 0 ? keptChildren : 0);
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
    dispose: () => frames.cancel(step),
  };
}

function nextBatch(tail: readonly Block[], from: number): readonly Block[] {
  let end = from;
  for (let left = BATCH_CHARACTERS; end < tail.length && end < from + BATCH && left > 0; end++)
    left -= weight(tail[end]);
  return tail.slice(from, end);
}

/** Characters, where a row or an item stands for some. */
function weight(block: Block | undefined): number {
  return (block?.content.length ?? 0) + 50 * (block?.children.length ?? 0);
}
