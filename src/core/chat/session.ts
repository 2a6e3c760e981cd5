/** The conversations that are open in this window: answers run here, whether anybody looks or not. */
import type { Clock } from '../ports.ts';
import { answer, type AnswerPorts } from './answer.ts';
import { emptyConversation, reduce, titleOf } from './conversation.ts';
import { joinDeltas, replay } from './log.ts';
import { ASSUMED_WINDOW, buildRequest, type BuiltRequest } from './request.ts';
import type { Endpoint } from '../model/words.ts';
import type { ChatEvent, Conversation, Question, Summary } from './words.ts';

/** Where conversations are kept. Events of one conversation are written in the order given. */
export interface ChatStore {
  load(id: string): Promise<readonly ChatEvent[]>;
  append(id: string, events: readonly ChatEvent[], summary: Summary): Promise<void>;
}

export interface ChatModel {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly contextTokens?: number;
}

export interface ChatPorts extends Omit<AnswerPorts, 'waiting'> {
  readonly store: ChatStore;
  readonly clock: Clock;
  /** The model called `name`, or the one in use. */
  readonly chatModel: (name: string | null) => ChatModel | undefined;
  /** Told of what happened, at most once a frame while an answer streams. */
  readonly onEvents: (conversation: string, events: readonly ChatEvent[]) => void;
  readonly onRunning: (conversation: string) => void;
  readonly onWaiting: (conversation: string, answer: string, seconds: number, reason: string) => void;
  /** The store refused: the disk is full or not writable. */
  readonly onStoreError: (error: unknown) => void;
}

export interface Chats {
  open(id: string): Promise<Conversation>;
  create(): Conversation;
  /** Adds events that are no answer: a title, a branch, a removal. */
  apply(id: string, ...events: readonly ChatEvent[]): Promise<void>;
  /** Adds a question and answers it. `parent` undefined: at the end of the branch that is shown. */
  ask(id: string, question: NewQuestion): Promise<void>;
  /** Another answer to the question before this one. */
  regenerate(id: string, answerId: string): Promise<void>;
  /** Goes on with a cut, stopped or failed answer. */
  continue(id: string, answerId: string): Promise<void>;
  stop(id: string): void;
  running(id: string): readonly string[];
  /** What the next request would send, if `question` came next. */
  preview(conversation: Conversation, question: NewQuestion): BuiltRequest & { readonly window: number };
  /** Another window wrote to a conversation. */
  receive(id: string, events: readonly ChatEvent[]): void;
  /** The conversation was deleted. */
  forget(id: string): void;
  dispose(): Promise<void>;
}

export type NewQuestion = Pick<Question, 'text' | 'prompt' | 'context' | 'images'> & {
  readonly parent?: string | null;
};

// A frame of 60 a second; the page draws no faster.
const SHOW_EVERY_MS = 16;
// What a crash may lose of a running answer.
const STORE_EVERY_MS = 250;

interface Open {
  conversation: Conversation;
  readonly running: Map<string, AbortController>;
  unshown: ChatEvent[];
  unstored: ChatEvent[];
  /** The conversation was deleted: what still comes is for nobody. */
  gone?: true;
  showing?: (() => void) | undefined;
  storing?: (() => void) | undefined;
}

