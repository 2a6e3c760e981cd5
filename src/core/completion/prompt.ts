/** From a caret to the request for the model: chooses the format, fills the context window, keeps what servers cache. */
import type { ContextFile, Endpoint, ModelRequest } from '../model/words.ts';
import { createStableCut, cutSuffix, shares, type TokenEstimate } from './budget.ts';
import { asComments } from './comments.ts';
import { detectFim, fimPrompt, parseFim, type Format, type ModelFacts } from './fim.ts';
import { fillMessages } from './fill.ts';
import { headOf } from './head.ts';
import type { Query } from './words.ts';

/** The model that serves ghost text, and what is known of its server. */
export interface InlineModel {
  readonly name: string;
  readonly endpoint: Endpoint;
  /** In tokens. */
  readonly contextTokens?: number;
  /** What the setting says (see parseFim), or absent to detect it. */
  readonly fim?: string;
  /** The user's own stop strings. */
  readonly stops?: readonly string[];
  /** Requests that the server works on at once; default 1 for local servers, else 2. */
  readonly slots?: number;
}

/** What a server says of its model. */
export interface ServerFacts extends Omit<ModelFacts, 'model'> {
  readonly contextTokens?: number;
  readonly slots?: number;
  /** The server itself joins prefix and suffix (Ollama's capability `insert`). */
  readonly fills?: boolean;
}

export interface Prompt {
  readonly request: ModelRequest;
  /** Where the answer comes from, for the trimmer. */
  readonly origin: 'completion' | 'chat';
  /** Everything that ends the answer, cut on our side. */
  readonly stops: readonly string[];
  /** Name of the format, for people. */
  readonly format: string;
  /** Characters of the prompt as sent. */
  readonly chars: number;
}

export interface PromptOptions {
  /** Most tokens of an answer. */
  readonly maxTokens: number;
  /** Most tokens of a prompt. */
  readonly promptTokens: number;
}

/** A window that every current server has, for those that do not tell. */
const CONTEXT_TOKENS = 4096;
/** Where text follows on the line an answer of several lines is cut anyway. */
const LINE_TOKENS = 64;

export interface PromptContext {
  /** Other files' parts, the most telling first. */
  readonly files: readonly ContextFile[];
  /** A notebook's cells before this one. */
  readonly cells?: readonly string[];
  /** What the language service complains of near the caret. */
  readonly problems?: readonly string[];
  /** The start of the file where the query's window does not reach it. */
  readonly head?: string;
  /** The workspace's name. */
  readonly repository?: string;
}

/** The way a model is asked: by the setting, then by what its server says, then by its name. */
export function formatOf({ endpoint, fim }: InlineModel, facts: ServerFacts): Format {
  const { dialect } = endpoint;
  if (dialect === 'openai-chat' || dialect === 'ollama-chat' || dialect.startsWith('hf-chat:')) {
    return { type: 'chat' };
  }
  const set = fim === undefined ? undefined : parseFim(fim);
  if (set) return set;
  if (dialect === 'llama-infill') return { type: 'server' };
  const format = detectFim({ ...facts, ...(endpoint.model === undefined ? {} : { model: endpoint.model }) });
  if (format) return { type: 'tokens', format };
  return { type: facts.fills ? 'server' : 'prefix' };
}

export type BuildPrompt = (
  query: Query,
  model: InlineModel,
  facts: ServerFacts,
  context: PromptContext,
  estimate: TokenEstimate,
) => Prompt;

