/** From a caret to suggestions: memory first, then a stream that already runs, then, after a pause, a request. */
import type { Timers } from '../model/client.ts';
import type { Endpoint, ModelEvent, ModelRequest } from '../model/words.ts';
import type { Clock } from '../ports.ts';
import { follow } from './along.ts';
import { startAttempt, type Attempt } from './attempt.ts';
import { createMemory, type Held, type Recalled } from './memory.ts';
import { createTokenEstimate, type TokenEstimate } from './budget.ts';
import { createPromptBuilder, type InlineModel, type Prompt, type ServerFacts } from './prompt.ts';
import { createBackoff, createRhythm, pauseBefore } from './pace.ts';
import type { LoadSyntax } from './syntax.ts';
import { createTrimmer } from './trim/trimmer.ts';
import type { Answer, EngineEvent, Query, Suggester, Suggestion, Trimmer } from './words.ts';

export interface SuggestPorts {
  readonly clock: Clock;
  /** The model now in use, undefined when none is configured. */
  readonly model: () => InlineModel | undefined;
  /** The model layer's `streamModel`, bound to its ports. */
  readonly stream: (
    endpoint: Endpoint,
    request: ModelRequest,
    timers: Timers,
    signal: AbortSignal,
  ) => AsyncIterable<ModelEvent>;
  /** What the server says of itself; asked before a request, waited for a moment. Never rejects. */
  readonly facts?: (endpoint: Endpoint) => Promise<ServerFacts>;
  /** Loads a language's parser; without one, indentation decides where an answer ends. */
  readonly loadSyntax?: LoadSyntax;
  /** Told what happens, for the status item, the log and the statistics. */
  readonly report?: (event: EngineEvent) => void;
}

export interface SuggestOptions {
  /** Most tokens of one answer; default 128. */
  readonly maxTokens?: number;
  /** Most tokens of one prompt; default 1536 for local servers, else 3072. */
  readonly promptTokens?: number;
  readonly timers?: Timers;
}

const TIMERS: Timers = { firstByteMs: 5000, idleMs: 5000, totalMs: 30_000 };

