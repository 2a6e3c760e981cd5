/** The words of the chat: a conversation is what its events add up to; the same events are stored and shown. */
import * as v from 'valibot';
import { REMEDIES } from '../model/remedy.ts';

/** Version of the stored events; a line of a higher version is left alone and never rewritten. */
export const FORMAT = 1;

const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(64));
/** Milliseconds since 1970. */
const time = v.number();

/** Something the user put beside the question, as it was when the question was sent. */
const contextItemSchema = v.object({
  kind: v.picklist(['file', 'folder', 'symbol', 'problems', 'selection', 'terminal', 'changes']),
  /** What the chip says, such as `client.ts:3-9`. */
  label: v.string(),
  /** Where it came from, for opening it on a click. */
  uri: v.optional(v.string()),
  /** First and last line, from 1. */
  lines: v.optional(v.tuple([v.number(), v.number()])),
  language: v.optional(v.string()),
  text: v.string(),
});
export type ContextItem = v.InferOutput<typeof contextItemSchema>;

export const imageSchema = v.object({
  mimeType: v.picklist(['image/png', 'image/jpeg', 'image/webp', 'image/gif']),
  /** Base64, at most about 5 MB of picture. */
  data: v.pipe(v.string(), v.maxLength(7_000_000)),
});
export type Image = v.InferOutput<typeof imageSchema>;

const failureSchema = v.object({
  kind: v.string(),
  /** A sentence for people. */
  message: v.string(),
  status: v.optional(v.number()),
  helpUrl: v.optional(v.string()),
  /** The one thing that helps. */
  remedy: v.optional(v.picklist(REMEDIES)),
  /** Whether asking again may help without changing a setting. */
  retryable: v.boolean(),
});
export type Failure = v.InferOutput<typeof failureSchema>;

const usageSchema = v.object({
  promptTokens: v.optional(v.number()),
  completionTokens: v.optional(v.number()),
});

const event = <T extends string, E extends v.ObjectEntries>(type: T, entries: E) =>
  v.object({ type: v.literal(type), ...entries });

export const eventSchema = v.variant('type', [
  event('create', { at: time, id }),
  event('question', {
    id,
    parent: v.nullable(id),
    at: time,
    text: v.string(),
    /** What the model is told in place of `text` when a slash command was used. */
    prompt: v.optional(v.string()),
    context: v.array(contextItemSchema),
    images: v.optional(v.array(imageSchema)),
  }),
  /** An answer begins. */
  event('answer', { id, parent: v.nullable(id), at: time, model: v.string() }),
  event('text', { id, text: v.string() }),
  event('reasoning', { id, text: v.string() }),
  event('tool-call', {
    id,
    index: v.number(),
    name: v.optional(v.string()),
    arguments: v.optional(v.string()),
  }),
  /** The answer ended; `reason` is the model layer's finish reason. */
  event('finish', { id, at: time, reason: v.string(), usage: v.optional(usageSchema) }),
  /** The user stopped the answer. */
  event('stop', { id, at: time }),
  event('fail', { id, at: time, failure: failureSchema }),
  /** A cut, stopped or failed answer goes on. */
  event('resume', { id, at: time }),
  /** Which branch is shown: the one that ends in this message. */
  event('select', { leaf: v.nullable(id) }),
  /** A message and all that follows it are gone. */
  event('remove', { id }),
  event('rename', { title: v.string() }),
  event('pin', { pinned: v.boolean() }),
  /** The conversation's own model, by its name in the settings; null for the current one. */
  event('model', { model: v.nullable(v.string()) }),
  event('system', { text: v.string() }),
]);
export type ChatEvent = v.InferOutput<typeof eventSchema>;

export type AnswerState =
  | { readonly type: 'running' }
  | { readonly type: 'finished'; readonly reason: string }
  | { readonly type: 'stopped' }
  | { readonly type: 'failed'; readonly failure: Failure };

interface Placed {
  readonly id: string;
  /** The message it follows; null for the first. Two messages with one parent are branches. */
  readonly parent: string | null;
  readonly at: number;
}

export interface Question extends Placed {
  readonly role: 'user';
  readonly text: string;
  readonly prompt?: string | undefined;
  readonly context: readonly ContextItem[];
  readonly images?: readonly Image[] | undefined;
}

export interface ShownToolCall {
  readonly name: string;
  readonly arguments: string;
}

export interface ChatAnswer extends Placed {
  readonly role: 'assistant';
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly ShownToolCall[];
  readonly model: string;
  readonly state: AnswerState;
  readonly endedAt?: number;
  readonly usage?: v.InferOutput<typeof usageSchema> | undefined;
}

export type Message = Question | ChatAnswer;

export interface Conversation {
  readonly id: string;
  readonly createdAt: number;
  readonly title: string;
  readonly pinned: boolean;
  readonly model: string | null;
  readonly system: string;
  readonly messages: ReadonlyMap<string, Message>;
  /** The last message of the branch that is shown. */
  readonly leaf: string | null;
}

/** What the list of conversations shows. */
export interface Summary {
  readonly id: string;
  readonly title: string;
  readonly pinned: boolean;
  readonly updatedAt: number;
}
