/** The real engine: a GGUF file in llama.cpp, evaluated in pieces short enough to be given up between two of them. */
import { basename } from 'node:path';
import { availableParallelism } from 'node:os';
import type { ChatMessage, Desk, Engine, Likely, Sampling, Step } from './engine.ts';
import { loadLlamaLibrary, type LlamaLibrary, type LlamaModel, type LlamaSequence } from './llamaLibrary.ts';
import { infillPrompt, type InfillTokens } from './infill.ts';
import { createPieces } from './pieces.ts';

export interface EngineOptions {
  /** Holds node_modules with node-llama-cpp. */
  readonly runtimeFolder: string;
  readonly modelPath: string;
  /** Most tokens of prompt and answer together; the model's own limit applies too. */
  readonly contextTokens: number;
  /** Threads to compute with; absent: one less than the processor offers. */
  readonly threads?: number;
  readonly onProgress: (share: number) => void;
}

/** llama.cpp's own default; a piece is never larger. */
const BATCH_TOKENS = 512;

/** Rejects when the file is no model, when memory does not suffice, or when the library has no binary for this machine. */
export async function loadLlamaEngine(options: EngineOptions): Promise<Engine> {
  const library = await loadLlamaLibrary(options.runtimeFolder);
  // llama.cpp's threads wait for each other by spinning: with one thread more than there are free
  // processors, a token takes ten times as long. The editor needs a processor for itself as well.
  const threads = options.threads ?? Math.max(1, availableParallelism() - 1);
  const llama = await library.getLlama({
    build: 'never',
    skipDownload: true,
    gpu: 'auto',
    maxThreads: threads,
    progressLogs: false,
    logLevel: 'error',
    logger: (_level, message) => process.stderr.write(message),
  });
  const model = await llama.loadModel({ modelPath: options.modelPath, onLoadProgress: options.onProgress });
  const contextTokens = Math.min(options.contextTokens, model.trainContextSize);
  const open = async (): Promise<LlamaSequence> => {
    const context = await model.createContext({
      contextSize: { min: Math.min(512, contextTokens), max: contextTokens },
      batchSize: Math.min(BATCH_TOKENS, contextTokens),
      threads,
    });
    return context.getSequence();
  };
  const inline = await open();
  return engineOf(library, model, contextTokens, inline, open, basename(options.modelPath));
}

function engineOf(
  library: LlamaLibrary,
  model: LlamaModel & { readonly tokenizer: unknown },
  contextTokens: number,
  inline: LlamaSequence,
  open: () => Promise<LlamaSequence>,
  file: string,
): Engine {
  // The conversation's memory is taken when there is one: it costs as much as the ghost text's.
  let chat: Promise<LlamaSequence> | undefined;
  const known: Record<Desk, readonly number[]> = { inline: [], chat: [] };
  const tokens = infillTokens(model);
  const pieces = createPieces(BATCH_TOKENS);
  const begin = model.tokens.shouldPrependBosToken && model.tokens.bos !== null ? [model.tokens.bos] : [];

  return {
    name: model.fileInfo.metadata.general.name ?? file,
    contextTokens,
    infills: tokens !== undefined,
    tokenize: (text, markup) => [...begin, ...model.tokenize(text, markup === 'markup')],
    text: (list) => model.detokenize(list, false),
    special: (token) => model.isSpecialToken(token) || model.isEogToken(token),
    ends: (token) => model.isEogToken(token),
    infill: (gap, budget) => [
      ...begin,
      ...infillPrompt(gap, budget - begin.length, tokens, (text) => model.tokenize(text, false)),
    ],
    conversation: (messages) => {
      const { contextText, stopGenerationTriggers } = library
        .resolveChatWrapper(model)
        .generateContextState({ chatHistory: chatHistory(messages) });
      return {
        tokens: [...begin, ...withoutLeading(contextText.tokenize(model.tokenizer), begin)],
        stop: stopGenerationTriggers.flatMap(({ values }) => {
          const text = values.every((value) => typeof value === 'string') ? values.join('') : '';
          return text === '' ? [] : [text];
        }),
      };
    },
    cached: (desk, prompt) => reusable(known[desk], prompt),
    generate: async function* (desk, prompt, sampling) {
      const sequence = desk === 'inline' ? inline : await (chat ??= open());
      try {
        yield* run(sequence, prompt, sampling, pieces);
      } finally {
        known[desk] = [...sequence.contextTokens];
      }
    },
  };
}

/** How many leading tokens can be taken over: the last one is always evaluated again, for the next depends on it. */
function reusable(known: readonly number[], prompt: readonly number[]): number {
  let same = 0;
  while (same < known.length && same < prompt.length && known[same] === prompt[same]) same++;
  return Math.min(same, prompt.length - 1);
}

async function* run(
  sequence: LlamaSequence,
  prompt: readonly number[],
  sampling: Sampling,
  pieces: ReturnType<typeof createPieces>,
): AsyncGenerator<Step, void, undefined> {
  let at = reusable(sequence.contextTokens, prompt);
  await sequence.adaptStateToTokens(prompt.slice(0, at), false);
  while (at < prompt.length - 1) {
    const piece = prompt.slice(at, Math.min(at + pieces.size, prompt.length - 1));
    const start = performance.now();
    await sequence.evaluateWithoutGeneratingNewTokens(piece);
    pieces.took(piece.length, performance.now() - start);
    at += piece.length;
    yield { type: 'read', tokens: piece.length };
  }
  const { probabilities: wanted, ...options } = sampling;
  // The whole vocabulary's probabilities are sorted for each token: only asked for where more than the chosen one counts.
  const all = wanted > 1 || (wanted > 0 && sampling.temperature > 0);
  const steps = sequence.evaluateWithMetadata(
    prompt.slice(-1),
    { confidence: wanted > 0, probabilities: all },
    { ...options, yieldEogToken: true },
  );
  for await (const { token, confidence, probabilities } of steps) {
    yield {
      type: 'token',
      token,
      ...(confidence === undefined ? {} : { probability: confidence }),
      ...(confidence === undefined
        ? {}
        : { top: best(probabilities, wanted, { token, probability: confidence }) }),
    };
  }
}

function best(all: ReadonlyMap<number, number> | undefined, count: number, chosen: Likely): Likely[] {
  if (!all) return [chosen];
  const top: Likely[] = [];
  for (const [token, probability] of all) {
    if (top.length === count) break;
    top.push({ token, probability });
  }
  return top;
}

function infillTokens(model: LlamaModel): InfillTokens | undefined {
  const { prefix, middle, suffix } = model.tokens.infill;
  if (prefix === null || middle === null || suffix === null) return undefined;
  const single = (text: string): number | undefined => {
    const list = model.tokenize(text, true);
    return list.length === 1 ? list[0] : undefined;
  };
  const separator = single('<|file_sep|>') ?? single('<file_sep>');
  const repository = single('<|repo_name|>') ?? single('<repo_name>');
  return {
    prefix,
    middle,
    suffix,
    ...(separator === undefined ? {} : { separator }),
    ...(repository === undefined ? {} : { repository }),
  };
}

function chatHistory(messages: readonly ChatMessage[]) {
  return [
    ...messages.map(({ role, content }) =>
      role === 'assistant' ? { type: 'model' as const, response: [content] } : { type: role, text: content },
    ),
    { type: 'model' as const, response: [] },
  ];
}

const withoutLeading = (tokens: readonly number[], begin: readonly number[]): readonly number[] =>
  begin.length > 0 && tokens[0] === begin[0] ? tokens.slice(1) : tokens;
