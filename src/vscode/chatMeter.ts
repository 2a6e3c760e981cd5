/** Looks up what the question that is being written would bring along, so that the meter can count it. */
import { EMPTY_DRAFT, type Draft } from '../core/chat/protocol.ts';
import type { NewQuestion } from '../core/chat/session.ts';
import type { ChatContext } from './chatContext.ts';

export interface DraftMeter {
  /** The question as far as it was looked up. */
  readonly question: NewQuestion;
  changed(draft: Draft, selection: 'with-selection' | 'alone'): void;
  dispose(): void;
}

// Not at every letter: files are read for it.
const AFTER_PAUSE_MS = 400;

/** `measured` is called when the question was looked up anew. */
export function createDraftMeter(context: ChatContext, measured: () => void): DraftMeter {
  let draft = EMPTY_DRAFT;
  let selection: 'with-selection' | 'alone' = 'with-selection';
  let question: NewQuestion = { text: '', prompt: undefined, context: [], images: undefined };
  let waiting: NodeJS.Timeout | undefined;

  const measure = async (): Promise<void> => {
    const { text, references, images } = draft;
    question = { text, prompt: undefined, context: await context.resolve(references, selection), images };
    measured();
  };
  const soon = (): void => {
    clearTimeout(waiting);
    // What cannot be read is told when the question is sent.
    waiting = setTimeout(() => void measure().catch(() => undefined), AFTER_PAUSE_MS);
  };
  const listener = context.onDidChangeSelection(soon);
  soon();
  return {
    get question() {
      return question;
    },
    changed: (next, how) => {
      draft = next;
      selection = how;
      soon();
    },
    dispose: () => {
      listener.dispose();
      clearTimeout(waiting);
    },
  };
}
