/** What a window remembers of the chat: which conversation each view shows, and half-written questions. */
import type * as vscode from 'vscode';
import { EMPTY_DRAFT, type Draft } from '../core/chat/protocol.ts';

export interface ChatMemory {
  current(place: string): string | undefined;
  setCurrent(place: string, conversation: string): void;
  draft(conversation: string): Draft;
  setDraft(conversation: string, draft: Draft): void;
  /** Writes what waits. */
  flush(): Promise<void>;
}

interface Remembered {
  readonly current: Readonly<Record<string, string>>;
  readonly drafts: Readonly<Record<string, Draft>>;
}

const KEY = 'ghoststream.chat';
// Each key press changes the draft; the editor's memory is a file.
const WRITE_AFTER_MS = 300;
const MOST_DRAFTS = 50;

/** `state` is the workspace's: two windows do not share it. */
export function createChatMemory(state: vscode.Memento): ChatMemory {
  let remembered = state.get<Remembered>(KEY, { current: {}, drafts: {} });
  let writing: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    clearTimeout(writing);
    writing = undefined;
    await state.update(KEY, remembered);
  };
  const remember = (part: Partial<Remembered>): void => {
    remembered = { ...remembered, ...part };
    writing ??= setTimeout(() => void flush(), WRITE_AFTER_MS);
  };
  return {
    flush,
    current: (place) => remembered.current[place],
    setCurrent: (place, conversation) =>
      remember({ current: { ...remembered.current, [place]: conversation } }),
    draft: (conversation) => remembered.drafts[conversation] ?? EMPTY_DRAFT,
    setDraft: (conversation, draft) => {
      const { [conversation]: _, ...others } = remembered.drafts;
      const empty = draft.text === '' && draft.references.length === 0 && draft.images.length === 0;
      const kept = Object.fromEntries(Object.entries(others).slice(1 - MOST_DRAFTS));
      remember({ drafts: empty ? kept : { ...kept, [conversation]: draft } });
    },
  };
}
