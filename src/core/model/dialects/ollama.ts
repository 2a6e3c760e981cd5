/** Ollama's own protocol, in JSON lines: `/api/generate` for text, `/api/chat` for conversations. */
import * as v from 'valibot';
import { ModelError } from '../errors.ts';
import { compact, isObject, maybe, parseJson, type JsonObject } from '../json.ts';
import { requestUrl } from '../url.ts';
import type { ChatMessage, FinishReason, ModelEvent, ModelRequest } from '../words.ts';
import type { Decoder, Dialect, Ending } from './dialect.ts';
import { asChat, toWireTool } from './openaiChat.ts';
import { createThinkSplitter } from './thinking.ts';
import { contentToken, fromContent, textDeltas } from './tokens.ts';

const wireRecord = v.object({
  response: maybe(v.string()),
  thinking: maybe(v.string()),
  message: maybe(
    v.object({
      content: maybe(v.string()),
      thinking: maybe(v.string()),
      tool_calls: maybe(
        v.array(
          v.object({
            id: maybe(v.string()),
            function: v.object({
              index: maybe(v.number()),
              name: v.string(),
              arguments: maybe(v.looseObject({})),
            }),
          }),
        ),
      ),
    }),
  ),
  logprobs: maybe(v.array(contentToken)),
  done: maybe(v.boolean()),
  done_reason: maybe(v.string()),
  prompt_eval_count: maybe(v.number()),
  eval_count: maybe(v.number()),
});

/** Source: ollama `docs/api.md`. */
export const ollamaGenerate: Dialect = {
  request(endpoint, request) {
    if (request.type === 'chat') {
      throw new ModelError(
        'invalid-request',
        'The dialect ollama continues text; for a chat use ollama-chat.',
      );
    }
    return {
      url: requestUrl(endpoint.url, { kind: 'root', path: '/api/generate' }),
      body: compact({
        model: endpoint.model,
        prompt: request.prompt,
        suffix: request.suffix,
        // Without a suffix the prompt is the very text to continue: no chat template may be put around it.
        raw: request.suffix === undefined ? true : undefined,
        think: false,
        ...common(request),
        options: { ...options(request), temperature: request.temperature ?? 0 },
      }),
    };
  },
  decoder: createDecoder,
};

export const ollamaChat: Dialect = {
  request(endpoint, request) {
    const chat = asChat(request, 'ollama-chat');
    return {
      url: requestUrl(endpoint.url, { kind: 'root', path: '/api/chat' }),
      body: compact({
        model: endpoint.model,
        messages: chat.messages.map(toWireMessage(chat.messages)),
        tools: chat.tools?.map(toWireTool),
        ...common(request),
        options: options(request),
      }),
    };
  },
  decoder: createDecoder,
};

function common(request: ModelRequest): JsonObject {
  return compact({
    stream: true,
    logprobs: request.topTokens === undefined ? undefined : true,
    top_logprobs: request.topTokens === undefined || request.topTokens === 0 ? undefined : request.topTokens,
  });
}

function options(request: ModelRequest): JsonObject {
  return compact({
    num_predict: request.maxTokens,
    temperature: request.temperature,
    top_p: request.topP,
    stop: request.stop,
    seed: request.seed,
    // Ollama cuts a prompt silently at its own default window unless it is told.
    num_ctx: request.contextTokens,
  });
}

function toWireMessage(all: readonly ChatMessage[]): (message: ChatMessage) => JsonObject {
  return (message) => {
    switch (message.role) {
      case 'system':
        return { role: 'system', content: message.content };
      case 'user': {
        if (typeof message.content === 'string') return { role: 'user', content: message.content };
        const images = message.content.flatMap((part) => (part.type === 'image' ? [part.data] : []));
        const text = message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
        return compact({ role: 'user', content: text, images: images.length > 0 ? images : undefined });
      }
      case 'assistant':
        return compact({
          role: 'assistant',
          content: message.content,
          tool_calls: message.toolCalls?.map(({ name, arguments: text }) => {
            const parsed = parseJson(text);
            return { function: { name, arguments: isObject(parsed) ? parsed : {} } };
          }),
        });
      case 'tool':
        return compact({
          role: 'tool',
          content: message.content,
          tool_name: toolName(all, message.toolCallId),
        });
    }
  };
}

function toolName(messages: readonly ChatMessage[], id: string): string | undefined {
  return messages
    .flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []))
    .find((call) => call.id === id)?.name;
}

function createDecoder(): Decoder {
  const thinking = createThinkSplitter();
  let ending: Ending | undefined;
  let calls = 0;
  return {
    get ending() {
      return ending;
    },
    get over() {
      return ending !== undefined;
    },
    flush: () => thinking.end(),
    read(record) {
      const parsed = v.safeParse(wireRecord, record);
      if (!parsed.success) return undefined;
      const { response, thinking: thought, message, logprobs, done } = parsed.output;
      if (response === undefined && !message && done === undefined) return undefined;
      const events: ModelEvent[] = [];
      const reasoning = thought ?? message?.thinking ?? '';
      if (reasoning !== '') events.push({ type: 'reasoning-delta', text: reasoning });
      for (const delta of textDeltas(response ?? message?.content ?? '', fromContent(logprobs ?? []))) {
        // A text completion may well contain the tag: only a conversation's answer thinks.
        events.push(...(message ? thinking.split(delta) : [delta]));
      }
      for (const call of message?.tool_calls ?? []) {
        events.push({
          type: 'tool-call-delta',
          index: call.function.index ?? calls,
          id: call.id ?? `call_${calls}`,
          name: call.function.name,
          arguments: JSON.stringify(call.function.arguments ?? {}),
        });
        calls++;
      }
      if (done === true) {
        ending = compact({
          finishReason: calls > 0 ? 'tool_calls' : finishReason(parsed.output.done_reason),
          usage: usage(parsed.output),
        });
      }
      return events;
    },
  };
}

function usage(answer: v.InferOutput<typeof wireRecord>): Ending['usage'] {
  const told = compact({ promptTokens: answer.prompt_eval_count, completionTokens: answer.eval_count });
  return Object.keys(told).length > 0 ? told : undefined;
}

/** Ollama says `stop` for an end token and for a stop sequence alike. */
function finishReason(word: string | null | undefined): FinishReason {
  return word === 'length' ? 'length' : 'eos_token';
}
