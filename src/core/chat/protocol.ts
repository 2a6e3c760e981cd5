/** What the chat's page and the extension say to each other. The page shows model output, so what it says is checked. */
import * as v from 'valibot';
import { REMEDIES, type Remedy } from '../model/remedy.ts';
import { imageSchema, type ChatEvent, type Conversation, type Summary } from './words.ts';

const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(64));
const text = v.pipe(v.string(), v.maxLength(2_000_000));
const href = v.pipe(v.string(), v.maxLength(4_000));

const message = <T extends string, E extends v.ObjectEntries>(type: T, entries: E) =>
  v.object({ type: v.literal(type), ...entries });

export const CODE_ACTIONS = ['copy', 'insert', 'replace', 'new-file', 'apply', 'run'] as const;
export type CodeAction = (typeof CODE_ACTIONS)[number];

const draftSchema = v.object({
  text,
  /** Chips besides the automatic one: references as the user named them, such as `@file:src/a.ts`. */
  references: v.array(v.pipe(v.string(), v.maxLength(1_000))),
  images: v.array(imageSchema),
  /** The question that is being edited: sending makes a branch beside it. */
  editing: v.nullable(id),
});
export type Draft = v.InferOutput<typeof draftSchema>;

export const EMPTY_DRAFT: Draft = { text: '', references: [], images: [], editing: null };

/** From the page. */
export const pageMessageSchema = v.variant('type', [
  message('ready', {}),
  message('open', { conversation: id }),
  message('new', {}),
  message('send', { draft: draftSchema, withSelection: v.boolean() }),
  message('draft', { draft: draftSchema, withSelection: v.boolean() }),
  message('stop', {}),
  message('regenerate', { message: id }),
  message('continue', { message: id }),
  message('select', { message: id }),
  message('remove', { message: id }),
  message('rename', { conversation: id, title: v.pipe(v.string(), v.maxLength(200)) }),
  message('pin', { conversation: id, pinned: v.boolean() }),
  message('delete', { conversation: id }),
  message('export', { conversation: id }),
  message('choose-model', {}),
  message('system', { text }),
  message('search', { query: v.pipe(v.string(), v.maxLength(500)) }),
  message('suggest', {
    request: v.number(),
    kind: v.picklist(['slash', 'mention']),
    query: v.pipe(v.string(), v.maxLength(500)),
  }),
  message('drop', { uris: v.array(href) }),
  message('link', { href }),
  message('symbol', { name: v.pipe(v.string(), v.maxLength(200)) }),
  /** Which of these files and symbols are there? */
  message('names', { names: v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(30)) }),
  message('copy', { text }),
  message('code', {
    action: v.picklist(CODE_ACTIONS),
    code: text,
    info: v.pipe(v.string(), v.maxLength(500)),
    message: id,
  }),
  message('help', { topic: v.picklist(REMEDIES) }),
]);
export type PageMessage = v.InferOutput<typeof pageMessageSchema>;

/** An entry of the list that opens behind `/` or `@`. */
export interface Suggestion {
  readonly label: string;
  readonly detail: string;
  /** A codicon's name. */
  readonly icon: string;
  /** What takes the place of the typed word. */
  readonly insert: string;
  /** A reference to add as a chip in place of inserting text. */
  readonly reference?: string;
}

/** How full the context window is, in tokens. */
export interface Meter {
  readonly used: number;
  readonly window: number;
  /** How many of the oldest messages the next request leaves out. */
  readonly leftOut: number;
}

/** A color rule of the theme: TextMate scopes and how text of them looks. */
export interface TokenColor {
  readonly scope?: string | readonly string[];
  readonly settings: { readonly foreground?: string; readonly fontStyle?: string };
}

/** A stored conversation without `Map`, which messages to a page cannot carry in every version. */
export type SentConversation = Omit<Conversation, 'messages'> & {
  readonly messages: readonly (Conversation['messages'] extends ReadonlyMap<string, infer M> ? M : never)[];
};

/** To the page. */
export type HostMessage =
  | {
      readonly type: 'conversation';
      readonly conversation: SentConversation;
      readonly draft: Draft;
      readonly running: readonly string[];
    }
  | { readonly type: 'events'; readonly conversation: string; readonly events: readonly ChatEvent[] }
  | { readonly type: 'list'; readonly summaries: readonly Summary[]; readonly matching?: readonly string[] }
  | { readonly type: 'running'; readonly answers: readonly string[] }
  /** A request waits before it tries again; `seconds` 0 ends the waiting. */
  | { readonly type: 'waiting'; readonly answer: string; readonly seconds: number; readonly reason: string }
  | { readonly type: 'model'; readonly name: string | null; readonly meter: Meter | null }
  /** The selection or file that goes with the next question unless the user sends it away. */
  | { readonly type: 'selection'; readonly label: string | null }
  | { readonly type: 'suggestions'; readonly request: number; readonly suggestions: readonly Suggestion[] }
  | {
      readonly type: 'names';
      readonly asked: readonly string[];
      /** Those that are there. */
      readonly files: readonly string[];
      readonly symbols: readonly string[];
    }
  /** A question that could not be sent, back to its writer. */
  | { readonly type: 'draft'; readonly draft: Draft }
  | { readonly type: 'reference'; readonly reference: string }
  | { readonly type: 'insert'; readonly text: string; readonly send: boolean }
  | {
      readonly type: 'colors';
      readonly kind: 'light' | 'dark' | 'high-contrast' | 'high-contrast-light';
      /** The theme's own rules; null where they cannot be read. */
      readonly tokenColors: readonly TokenColor[] | null;
    }
  | { readonly type: 'focus' };

export function toSent(conversation: Conversation): SentConversation {
  return { ...conversation, messages: [...conversation.messages.values()] };
}

export function fromSent(sent: SentConversation): Conversation {
  return { ...sent, messages: new Map(sent.messages.map((each) => [each.id, each])) };
}

/** What a link for help names in the page. */
export const isRemedy = (name: string | undefined): name is Remedy =>
  (REMEDIES as readonly (string | undefined)[]).includes(name);
