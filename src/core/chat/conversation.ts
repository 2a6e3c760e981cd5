/** Adds an event to a conversation, and reads branches out of it. */
import type { ChatAnswer, ChatEvent, Conversation, Message, ShownToolCall } from './words.ts';

export function emptyConversation(id: string, createdAt: number): Conversation {
  return {
    id,
    createdAt,
    title: '',
    pinned: false,
    model: null,
    system: '',
    messages: new Map(),
    leaf: null,
  };
}

/** Events that name no known message, or create one that is there already, change nothing: replaying is safe. */
export function reduce(conversation: Conversation, event: ChatEvent): Conversation {
  switch (event.type) {
    case 'create':
      return { ...conversation, id: event.id, createdAt: event.at };
    case 'question': {
      const { type: _, ...question } = event;
      return add(conversation, { ...question, role: 'user' });
    }
    case 'answer': {
      const { type: _, ...answer } = event;
      return add(conversation, {
        ...answer,
        role: 'assistant',
        text: '',
        reasoning: '',
        toolCalls: [],
        state: { type: 'running' },
      });
    }
    case 'text':
      return change(conversation, event.id, (answer) => ({ ...answer, text: answer.text + event.text }));
    case 'reasoning':
      return change(conversation, event.id, (answer) => ({
        ...answer,
        reasoning: answer.reasoning + event.text,
      }));
    case 'tool-call':
      return change(conversation, event.id, (answer) => ({
        ...answer,
        toolCalls: withToolCall(answer, event),
      }));
    case 'finish':
      return change(conversation, event.id, (answer) => ({
        ...answer,
        state: { type: 'finished', reason: event.reason },
        endedAt: event.at,
        usage: event.usage,
      }));
    case 'stop':
      return change(conversation, event.id, (answer) => ({
        ...answer,
        state: { type: 'stopped' },
        endedAt: event.at,
      }));
    case 'fail':
      return change(conversation, event.id, (answer) => ({
        ...answer,
        state: { type: 'failed', failure: event.failure },
        endedAt: event.at,
      }));
    case 'resume':
      return change(conversation, event.id, (answer) => ({ ...answer, state: { type: 'running' } }));
    case 'select':
      return event.leaf !== null && !conversation.messages.has(event.leaf)
        ? conversation
        : { ...conversation, leaf: event.leaf };
    case 'remove':
      return remove(conversation, event.id);
    case 'rename':
      return { ...conversation, title: event.title };
    case 'pin':
      return { ...conversation, pinned: event.pinned };
    case 'model':
      return { ...conversation, model: event.model };
    case 'system':
      return { ...conversation, system: event.text };
  }
}

/** The messages from the first to `leaf`, which is by default the end of the branch that is shown. */
export function branch(conversation: Conversation, leaf = conversation.leaf): Message[] {
  const messages: Message[] = [];
  const seen = new Set<string>();
  for (let id = leaf; id !== null && !seen.has(id);) {
    const message = conversation.messages.get(id);
    if (!message) break;
    seen.add(id);
    messages.push(message);
    id = message.parent;
  }
  return messages.reverse();
}

/** The branches at a message: all that follow the same parent in the same role, oldest first. */
export function siblings(conversation: Conversation, message: Message): Message[] {
  return [...conversation.messages.values()].filter(
    (other) => other.parent === message.parent && other.role === message.role,
  );
}

/** The end of the newest branch through `id`. */
export function newestLeaf(conversation: Conversation, id: string): string {
  let leaf = id;
  for (const message of conversation.messages.values()) if (message.parent === leaf) leaf = message.id;
  return leaf;
}

/** The title: the user's own, else the first question's first line. */
export function titleOf(conversation: Conversation): string {
  if (conversation.title) return conversation.title;
  for (const message of conversation.messages.values()) {
    if (message.role !== 'user') continue;
    const line = message.text.trim().split('\n', 1)[0] ?? '';
    return line.length > 60 ? `${line.slice(0, 59)}…` : line;
  }
  return '';
}

function add(conversation: Conversation, message: Message): Conversation {
  if (conversation.messages.has(message.id)) return conversation;
  const messages = new Map(conversation.messages).set(message.id, message);
  return { ...conversation, messages, leaf: message.id };
}

function change(
  conversation: Conversation,
  id: string,
  edit: (answer: ChatAnswer) => ChatAnswer,
): Conversation {
  const message = conversation.messages.get(id);
  if (message?.role !== 'assistant') return conversation;
  return { ...conversation, messages: new Map(conversation.messages).set(id, edit(message)) };
}

function withToolCall(answer: ChatAnswer, part: Extract<ChatEvent, { type: 'tool-call' }>) {
  const calls = [...answer.toolCalls];
  const before = calls[part.index] ?? { name: '', arguments: '' };
  calls[part.index] = {
    name: before.name + (part.name ?? ''),
    arguments: before.arguments + (part.arguments ?? ''),
  };
  return Array.from(calls, (call: ShownToolCall | undefined) => call ?? { name: '', arguments: '' });
}

function remove(conversation: Conversation, id: string): Conversation {
  const target = conversation.messages.get(id);
  if (!target) return conversation;
  const gone = new Set([id]);
  // Messages are in order of creation, so a parent comes before what follows it.
  for (const message of conversation.messages.values()) {
    if (message.parent !== null && gone.has(message.parent)) gone.add(message.id);
  }
  const messages = new Map([...conversation.messages].filter(([key]) => !gone.has(key)));
  const rest = { ...conversation, messages };
  if (conversation.leaf === null || !gone.has(conversation.leaf)) return rest;
  const [sibling] = siblings(rest, target).slice(-1);
  if (sibling) return { ...rest, leaf: newestLeaf(rest, sibling.id) };
  return { ...rest, leaf: target.parent };
}