export function createPromptBuilder({ maxTokens, promptTokens }: PromptOptions): BuildPrompt {
  const stableCut = createStableCut();
  return (query, model, facts, context, estimate) => {
    const window = model.contextTokens ?? facts.contextTokens ?? CONTEXT_TOKENS;
    const lineEnds = /^[)\]}>"'`;, \t]*(?:\n|$)/.test(query.suffix);
    const answer = Math.floor(Math.min(lineEnds ? maxTokens : LINE_TOKENS, window / 4));
    const share = shares(window, answer, promptTokens);
    const format = formatOf(model, facts);
    const suffix = format.type === 'prefix' ? '' : cutSuffix(query.suffix, estimate.chars(share.suffix));
    const files = fit(context.files, estimate.chars(share.files));
    const used = files.reduce((sum, { text, path }) => sum + text.length + path.length, 0);
    const spare = estimate.chars(share.suffix) - suffix.length + estimate.chars(share.files) - used;
    const room = estimate.chars(share.prefix) + Math.max(0, Math.floor(spare));
    // What is left of the window's last characters is out of the model's sight for certain.
    const head = headOf(query, query.prefix.length - room, context.head, Math.floor(room / 4));
    const start = stableCut(query.uri, query.prefix, query.line, room - head.length);
    const cells = cellsBefore(context.cells, start === 0 ? room - query.prefix.length : 0);
    const prefix = cells + head + query.prefix.slice(start);
    return ask(format, { query, prefix, suffix, files, context, model, answer, window });
  };
}

interface Parts {
  readonly query: Query;
  readonly prefix: string;
  readonly suffix: string;
  readonly files: readonly ContextFile[];
  readonly context: PromptContext;
  readonly model: InlineModel;
  readonly answer: number;
  readonly window: number;
}

function ask(format: Format, parts: Parts): Prompt {
  const { query, prefix, suffix, files, context, model } = parts;
  const own = model.stops ?? [];
  const sampling = {
    maxTokens: parts.answer,
    temperature: 0,
    // Ollama cuts a prompt silently unless it is told the window.
    ...(model.endpoint.dialect.startsWith('ollama') ? { contextTokens: parts.window } : {}),
  };
  switch (format.type) {
    case 'chat': {
      const { path, language } = query;
      const messages = fillMessages({
        path,
        language,
        prefix,
        suffix,
        files,
        problems: context.problems ?? [],
      });
      const chars = messages.reduce((sum, { content }) => sum + content.length, 0);
      return {
        request: { type: 'chat', messages, ...sampling, ...stop(own) },
        origin: 'chat',
        stops: own,
        format: 'chat',
        chars,
      };
    }
    case 'server': {
      const extra = model.endpoint.dialect === 'llama-infill' && files.length > 0 ? { files } : {};
      return {
        request: { type: 'text', prompt: prefix, suffix, ...extra, ...sampling, ...stop(own) },
        origin: 'completion',
        stops: own,
        format: 'server',
        chars: prefix.length + suffix.length + files.reduce((sum, { text }) => sum + text.length, 0),
      };
    }
    case 'prefix': {
      const prompt = asComments(query.language, files) + prefix;
      return {
        request: { type: 'text', prompt, ...sampling, ...stop(own) },
        origin: 'completion',
        stops: own,
        format: 'none',
        chars: prompt.length,
      };
    }
    case 'tokens': {
      const shown = format.format.others ? files : [];
      const commented = format.format.others ? '' : asComments(query.language, files);
      const prompt = fimPrompt(format.format, {
        prefix: commented + prefix,
        suffix,
        path: query.path,
        files: shown,
        ...(context.repository === undefined ? {} : { repository: context.repository }),
      });
      const stops = [...own, ...format.format.stops];
      return {
        request: { type: 'text', prompt, ...sampling, ...stop(stops) },
        origin: 'completion',
        stops,
        format: format.format.name,
        chars: prompt.length,
      };
    }
  }
}

/** Servers take four stop sequences at most. */
function stop(stops: readonly string[]): { stop?: readonly string[] } {
  return stops.length > 0 ? { stop: stops.slice(0, 4) } : {};
}

/** As many files as fit, the most telling first; shown by path, so that a new weight moves nothing. */
function fit(files: readonly ContextFile[], chars: number): ContextFile[] {
  let room = chars;
  return files
    .filter(({ text, path }) => {
      const fits = text.length + path.length <= room;
      if (fits) room -= text.length + path.length;
      return fits;
    })
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** The nearest cells that fit, in their order. */
function cellsBefore(cells: readonly string[] = [], chars: number): string {
  let shown = '';
  for (const cell of cells.toReversed()) {
    const text = `${cell.trimEnd()}\n\n`;
    if (shown.length + text.length > chars) break;
    shown = text + shown;
  }
  return shown;
}
