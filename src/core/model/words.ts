/** The words of the model layer: what is asked of a model and what comes back, whatever server answers. */

/** How a server is spoken to: one wire protocol each. `hf-*` name a Hugging Face inference provider or `auto`. */
export type DialectId =
  | 'tgi'
  | 'openai-completions'
  | 'openai-chat'
  | 'llama-infill'
  | 'llama-completion'
  | 'ollama'
  | 'ollama-chat'
  | `hf-chat:${string}`
  | `hf-text:${string}`;

/** Where a model answers. */
export interface Endpoint {
  /** Base URL, http or https; the dialect's path is put behind it. */
  readonly url: string;
  readonly dialect: DialectId;
  /** The model's name on that server; servers with one model need none. */
  readonly model?: string;
  /** Extra request headers of the user's. They are secrets: never logged. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further fields of the request body, in the server's own words (`keep_alive`, `options`); they win over ours. */
  readonly extraBody?: Readonly<Record<string, unknown>>;
  /** Hugging Face organization to bill. */
  readonly billTo?: string;
}

/** Another file shown to the model beside the prompt (`input_extra` of llama.cpp, repository templates). */
export interface ContextFile {
  readonly path: string;
  readonly text: string;
}

interface Sampling {
  /** Most tokens to generate. */
  readonly maxTokens?: number;
  /** Stop sequences for the wire; servers take at most four. */
  readonly stop?: readonly string[];
  readonly temperature?: number;
  readonly topP?: number;
  readonly seed?: number;
  /** How many top alternatives to ask for with each token, where the server can (0 asks for log probabilities alone). */
  readonly topTokens?: number;
  /** Context window to configure on servers that must be told (Ollama's `num_ctx`), in tokens. */
  readonly contextTokens?: number;
}

/** Continue a text, or fill the gap between `prompt` and `suffix` where the dialect itself takes a suffix. */
export interface TextRequest extends Sampling {
  readonly type: 'text';
  readonly prompt: string;
  readonly suffix?: string;
  readonly files?: readonly ContextFile[];
  /** Several sequences, where the server gives them; default 1. */
  readonly sequences?: number;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, as the model wrote it. */
  readonly arguments: string;
}

export type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  /** `data` is base64. */
  | { readonly type: 'image'; readonly mimeType: string; readonly data: string };

export type ChatMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string | readonly ContentPart[] }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly content: string };

export interface Tool {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments. */
  readonly parameters?: object;
}

/** Answer a conversation. */
export interface ChatRequest extends Sampling {
  readonly type: 'chat';
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly Tool[];
  readonly toolChoice?: 'auto' | 'required' | 'none';
}

export type ModelRequest = TextRequest | ChatRequest;

/** One token as the server described it; what it did not say is absent. */
export interface Token {
  readonly text: string;
  readonly id?: number;
  /** Natural logarithm of the token's probability, at most 0. */
  readonly logprob?: number;
  /** A control token such as an end of sequence: never part of the text. */
  readonly special?: boolean;
  /** The most probable alternatives at this place, best first. */
  readonly top?: readonly Omit<Token, 'top'>[];
}

/** Why a sequence ended: TGI's three words, and what else OpenAI's protocol knows. */
export type FinishReason = 'length' | 'eos_token' | 'stop_sequence' | 'tool_calls' | 'content_filter';

export interface Usage {
  readonly promptTokens?: number;
  readonly completionTokens?: number;
  /** Prompt tokens that the server took from its cache. */
  readonly cachedTokens?: number;
}

/** `sequence` counts from 0 and is absent on the first (usually only) sequence. */
export type ModelEvent =
  /** `text` is what to show (empty for a special token). */
  | { readonly type: 'text-delta'; readonly text: string; readonly token?: Token; readonly sequence?: number }
  | {
      readonly type: 'reasoning-delta';
      readonly text: string;
      readonly token?: Token;
      readonly sequence?: number;
    }
  /** The parts of the call number `index`; id and name come once, arguments in pieces. */
  | {
      readonly type: 'tool-call-delta';
      readonly index: number;
      readonly id?: string;
      readonly name?: string;
      readonly arguments?: string;
    }
  | ({ readonly type: 'usage' } & Usage)
  /** A sequence other than the first ended. */
  | { readonly type: 'sequence-finish'; readonly sequence: number; readonly finishReason: FinishReason }
  /** Always the last event, exactly once, unless a ModelError is thrown. */
  | {
      readonly type: 'finish';
      readonly finishReason: FinishReason;
      readonly seed?: number;
      readonly usage?: Usage;
    };
