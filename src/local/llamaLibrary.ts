/** The part of node-llama-cpp 3.21 that is used. It lives in a cache folder, outside the extension, so its own types are not at hand. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export interface SampleOptions {
  readonly temperature: number;
  readonly topK?: number;
  readonly topP?: number;
  readonly minP?: number;
  readonly seed?: number;
  readonly yieldEogToken: true;
}

export interface LlamaSequence {
  readonly contextTokens: readonly number[];
  adaptStateToTokens(tokens: readonly number[], allowShift: boolean): Promise<void>;
  evaluateWithoutGeneratingNewTokens(tokens: readonly number[]): Promise<void>;
  evaluateWithMetadata(
    tokens: readonly number[],
    metadata: { readonly confidence: boolean; readonly probabilities: boolean },
    options: SampleOptions,
  ): AsyncGenerator<{
    readonly token: number;
    readonly confidence?: number;
    /** Best first, the whole vocabulary. */
    readonly probabilities?: ReadonlyMap<number, number>;
  }>;
}

export interface LlamaModel {
  readonly trainContextSize: number;
  readonly fileInfo: { readonly metadata: { readonly general: { readonly name?: string } } };
  readonly tokens: {
    readonly bos: number | null;
    readonly shouldPrependBosToken: boolean;
    readonly infill: {
      readonly prefix: number | null;
      readonly middle: number | null;
      readonly suffix: number | null;
    };
  };
  tokenize(text: string, specialTokens: boolean): readonly number[];
  detokenize(tokens: readonly number[], specialTokens: boolean): string;
  isSpecialToken(token: number): boolean;
  isEogToken(token: number): boolean;
  createContext(options: {
    contextSize: number | { min: number; max: number };
    batchSize: number;
    threads: number;
    createSignal?: AbortSignal;
  }): Promise<{ readonly contextSize: number; getSequence(): LlamaSequence }>;
}

type ChatItem =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly string[] };

interface ChatText {
  tokenize(tokenizer: unknown): readonly number[];
}

export interface LlamaLibrary {
  getLlama(options: {
    build: 'never';
    skipDownload: true;
    gpu: 'auto' | false;
    maxThreads: number;
    progressLogs: false;
    logLevel: 'error' | 'disabled';
    logger: (level: string, message: string) => void;
  }): Promise<{
    readonly gpu: string | false;
    readonly cpuMathCores: number;
    loadModel(options: {
      modelPath: string;
      onLoadProgress: (share: number) => void;
    }): Promise<LlamaModel & { readonly tokenizer: unknown }>;
  }>;
  resolveChatWrapper(model: LlamaModel): {
    generateContextState(state: { chatHistory: readonly ChatItem[] }): {
      readonly contextText: ChatText;
      /** Plain strings, and objects for control tokens, which end the generation anyway. */
      readonly stopGenerationTriggers: readonly { readonly values: readonly unknown[] }[];
    };
  };
}

/** Loads the library from `folder`, which holds its node_modules. Nothing is compiled or downloaded by it. */
export async function loadLlamaLibrary(folder: string): Promise<LlamaLibrary> {
  const entry = path.join(folder, 'node_modules', 'node-llama-cpp', 'dist', 'index.js');
  return (await import(pathToFileURL(entry).href)) as LlamaLibrary;
}
