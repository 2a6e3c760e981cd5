/** What other extensions may use of Ghoststream; docs/api.md explains it. Changes here follow the version. */
import type { TextGenerationInput, TextGenerationStreamOutput } from '@huggingface/tasks';
import type * as vscode from 'vscode';
import type { ChatMessage, ModelEvent, Tool } from '../core/model/words.ts';

/** What `activate()` of the extension returns. */
export interface GhoststreamExports {
  readonly apiVersion: 1;
  /**
   * @param extensionId your own, `publisher.name`; the user is asked once whether it may use the models
   * @throws Error when the user refuses, when there is no such extension, or when the version is not known
   */
  getApi(version: 1, extensionId: string): Promise<GhoststreamApi>;
}

export type ApiRole = 'inline' | 'chat' | 'edit' | 'commit';

export interface ApiModel {
  readonly name: string;
  /** Context window in tokens, where it is known. */
  readonly contextTokens?: number;
}

export interface ApiChatOptions {
  readonly tools?: readonly Tool[];
  readonly maxTokens?: number;
  readonly temperature?: number;
}

/** Streams end when their loop is left or the signal is aborted; the connection is closed then. */
export interface GhoststreamApi {
  readonly version: 1;
  /** The model that serves a role now. */
  model(role: ApiRole): ApiModel | undefined;
  readonly onDidChangeModel: vscode.Event<void>;
  /** The text to insert at a position, growing: each value begins with the one before. Nothing when there is none. */
  complete(
    document: vscode.TextDocument,
    position: vscode.Position,
    signal?: AbortSignal,
  ): AsyncIterable<string>;
  /** An answer of the chat model, event by event; the last one is `finish`. */
  chat(
    messages: readonly ChatMessage[],
    options?: ApiChatOptions,
    signal?: AbortSignal,
  ): AsyncIterable<ModelEvent>;
  /** Continues a text with the inline model; arguments and results are those of `@huggingface/inference`. */
  textGenerationStream(
    args: Pick<TextGenerationInput, 'inputs' | 'parameters'>,
    signal?: AbortSignal,
  ): AsyncIterable<TextGenerationStreamOutput>;
}
