/** From a conversation to what the model is sent: the newest of it that fits the context window. */
import type { ChatMessage, ChatRequest, ContentPart } from '../model/words.ts';
import { questionText } from './context.ts';
import { branch } from './conversation.ts';
import type { Conversation, Message, Question } from './words.ts';

export interface BuiltRequest {
  readonly request: ChatRequest;
  /** Estimated tokens of the request. */
  readonly used: number;
  /** How many of the oldest messages were left out. */
  readonly leftOut: number;
}

/** The context window assumed where a model says nothing, in tokens. */
export const ASSUMED_WINDOW = 16_384;

/** What a model without instructions of the user's own is told. */
const INSTRUCTIONS =
  'You are a programming assistant inside a code editor. Answer in Markdown, briefly. ' +
  'Put code in fenced blocks with the language named; when a block belongs to a file, ' +
  'name the file in a comment on its first line, such as `// path: src/a.ts`.';

const CONTINUE =
  'Your last answer was cut off. Go on exactly where it stopped. Repeat nothing, comment on nothing.';

/**
 * The rule: the instructions and the newest question always go; before it, whole messages from the newest back, as
 * many as fit; a quarter of the window stays free for the answer. A question that alone is too long loses the end of
 * its context. `leaf` is the message to answer, or the answer to go on with.
 */
export function buildRequest(conversation: Conversation, leaf: string | null, window: number): BuiltRequest {
  const budget = Math.floor(window * 0.75);
  const system = conversation.system.trim() === '' ? INSTRUCTIONS : conversation.system;
  const path = branch(conversation, leaf);
  const newest = path.findLastIndex((message) => message.role === 'user');
  let used = tokens(system) + PER_MESSAGE;
  const sent: ChatMessage[] = [];
  let index = path.length - 1;
  for (; index >= 0; index--) {
    const message = path[index];
    if (!message) break;
    const mustGo = index >= newest;
    const left = budget - used - PER_MESSAGE;
    if (!mustGo && wholeCost(message) > left) break;
    const wire = fitted(message, mustGo ? left : Number.POSITIVE_INFINITY);
    used += wire ? (mustGo ? tokensOf(wire) : wholeCost(message)) + PER_MESSAGE : 0;
    if (wire) sent.unshift(wire);
  }
  const last = path.at(-1);
  if (last?.role === 'assistant') sent.push({ role: 'user', content: CONTINUE });
  return {
    request: {
      type: 'chat',
      messages: [{ role: 'system', content: system }, ...alternating(sent)],
      maxTokens: Math.max(window - used, Math.floor(window / 4)),
    },
    used,
    leftOut: index + 1,
  };
}

// Roles and separators of chat templates.
const PER_MESSAGE = 6;
// Vision models differ; most take 500 to 1,500 tokens a picture.
const PER_IMAGE = 1_000;

/** A message does not change once its answer ended, and a long conversation is counted at every question. */
const costs = new WeakMap<Message, number>();

function wholeCost(message: Message): number {
  const known = costs.get(message);
  if (known !== undefined) return known;
  const wire = fitted(message, Number.POSITIVE_INFINITY);
  const cost = wire ? tokensOf(wire) : 0;
  costs.set(message, cost);
  return cost;
}

function fitted(message: Message, budget: number): ChatMessage | undefined {
  if (message.role === 'assistant') {
    return message.text.trim() === '' ? undefined : { role: 'assistant', content: message.text };
  }
  const text = questionText(message, budget - PER_IMAGE * (message.images?.length ?? 0), tokens);
  return { role: 'user', content: withImages(message, text) };
}

function withImages(question: Question, text: string): string | ContentPart[] {
  if (!question.images || question.images.length === 0) return text;
  const images = question.images.map((image): ContentPart => ({ type: 'image', ...image }));
  return [{ type: 'text', text }, ...images];
}

/** Many chat templates refuse two messages of one role in a row: an unanswered question joins the next. */
function alternating(messages: readonly ChatMessage[]): ChatMessage[] {
  const result: ChatMessage[] = [];
  for (const message of messages) {
    const last = result.at(-1);
    if (last?.role === 'user' && message.role === 'user') {
      result[result.length - 1] = {
        role: 'user',
        content: [...parts(last.content), ...parts(message.content)],
      };
    } else result.push(message);
  }
  return result.map(plain);
}

function parts(content: string | readonly ContentPart[]): readonly ContentPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** Servers without vision take text only as one string. */
function plain(message: ChatMessage): ChatMessage {
  if (message.role !== 'user' || typeof message.content === 'string') return message;
  const texts = message.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.length === message.content.length ? { role: 'user', content: texts.join('\n\n') } : message;
}

function tokensOf({ content }: ChatMessage): number {
  return typeof content === 'string'
    ? tokens(content)
    : content.reduce((sum, part) => sum + (part.type === 'text' ? tokens(part.text) : PER_IMAGE), 0);
}

/** Estimated tokens of a text, rather too many than too few: about 3.3 characters of code or English each. */
export function tokens(text: string): number {
  let weight = 0;
  for (let i = 0; i < text.length; i++) weight += text.charCodeAt(i) < 128 ? 0.3 : 0.7;
  return Math.ceil(weight);
}
