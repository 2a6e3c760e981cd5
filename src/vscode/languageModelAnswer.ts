/** Answers a request of VS Code's language-model API with one of our models. */
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { ConfiguredModel } from '../core/model/choice.ts';
import { streamModel, type ModelPorts } from '../core/model/client.ts';
import { ModelError } from '../core/model/errors.ts';
import { estimateTokens } from '../core/model/tokens.ts';
import { createToolCallParts, readArguments } from '../core/model/toolCalls.ts';
import type { ChatRequest, ToolCall } from '../core/model/words.ts';
import { textOfMessage, toChatMessages } from './languageModelMessages.ts';
import { COMMAND_TIMERS } from './modelText.ts';

/** What other extensions put into `modelOptions`, by OpenAI's names; anything else is left alone. */
const optionsSchema = v.fallback(
  v.object({
    temperature: v.fallback(v.optional(v.number()), undefined),
    top_p: v.fallback(v.optional(v.number()), undefined),
    max_tokens: v.fallback(v.optional(v.number()), undefined),
    seed: v.fallback(v.optional(v.number()), undefined),
    stop: v.fallback(v.optional(v.union([v.string(), v.array(v.string())])), undefined),
  }),
  {},
);

/** @throws vscode.LanguageModelError, vscode.CancellationError, or an Error whose name is the model error's kind */
export async function answer(
  model: ConfiguredModel,
  messages: readonly vscode.LanguageModelChatRequestMessage[],
  options: vscode.ProvideLanguageModelChatResponseOptions,
  progress: vscode.Progress<vscode.LanguageModelResponsePart>,
  ports: ModelPorts,
  token: vscode.CancellationToken,
): Promise<void> {
  const abort = new AbortController();
  if (token.isCancellationRequested) throw new vscode.CancellationError();
  const listener = token.onCancellationRequested(() => abort.abort());
  const tools = createToolCallParts();
  try {
    const request = requestOf(model, messages, options);
    for await (const event of streamModel(model.endpoint, request, COMMAND_TIMERS, ports, abort.signal)) {
      if (event.type === 'text-delta' && event.text !== '' && !event.sequence) {
        progress.report(new vscode.LanguageModelTextPart(event.text));
      } else if (event.type === 'tool-call-delta') tools.add(event);
    }
    for (const call of tools.whole()) progress.report(toCallPart(call));
  } catch (error) {
    throw abort.signal.aborted ? new vscode.CancellationError() : toLanguageModelError(error);
  } finally {
    listener.dispose();
  }
}

function requestOf(
  model: ConfiguredModel,
  messages: readonly vscode.LanguageModelChatRequestMessage[],
  { tools = [], toolMode, modelOptions }: vscode.ProvideLanguageModelChatResponseOptions,
): ChatRequest {
  const {
    temperature,
    top_p: topP,
    max_tokens: maxTokens,
    seed,
    stop,
  } = v.parse(optionsSchema, modelOptions);
  const required = toolMode === vscode.LanguageModelChatToolMode.Required;
  return {
    type: 'chat',
    messages: toChatMessages(messages, model.images === true ? 'with-images' : 'text-only'),
    ...(tools.length > 0
      ? {
          tools: tools.map(({ name, description, inputSchema }) => ({
            name,
            description,
            ...(inputSchema ? { parameters: inputSchema } : {}),
          })),
          toolChoice: required ? 'required' : 'auto',
        }
      : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(seed === undefined ? {} : { seed }),
    ...(stop === undefined ? {} : { stop: typeof stop === 'string' ? [stop] : stop }),
    ...(model.contextTokens === undefined ? {} : { contextTokens: model.contextTokens }),
  };
}

function toCallPart(call: ToolCall): vscode.LanguageModelToolCallPart {
  const input = readArguments(call);
  if (!input)
    throw new ModelError('protocol', `The model called ${call.name} with arguments that are no JSON.`);
  return new vscode.LanguageModelToolCallPart(call.id, call.name, input);
}

function toLanguageModelError(error: unknown): unknown {
  if (!(error instanceof ModelError)) return error;
  switch (error.kind) {
    case 'unauthorized':
    case 'forbidden':
      return vscode.LanguageModelError.NoPermissions(error.message);
    case 'not-found':
      return vscode.LanguageModelError.NotFound(error.message);
    // "Quota limits exceeded" in the words of the API.
    case 'rate-limited':
    case 'out-of-credit':
      return vscode.LanguageModelError.Blocked(error.message);
    default: {
      // Only name and message reach the other extension's process: the kind goes along as the name.
      const plain = new Error(error.message);
      plain.name = error.kind;
      return plain;
    }
  }
}

/** An image counts as much as the smallest tile of usual vision models. */
const IMAGE_TOKENS = 256;

export function countTokens(text: string | vscode.LanguageModelChatRequestMessage): number {
  if (typeof text === 'string') return estimateTokens(text);
  const images = text.content.filter(
    (part) => part instanceof vscode.LanguageModelDataPart && part.mimeType.startsWith('image/'),
  );
  return estimateTokens(textOfMessage(text)) + images.length * IMAGE_TOKENS;
}
