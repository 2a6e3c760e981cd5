/** What the local server needs from a loaded model; `llamaEngine.ts` is the real one, tests pass one that behaves. */

/** How the next token is chosen. */
export interface Sampling {
  /** 0 always takes the most probable token. */
  readonly temperature: number;
  readonly topK?: number;
  readonly topP?: number;
  readonly minP?: number;
  readonly seed?: number;
  /** How many probable tokens to report at each place; 0 reports none, 1 the chosen one. */
  readonly probabilities: number;
}

/** A token and its probability in (0, 1]. */
export interface Likely {
  readonly token: number;
  readonly probability: number;
}

/** One step of a generation: a piece of the prompt was read, or a token was written. */
export type Step =
  | { readonly type: 'read'; readonly tokens: number }
  | {
      readonly type: 'token';
      readonly token: number;
      readonly probability?: number;
      /** Best first. */
      readonly top?: readonly Likely[];
    };

/** A kind of work. Each keeps its own evaluated tokens, so that a chat does not cost the ghost text its cache. */
export type Desk = 'inline' | 'chat';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface Engine {
  readonly name: string;
  /** Most tokens of prompt and answer together. */
  readonly contextTokens: number;
  /** Whether the model has fill-in-the-middle tokens. */
  readonly infills: boolean;
  /** Tokens of a text; `markup` reads control tokens such as `<|fim_prefix|>` as such. */
  tokenize(text: string, markup: 'plain' | 'markup'): readonly number[];
  /** Text of tokens; control tokens have none. A token can end inside a character, which then reads U+FFFD. */
  text(tokens: readonly number[]): string;
  /** A control token, or one that ends the generation. */
  special(token: number): boolean;
  ends(token: number): boolean;
  /** The prompt for filling the gap, within `budget` tokens; continues the prefix where the model cannot infill. */
  infill(gap: Gap, budget: number): readonly number[];
  /** The prompt for a conversation, and texts that end its answer. */
  conversation(messages: readonly ChatMessage[]): {
    readonly tokens: readonly number[];
    readonly stop: readonly string[];
  };
  /** How many leading tokens of `prompt` are evaluated already. */
  cached(desk: Desk, prompt: readonly number[]): number;
  /** Reads what is not cached of the prompt in small pieces, then writes tokens without end. Leaving it stops the work. */
  generate(desk: Desk, prompt: readonly number[], sampling: Sampling): AsyncGenerator<Step, void, undefined>;
}

/** A place in a file to be filled, with other files for context. */
export interface Gap {
  readonly prefix: string;
  readonly suffix: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}
