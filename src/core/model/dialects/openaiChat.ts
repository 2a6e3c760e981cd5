/** OpenAI's `/v1/chat/completions`, with the reasoning fields that other servers add. */
import * as v from 'valibot';
import { ModelError } from '../errors.ts';
import { compact, isObject, maybe, rarely, type JsonObject } from '../json.ts';
import { requestUrl } from '../url.ts';
import type { ChatMessage, ChatRequest, ModelEvent, ModelRequest, Token, Tool } from '../words.ts';
import type { Decoder, Dialect } from './dialect.ts';
import { choiceEnd, choicesOf, createEndings, sequenceOf, tokensOf, usageOf, WHOLE } from './openaiWire.ts';
import { createThinkSplitter } from './thinking.ts';
import { textDeltas } from './tokens.ts';

const wireToolCall = v.object({
  index: maybe(v.number()),
  id: maybe(v.string()),
  function: maybe(
    v.object({ name: maybe(v.string()), arguments: maybe(v.union([v.string(), v.looseObject({})])) }),
  ),
});

/** What a message has beside its content, which is text or Mistral's list of parts. */
const readExtras = rarely(
  v.object({
    reasoning_content: maybe(v.string()),
    reasoning: maybe(v.string()),
    tool_calls: maybe(v.array(wireToolCall)),
    refusal: maybe(v.string()),
  }),
);

export const openaiChat: Dialect = {
  request: (endpoint, request) => ({
    url: requestUrl(endpoint.url, { kind: 'versioned', path: '/chat/completions' }),
    body: compact({ model: endpoint.model, ...chatBody(request), stream: true }),
  }),
  decoder: createChatDecoder,
};

/** The body without `model` and `stream`. */
export function chatBody(request: ModelRequest): JsonObject {
  const chat = asChat(request, 'openai-chat');
  return compact({
    messages: chat.messages.map(toWireMessage),
    max_tokens: chat.maxTokens,
    temperature: chat.temperature,
    top_p: chat.topP,
    stop: chat.stop?.slice(0, 4),
    seed: chat.seed,
    logprobs: chat.topTokens === undefined ? undefined : true,
    top_logprobs: chat.topTokens === undefined || chat.topTokens === 0 ? undefined : chat.topTokens,
    tools: chat.tools?.map(toWireTool),
    tool_choice: chat.tools ? chat.toolChoice : undefined,
    stream_options: { include_usage: true },
  });
}

export function asChat(request: ModelRequest, dialect: string): ChatRequest {
  if (request.type === 'chat') return request;
  throw new ModelError(
    'invalid-request',
    `The dialect ${dialect} answers conversations; to continue text choose another dialect of the server.`,
  );
}

export function toWireTool({ name, description, parameters }: Tool): JsonObject {
  return { type: 'function', function: compact({ name, description, parameters }) };
}

function toWireMessage(message: ChatMessage): JsonObject {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return {
        role: 'user',
        content:
          typeof message.content === 'string'
            ? message.content
            : message.content.map((part) =>
                part.type === 'text'
                  ? { type: 'text', text: part.text }
                  : { type: 'image_url', image_url: { url: `data:${part.mimeType};base64,${part.data}` } },
              ),
      };
    case 'assistant':
      return compact({
        role: 'assistant',
        content: message.content,
        tool_calls: message.toolCalls?.map(({ id, name, arguments: text }) => ({
          id,
          type: 'function',
          function: { name, arguments: text },
        })),
      });
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  }
}

export function createChatDecoder(_request: ModelRequest): Decoder {
  const endings = createEndings(1);
  const thinking = createThinkSplitter();
  let done: 'done' | 'running' = 'running';
  return {
    get ending() {
      return endings.ending(done);
    },
    get over() {
      return done === 'done';
    },
    flush: () => thinking.end(),
    done: () => {
      done = 'done';
    },
    read(record, form) {
      const choices = choicesOf(record);
      const usage = usageOf(record);
      if (choices.length === 0 && !usage) return undefined;
      const events: ModelEvent[] = [];
      for (const choice of choices) {
        const sequence = sequenceOf(choice);
        const message = [choice.delta, choice.message].find(isObject);
        if (message) events.push(...messageEvents(message, tokensOf(choice), sequence, thinking.split));
        const isWhole = form === 'whole' && isObject(choice.message);
        const end = choiceEnd(choice) ?? (isWhole ? WHOLE : undefined);
        if (end) events.push(...endings.finish(sequence, end));
      }
      if (usage) {
        endings.usage(usage);
        if (choices.length === 0 || endings.ending(done)) events.push({ type: 'usage', ...usage });
      }
      return events;
    },
  };
}

function messageEvents(
  message: JsonObject,
  tokens: readonly Token[],
  sequence: number,
  split: (event: ModelEvent) => readonly ModelEvent[],
): ModelEvent[] {
  const { text, thoughts } = contentParts(message.content);
  const extras = readExtras(message);
  const reasoning = (extras?.reasoning_content ?? extras?.reasoning ?? '') + thoughts;
  const events: ModelEvent[] = [];
  const own = text + (extras?.refusal ?? '');
  if (reasoning !== '') {
    const told = own === '' ? tokens : [];
    for (const delta of textDeltas(reasoning, told, sequence)) {
      events.push(delta.type === 'text-delta' ? { ...delta, type: 'reasoning-delta' } : delta);
    }
  }
  if (own !== '' || reasoning === '') {
    for (const delta of textDeltas(own, tokens, sequence)) events.push(...split(delta));
  }
  for (const [at, call] of (extras?.tool_calls ?? []).entries()) {
    const args = call.function?.arguments;
    events.push(
      compact({
        type: 'tool-call-delta' as const,
        index: call.index ?? at,
        id: call.id === '' ? undefined : call.id,
        name: call.function?.name === '' ? undefined : call.function?.name,
        arguments: typeof args === 'object' ? JSON.stringify(args) : args,
      }),
    );
  }
  return events;
}

/** Mistral streams lists of `{type:"text",text}` and `{type:"thinking",thinking:[{text}]}`. */
function contentParts(content: unknown): {
  text: string;
  thoughts: string;
} {
  if (typeof content === 'string') return { text: content, thoughts: '' };
  let text = '';
  let thoughts = '';
  for (const part of Array.isArray(content) ? content.filter(isObject) : []) {
    if (typeof part.text === 'string') text += part.text;
    const { thinking } = part;
    if (typeof thinking === 'string') thoughts += thinking;
    if (Array.isArray(thinking)) thoughts += contentParts(thinking).text;
  }
  return { text, thoughts };
}
