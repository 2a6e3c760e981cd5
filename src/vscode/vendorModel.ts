/** Any model of `vscode.lm`, another vendor's too, as one of ours: named in a model's `url` as `vscode-lm:vendor/id`. */
import * as vscode from 'vscode';
import { EDITOR_MODEL, type ModelEntry } from '../core/model/choice.ts';
import { streamModel, type StreamModel } from '../core/model/client.ts';
import { ModelError, type ModelErrorKind } from '../core/model/errors.ts';
import type { ChatMessage, ChatRequest, Endpoint, ModelEvent } from '../core/model/words.ts';

/** For conversations: servers by their dialect, models of the editor through its API. */
export const streamChatModel: StreamModel = (endpoint, request, timers, ports, signal) =>
  endpoint.url.startsWith(EDITOR_MODEL) && request.type === 'chat'
    ? streamVendorModel(endpoint, request, signal)
    : streamModel(endpoint, request, timers, ports, signal);

/** The models that other extensions offer now, as entries of the setting. */
export async function vendorModels(): Promise<ModelEntry[]> {
  const all = await vscode.lm.selectChatModels();
  return all
    .filter(({ vendor }) => vendor !== OURS)
    .map(({ name, vendor, id, maxInputTokens }) => ({
      name,
      url: `${EDITOR_MODEL}${vendor}/${id}`,
      dialect: 'openai-chat',
      contextTokens: Math.max(256, maxInputTokens),
    }));
}

/** As in `contributes.languageModelChatProviders`. */
export const OURS = 'ghoststream';

/**
 * Where the vendor wants it, VS Code asks the user for consent first.
 * @throws ModelError
 */
async function* streamVendorModel(
  { url }: Endpoint,
  request: ChatRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void, undefined> {
  const [, vendor = '', id = ''] = /^vscode-lm:([^/]+)\/(.+)$/.exec(url) ?? [];
  const [model] = await vscode.lm.selectChatModels({ vendor, id });
  if (!model)
    throw new ModelError('not-found', `VS Code offers no model “${id}” of the vendor “${vendor}” now.`);
  const cancel = new vscode.CancellationTokenSource();
  const stop = (): void => cancel.cancel();
  signal.addEventListener('abort', stop);
  let calls = 0;
  try {
    const response = await model.sendRequest(
      request.messages.map(toMessage),
      optionsOf(request),
      cancel.token,
    );
    for await (const part of response.stream) {
      signal.throwIfAborted();
      if (part instanceof vscode.LanguageModelTextPart) yield { type: 'text-delta', text: part.value };
      if (part instanceof vscode.LanguageModelToolCallPart) {
        const { callId, name, input } = part;
        yield { type: 'tool-call-delta', index: calls++, id: callId, name, arguments: JSON.stringify(input) };
      }
    }
    yield { type: 'finish', finishReason: calls > 0 ? 'tool_calls' : 'eos_token' };
  } catch (error) {
    throw signal.aborted ? new ModelError('canceled', 'The request was canceled.') : toModelError(error);
  } finally {
    signal.removeEventListener('abort', stop);
    // Leaving the loop early closes the request; after its end this does nothing.
    cancel.cancel();
    cancel.dispose();
  }
}

function optionsOf({ tools = [], toolChoice }: ChatRequest): vscode.LanguageModelChatRequestOptions {
  if (tools.length === 0 || toolChoice === 'none') return {};
  return {
    tools: tools.map(({ name, description = '', parameters }) => ({
      name,
      description,
      ...(parameters ? { inputSchema: parameters } : {}),
    })),
    toolMode:
      toolChoice === 'required'
        ? vscode.LanguageModelChatToolMode.Required
        : vscode.LanguageModelChatToolMode.Auto,
  };
}

function toMessage(message: ChatMessage): vscode.LanguageModelChatMessage {
  switch (message.role) {
    // The stable API has no system messages.
    case 'system':
      return vscode.LanguageModelChatMessage.User(message.content);
    case 'user':
      return vscode.LanguageModelChatMessage.User(
        typeof message.content === 'string'
          ? message.content
          : message.content.map((part) =>
              part.type === 'text'
                ? new vscode.LanguageModelTextPart(part.text)
                : vscode.LanguageModelDataPart.image(Buffer.from(part.data, 'base64'), part.mimeType),
            ),
      );
    case 'assistant':
      return vscode.LanguageModelChatMessage.Assistant([
        ...(message.content === '' ? [] : [new vscode.LanguageModelTextPart(message.content)]),
        ...(message.toolCalls ?? []).map(({ id, name, arguments: text }) => {
          const input: unknown = JSON.parse(text === '' ? '{}' : text);
          return new vscode.LanguageModelToolCallPart(id, name, Object(input) as object);
        }),
      ]);
    case 'tool': {
      const text = new vscode.LanguageModelTextPart(message.content);
      return vscode.LanguageModelChatMessage.User([
        new vscode.LanguageModelToolResultPart(message.toolCallId, [text]),
      ]);
    }
  }
}

function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  const code = error instanceof vscode.LanguageModelError ? error.code : '';
  const kinds: Readonly<Record<string, ModelErrorKind>> = {
    NoPermissions: 'forbidden',
    Blocked: 'rate-limited',
    NotFound: 'not-found',
  };
  const message = error instanceof Error && error.message !== '' ? error.message : 'The model gave an error.';
  return new ModelError(kinds[code] ?? 'server', message, { cause: error });
}