export function createChats(ports: ChatPorts): Chats {
  const opened = new Map<string, Open>();
  const opening = new Map<string, Promise<Open>>();
  const newId = (): string =>
    Array.from({ length: 4 }, () => ports.random().toString(36).slice(2, 6)).join('');

  const openOne = async (id: string): Promise<Open> => {
    const known = opened.get(id);
    if (known) return known;
    const pending =
      opening.get(id) ??
      ports.store.load(id).then((events) => {
        const open = fresh(replay(id, events));
        opened.set(id, open);
        opening.delete(id);
        return open;
      });
    opening.set(id, pending);
    return pending;
  };

  const show = (open: Open): void => {
    open.showing?.();
    open.showing = undefined;
    const events = joinDeltas(open.unshown);
    open.unshown = [];
    if (events.length > 0) ports.onEvents(open.conversation.id, events);
  };

  const store = async (open: Open): Promise<void> => {
    open.storing?.();
    open.storing = undefined;
    const events = joinDeltas(open.unstored);
    open.unstored = [];
    if (events.length === 0) return;
    try {
      await ports.store.append(open.conversation.id, events, summaryOf(open.conversation, ports.now()));
    } catch (error) {
      ports.onStoreError(error);
    }
  };

  /** Text of a running answer is gathered for a moment; all else is shown and stored at once. */
  const add = async (open: Open, event: ChatEvent): Promise<void> => {
    if (open.gone) return;
    open.conversation = reduce(open.conversation, event);
    open.unshown.push(event);
    open.unstored.push(event);
    if (event.type === 'text' || event.type === 'reasoning') {
      open.showing ??= ports.clock.after(SHOW_EVERY_MS, () => show(open));
      open.storing ??= ports.clock.after(STORE_EVERY_MS, () => void store(open));
      return;
    }
    show(open);
    await store(open);
  };

  const run = async (open: Open, id: string, parent: string | null): Promise<void> => {
    const { conversation } = open;
    const model = ports.chatModel(conversation.model);
    const before = conversation.messages.get(id);
    const at = ports.now();
    const controller = new AbortController();
    // Told first: an answer that nobody runs is shown as interrupted.
    open.running.set(id, controller);
    ports.onRunning(conversation.id);
    try {
      if (before) await add(open, { type: 'resume', id, at });
      else await add(open, { type: 'answer', id, parent, at, model: model?.name ?? '' });
      if (!model) {
        await add(open, { type: 'fail', id, at, failure: NO_MODEL });
        return;
      }
      const text = before?.role === 'assistant' ? before.text : '';
      const leaf = text === '' ? parent : id;
      const { request } = buildRequest(open.conversation, leaf, model.contextTokens ?? ASSUMED_WINDOW);
      const waiting: AnswerPorts['waiting'] = (seconds, reason) =>
        ports.onWaiting(conversation.id, id, seconds, reason);
      const task = { id, endpoint: model.endpoint, request, before: text };
      for await (const event of answer(task, { ...ports, waiting }, controller.signal))
        await add(open, event);
    } finally {
      open.running.delete(id);
      ports.onRunning(conversation.id);
    }
  };

  return {
    open: async (id) => (await openOne(id)).conversation,
    create: () => {
      const open = fresh(emptyConversation(newId(), ports.now()));
      opened.set(open.conversation.id, open);
      return open.conversation;
    },
    apply: async (id, ...events) => {
      const open = await openOne(id);
      for (const event of events) await add(open, event);
    },
    ask: async (id, { parent, ...question }) => {
      const open = await openOne(id);
      const questionId = newId();
      const at = ports.now();
      if (open.conversation.messages.size === 0) await add(open, { type: 'create', id, at });
      const after = parent === undefined ? open.conversation.leaf : parent;
      await add(open, {
        type: 'question',
        ...question,
        context: [...question.context],
        images: question.images && [...question.images],
        id: questionId,
        parent: after,
        at,
      });
      await run(open, newId(), questionId);
    },
    regenerate: async (id, answerId) => {
      const open = await openOne(id);
      const message = open.conversation.messages.get(answerId);
      if (message?.role === 'assistant' && open.running.size === 0) await run(open, newId(), message.parent);
    },
    continue: async (id, answerId) => {
      const open = await openOne(id);
      const message = open.conversation.messages.get(answerId);
      if (message?.role === 'assistant' && open.running.size === 0) await run(open, answerId, message.parent);
    },
    stop: (id) => {
      for (const controller of opened.get(id)?.running.values() ?? []) controller.abort();
    },
    running: (id) => [...(opened.get(id)?.running.keys() ?? [])],
    preview: (conversation, question) => {
      const window = ports.chatModel(conversation.model)?.contextTokens ?? ASSUMED_WINDOW;
      const parent = question.parent === undefined ? conversation.leaf : question.parent;
      const next: Question = { ...question, role: 'user', id: 'next', parent, at: 0 };
      const messages = new Map(conversation.messages).set(next.id, next);
      return { ...buildRequest({ ...conversation, messages }, next.id, window), window };
    },
    receive: (id, events) => {
      const open = opened.get(id);
      if (!open) return;
      for (const event of events) open.conversation = reduce(open.conversation, event);
      ports.onEvents(id, joinDeltas(events));
    },
    forget: (id) => {
      const open = opened.get(id);
      if (!open) return;
      open.gone = true;
      open.storing?.();
      for (const controller of open.running.values()) controller.abort();
      opened.delete(id);
    },
    dispose: async () => {
      for (const open of opened.values()) {
        open.showing?.();
        for (const controller of open.running.values()) controller.abort();
      }
      await Promise.all([...opened.values()].map(store));
    },
  };
}

const NO_MODEL = {
  kind: 'no-model',
  message: 'No model is chosen for the chat yet.',
  remedy: 'model',
  retryable: true,
} as const;

function fresh(conversation: Conversation): Open {
  return { conversation, running: new Map(), unshown: [], unstored: [] };
}

export function summaryOf(conversation: Conversation, updatedAt: number): Summary {
  return { id: conversation.id, title: titleOf(conversation), pinned: conversation.pinned, updatedAt };
}