export function createSuggester(options: SuggestOptions, ports: SuggestPorts): Suggester {
  const { clock } = ports;
  const memory = createMemory();
  const rhythm = createRhythm();
  const backoff = createBackoff();
  const attempts = new Set<Attempt>();
  const growthListeners = new Set<(uri: string, ended: boolean, id: number) => void>();
  /** What was offered last in each document. */
  const offered = new Map<string, { readonly id: number; readonly query: Query }>();
  /** Where a suggestion was sent away. */
  const dismissals = new Map<string, Query>();
  const estimates = new Map<string, TokenEstimate>();
  const maxTokens = options.maxTokens ?? 128;
  const buildLocal = createPromptBuilder({ maxTokens, promptTokens: options.promptTokens ?? 1536 });
  const buildRemote = createPromptBuilder({ maxTokens, promptTokens: options.promptTokens ?? 3072 });
  let lastId = 0;
  let disposed = false;

  async function suggest(query: Query, signal: AbortSignal): Promise<Answer> {
    const model = ports.model();
    if (!model) return { type: 'silence', reason: 'no-model' };
    if (signal.aborted) return { type: 'silence', reason: 'canceled' };
    rhythm.key(clock.now());
    if (query.trigger === 'invoke') dismissals.delete(query.uri);
    const asked = withSelected(query);
    const closing = closeDiverged(query);
    const found = find(model, query, asked);
    if (found) return offer(query, found, found.held.state === 'running' ? 'typed-along' : 'cache');
    const refusal = refuse(model, query, asked);
    if (refusal) return refusal;
    const running = [...attempts].find(({ held }) => isAhead(held, asked, model));
    if (running) {
      const answer = await settled(running, query, asked, signal, 'joined');
      if (answer) return answer;
    } else {
      await pause(pauseBefore(asked, rhythm.gapMs), signal);
      const late = find(model, query, asked);
      if (late && !isAborted(signal)) return offer(query, late, 'cache');
    }
    await Promise.all(closing);
    await freeSlot(model);
    if (isAborted(signal) || disposed) return { type: 'silence', reason: 'canceled' };
    const facts = await factsOf(model);
    const attempt = request(model, asked, facts);
    return (
      (await settled(attempt, query, asked, signal, 'request')) ?? {
        type: 'silence',
        reason: 'superseded',
      }
    );
  }

  /** Why this query may not cause a request, if it may not. */
  function refuse(model: InlineModel, query: Query, asked: Query): Answer | undefined {
    if (query.change) return { type: 'silence', reason: 'undo' };
    if (query.trigger === 'invoke') return undefined;
    if (/[\p{L}\p{N}_$]$/u.test(query.prefix) && /^[\p{L}\p{N}_$]/u.test(query.suffix)) {
      return { type: 'silence', reason: 'inside-word' };
    }
    if (isDismissed(query)) return { type: 'silence', reason: 'dismissed' };
    if (memory.knownEmpty(model.name, asked)) return { type: 'silence', reason: 'empty' };
    const wait = backoff.remaining(clock.now());
    return wait > 0 ? { type: 'silence', reason: 'paused', detail: `${wait} ms` } : undefined;
  }

  function isDismissed(query: Query): boolean {
    const place = dismissals.get(query.uri);
    return place?.line === query.line && place.prefix === query.prefix;
  }

  function find(model: InlineModel, query: Query, asked: Query): Recalled | undefined {
    return isDismissed(query) ? undefined : memory.recall(model.name, asked, offered.get(query.uri)?.id);
  }

  function isAhead(held: Held, now: Query, model: InlineModel): boolean {
    return (
      held.model === model.name && !held.dismissed && follow(held.origin, held.ghost, now).type === 'ahead'
    );
  }

  function closeDiverged(query: Query): Promise<void>[] {
    return [...attempts]
      .filter(({ held }) => follow(held.origin, held.ghost, query).type === 'diverged')
      .map((attempt) => attempt.close());
  }

  /** Closes the oldest requests until one more may run. */
  async function freeSlot(model: InlineModel): Promise<void> {
    const slots = model.slots ?? (isLocal(model) ? 1 : 2);
    const surplus = [...attempts].slice(0, Math.max(0, attempts.size - slots + 1));
    await Promise.all(surplus.map((attempt) => attempt.close()));
  }

  /** What the server says of itself, as far as it is known within a moment. */
  function factsOf({ endpoint }: InlineModel): Promise<ServerFacts> {
    if (!ports.facts) return Promise.resolve({});
    return new Promise((resolve) => {
      const cancel = clock.after(FACTS_WAIT, () => resolve({}));
      void ports.facts?.(endpoint).then((facts) => {
        cancel();
        resolve(facts);
      });
    });
  }

  function promptFor(query: Query, model: InlineModel, facts: ServerFacts): Prompt {
    const build = isLocal(model) ? buildLocal : buildRemote;
    return build(query, model, facts, { files: [] }, estimateOf(model));
  }

  function estimateOf({ name }: InlineModel): TokenEstimate {
    const estimate = estimates.get(name) ?? createTokenEstimate();
    estimates.set(name, estimate);
    return estimate;
  }

  function request(model: InlineModel, query: Query, facts: ServerFacts): Attempt {
    const id = ++lastId;
    const started = clock.now();
    const { uri, line, prefix, suffix, column, tabSize } = query;
    const held: Held = {
      id,
      model: model.name,
      origin: { uri, line, prefix, suffix, tabSize, ...(column === undefined ? {} : { column }) },
      ghost: { text: '', replaceSuffix: 0 },
      state: 'running',
      dismissed: false,
    };
    const prompt = promptFor(query, model, facts);
    const attempt = startAttempt(
      held,
      trimmerFor(query, prompt),
      (signal) => ports.stream(model.endpoint, prompt.request, options.timers ?? TIMERS, signal),
      (event) => {
        const usage = event.type === 'usage' ? event : event.type === 'finish' ? event.usage : undefined;
        if (usage?.promptTokens !== undefined) estimateOf(model).correct(prompt.chars, usage.promptTokens);
        if (event.type !== 'text-delta' || attempt.begun) return;
        backoff.succeeded();
        ports.report?.({ type: 'first-token', request: id, ms: clock.now() - started });
      },
    );
    memory.keep(held);
    attempts.add(attempt);
    ports.report?.({ type: 'sent', request: id, model: model.name, why: query.trigger });
    attempt.watch(() => {
      const { outcome } = attempt;
      if (outcome) ended(attempt, started);
      for (const listener of [...growthListeners]) listener(uri, outcome !== undefined, id);
    });
    return attempt;
  }

  async function trimmerFor(query: Query, { origin, stops }: Prompt): Promise<Trimmer> {
    const syntax = await ports.loadSyntax?.(query.language);
    return createTrimmer(query, {
      trigger: query.trigger,
      origin,
      stops,
      ...(syntax ? { syntax } : {}),
    });
  }

  function ended(attempt: Attempt, started: number): void {
    const { held, outcome } = attempt;
    attempts.delete(attempt);
    const ms = clock.now() - started;
    if (outcome?.type === 'failed') {
      const { kind, message } = outcome.error;
      const pauseMs = backoff.failed(outcome.error, clock.now());
      ports.report?.({ type: 'failed', request: held.id, kind, message, pauseMs });
    } else {
      const rule = outcome?.type === 'finished' ? outcome.rule : undefined;
      ports.report?.({ type: 'ended', request: held.id, ms, ...(rule === undefined ? {} : { rule }) });
    }
    // Nothing came: only a whole answer without text says that nothing is to be offered here.
    if (held.ghost.text === '' && outcome?.type !== 'finished') memory.drop(held);
  }

  /** Waits until `attempt` has something for the query; undefined when it turned out to be about something else. */
  function settled(
    attempt: Attempt,
    query: Query,
    asked: Query,
    signal: AbortSignal,
    source: 'joined' | 'request',
  ): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      const settle = (answer: Answer | undefined): void => {
        unwatch();
        signal.removeEventListener('abort', onAbort);
        resolve(answer);
      };
      const onAbort = (): void => settle({ type: 'silence', reason: 'canceled' });
      const look = (): void => {
        const { outcome, held } = attempt;
        const followed = follow(held.origin, held.ghost, asked);
        if (held.dismissed) settle({ type: 'silence', reason: 'dismissed' });
        else if (followed.type === 'rest' && (outcome !== undefined || isPresentable(followed.text))) {
          settle(offer(query, { held, rest: followed }, source));
        } else if (followed.type === 'diverged' || followed.type === 'elsewhere') {
          if (!outcome) void attempt.close();
          settle(undefined);
        } else if (outcome)
          settle(source === 'joined' && outcome.type !== 'failed' ? undefined : silenceAfter(attempt));
      };
      const unwatch = attempt.watch(look);
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      else look();
    });
  }

  function silenceAfter({ outcome }: Attempt): Answer {
    if (outcome?.type === 'failed') {
      const { kind, message } = outcome.error;
      return { type: 'silence', reason: kind === 'loading' ? 'loading' : 'error', detail: message };
    }
    if (outcome?.type === 'closed') return { type: 'silence', reason: 'superseded' };
    return outcome?.rule === undefined
      ? { type: 'silence', reason: 'empty' }
      : { type: 'silence', reason: 'filtered', detail: outcome.rule };
  }

  function offer(
    query: Query,
    { held, rest }: Recalled,
    source: 'typed-along' | 'cache' | 'joined' | 'request',
  ): Answer {
    offered.set(query.uri, { id: held.id, query });
    return {
      type: 'suggestions',
      suggestions: [suggestion(query, { held, rest })],
      source,
      growing: held.state === 'running',
    };
  }

  function pause(ms: number, signal: AbortSignal): Promise<void> {
    if (ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        cancel();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const cancel = clock.after(ms, done);
      signal.addEventListener('abort', done, { once: true });
    });
  }

  return {
    suggest,
    recall(query) {
      const model = ports.model();
      const found = model && find(model, query, withSelected(query));
      if (!found) return undefined;
      offered.set(query.uri, { id: found.held.id, query });
      return suggestion(query, found);
    },
    onGrowth(listener) {
      growthListeners.add(listener);
      return () => void growthListeners.delete(listener);
    },
    dismiss(uri) {
      const last = offered.get(uri);
      const model = ports.model();
      if (last && model) {
        dismissals.set(uri, last.query);
        for (const { held } of memory.all(model.name, withSelected(last.query))) held.dismissed = true;
      }
      for (const attempt of attempts) {
        if (attempt.held.origin.uri !== uri) continue;
        attempt.held.dismissed = true;
        void attempt.close();
      }
    },
    forget(uri) {
      for (const attempt of attempts) {
        if (uri === undefined || attempt.held.origin.uri === uri) void attempt.close();
      }
      memory.forget(uri);
      if (uri !== undefined) {
        offered.delete(uri);
        dismissals.delete(uri);
        return;
      }
      offered.clear();
      dismissals.clear();
      backoff.succeeded();
    },
    dispose() {
      disposed = true;
      growthListeners.clear();
      for (const attempt of attempts) void attempt.close();
      memory.forget();
    },
  };
}

