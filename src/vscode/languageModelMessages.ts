/** Translates messages of VS Code's language-model API into ours. */
import * as vscode from 'vscode';
import { ModelError } from '../core/model/errors.ts';
import type { ChatMessage, ContentPart } from '../core/model/words.ts';

/** The role of VS Code's proposed system messages; other vendors' extensions send it already. */
const SYSTEM_ROLE = 3;

/**
 * One message of theirs may become several of ours: results of tools are messages of their own.
 * @throws ModelError when an image comes to a model that sees none
 */
export function toChatMessages(
  messages: readonly vscode.LanguageModelChatRequestMessage[],
  sight: 'with-images' | 'text-only',
): ChatMessage[] {
  return messages.flatMap((message) => {
    if (message.role === vscode.LanguageModelChatMessageRole.Assistant) return [assistantMessage(message)];
    const role: number = message.role;
    if (role === SYSTEM_ROLE) return [{ role: 'system', content: textOfMessage(message) } as const];
    return userMessages(message, sight);
  });
}

function assistantMessage({ content }: vscode.LanguageModelChatRequestMessage): ChatMessage {
  const toolCalls = content
    .filter((part) => part instanceof vscode.LanguageModelToolCallPart)
    .map(({ callId, name, input }) => ({ id: callId, name, arguments: JSON.stringify(input) }));
  return {
    role: 'assistant',
    content: content.map(textOfPart).join(''),
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
  };
}

function userMessages(
  { content }: vscode.LanguageModelChatRequestMessage,
  sight: 'with-images' | 'text-only',
): ChatMessage[] {
  const results = content
    .filter((part) => part instanceof vscode.LanguageModelToolResultPart)
    .map((part) => ({ role: 'tool', toolCallId: part.callId, content: resultText(part) }) as const);
  const parts = content.flatMap((part): ContentPart[] => {
    if (isImage(part)) {
      if (sight === 'text-only') {
        throw new ModelError('invalid-request', 'This model sees no images. Its setting “images” says so.');
      }
      return [{ type: 'image', mimeType: part.mimeType, data: Buffer.from(part.data).toString('base64') }];
    }
    const text = textOfPart(part);
    return text === '' ? [] : [{ type: 'text', text }];
  });
  if (parts.length === 0) return results;
  const simple = parts.every(({ type }) => type === 'text');
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return [...results, { role: 'user', content: simple ? text : parts }];
}

export function textOfMessage({ content }: vscode.LanguageModelChatRequestMessage): string {
  return content
    .map((part) => {
      if (part instanceof vscode.LanguageModelToolCallPart) return JSON.stringify(part.input);
      return part instanceof vscode.LanguageModelToolResultPart ? resultText(part) : textOfPart(part);
    })
    .join('');
}

function resultText({ content }: vscode.LanguageModelToolResultPart): string {
  return content.map(textOfPart).join('');
}

/** Empty for what is no text: images, and hints such as other vendors' cache marks. */
function textOfPart(part: unknown): string {
  if (part instanceof vscode.LanguageModelTextPart) return part.value;
  if (part instanceof vscode.LanguageModelPromptTsxPart) return JSON.stringify(part.value);
  if (part instanceof vscode.LanguageModelDataPart && /^text\/|json\b/.test(part.mimeType)) {
    return new TextDecoder().decode(part.data);
  }
  return '';
}

function isImage(part: unknown): part is vscode.LanguageModelDataPart {
  return part instanceof vscode.LanguageModelDataPart && part.mimeType.startsWith('image/');
}