/** A model on somebody's own machine: it works on one request at a time and costs nothing but its work. */
const isLocal = ({ endpoint }: InlineModel): boolean => /^(?:ollama|llama-)/.test(endpoint.dialect);

/** How long a request waits for what the server says of itself, in milliseconds. */
const FACTS_WAIT = 300;

/** The document as it would be with the suggest widget's entry accepted. */
function withSelected(query: Query): Query {
  if (!query.selected) return query;
  const { text, replacePrefix } = query.selected;
  const before = query.prefix.slice(0, query.prefix.length - replacePrefix);
  return {
    ...query,
    prefix: before + text,
    ...(query.column === undefined ? {} : { column: query.column - replacePrefix + text.length }),
  };
}

function suggestion(query: Query, { held, rest }: Recalled): Suggestion {
  const { text, replaceSuffix } = rest;
  if (!query.selected) return { id: held.id, text, replaceSuffix };
  const { text: entry, replacePrefix } = query.selected;
  return { id: held.id, text: entry + text, replacePrefix, replaceSuffix };
}

/** Looked at anew: the type checker takes a flag that was false once to be false for ever. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted;

/** The first thing shown is at least a word: half a word says nothing and would only flicker. */
function isPresentable(text: string): boolean {
  return /\S\b\W|\S{12}/.test(text);
}
