/** Requests to the model: how many at once, with which prompt, when not, and what became of them. */
import type { Timers } from '../model/client.ts';
import type { Endpoint, ModelEvent, ModelRequest } from '../model/words.ts';
import type { Clock } from '../ports.ts';
import { startAttempt, type Attempt } from './attempt.ts';
import { createTokenEstimate, type TokenEstimate } from './budget.ts';
import { inspectRequest, type Inspection, type Inspector } from './inspection.ts';
import type { Withheld } from './confidence.ts';
import type { Held } from './memory.ts';
import { createBackoff } from './pace.ts';
import {
  createPromptBuilder,
  type InlineModel,
  type Prompt,
  type PromptContext,
  type ServerFacts,
} from './prompt.ts';
import type { LoadSyntax } from './syntax.ts';
import { createTrimmer } from './trim/trimmer.ts';
import { otherwise, sequencesOf, severalOrOne, withSequences } from './variety.ts';
import type { EngineEvent, Query, Trimmer } from './words.ts';

export interface RequestPorts {
  readonly clock: Clock;
  /** The model layer's `streamModel`, bound to its ports. */
  readonly stream: (
    endpoint: Endpoint,
    request: ModelRequest,
    timers: Timers,
    signal: AbortSignal,
  ) => AsyncIterable<ModelEvent | Withheld>;
  /** What the server says of itself; asked before a request, waited for a moment. Never rejects. */
  readonly facts?: (endpoint: Endpoint) => Promise<ServerFacts>;
  /** Loads a language's parser; without one, indentation decides where an answer ends. */
  readonly loadSyntax?: LoadSyntax;
  /** Told what happens, for the status item, the log and the statistics. */
  readonly report?: (event: EngineEvent) => void;
}

export interface RequestOptions {
  /** Most tokens of one answer; default 128. */
  readonly maxTokens?: number;
  /** Most tokens of one prompt; default 1536 for local servers, else 3072. */
  readonly promptTokens?: number;
  /** Most answers that one request by hand asks for, where the server gives several; default 3. */
  readonly candidates?: number;
  readonly timers?: Timers;
}

export interface Requests {
  /** The requests that run, the oldest first. */
  readonly running: ReadonlySet<Attempt>;
  /**
   * Opens a request at the caret of `query`; closes the oldest first where the server has no room. One after the other:
   * undefined when it is not `wanted` any more by then.
   */
  open(
    model: InlineModel,
    query: Query,
    why: Why,
    context: PromptContext,
    wanted: () => boolean,
  ): Promise<Attempt | undefined>;
  /** Whether one more request would run without closing another. */
  hasRoom(model: InlineModel): boolean;
  /** How long automatic requests still have to wait after a failure, in milliseconds; 0 when they may go. */
  remaining(): number;
  /** Closes those for which `which` is true; resolves when their connections are closed. */
  close(which: (attempt: Attempt) => boolean): Promise<unknown>;
  /** A setting changed: what failed before may work now. */
  retry(): void;
  readonly last: Inspection | undefined;
}

/** `another`: an answer other than the one that is known. */
export type Why = Query['trigger'] | 'speculative' | 'another';

const TIMERS: Timers = { firstByteMs: 5000, idleMs: 5000, totalMs: 30_000 };
/** How long a request waits for what the server says of itself, in milliseconds. */
const FACTS_WAIT = 300;
/** Answers to choose from; more than a person looks through cost as much again. */
const CANDIDATES = 3;

/** A model on somebody's own machine: it works on one request at a time and costs nothing but its work. */
export const isLocal = ({ endpoint }: InlineModel): boolean => /^(?:ollama|llama-)/.test(endpoint.dialect);

/** On this computer a server has one slot unless it says otherwise. */
const isNear = (url: string): boolean => /^https?:\/\/(?:localhost|127\.|\[::1\])/i.test(url);

/** `onEnd` is called once for each request, when its answer is all there is. */
export function createRequests(
  options: RequestOptions,
  ports: RequestPorts,
  onEnd: (attempt: Attempt, query: Query, model: InlineModel) => void,
): Requests {
  const { clock } = ports;
  const running = new Set<Attempt>();
  const backoff = createBackoff();
  const estimates = new Map<string, TokenEstimate>();
  /** Names of models whose server refused to give several sequences. */
  const single = new Set<string>();
  const maxTokens = options.maxTokens ?? 128;
  const buildLocal = createPromptBuilder({ maxTokens, promptTokens: options.promptTokens ?? 1536 });
  const buildRemote = createPromptBuilder({ maxTokens, promptTokens: options.promptTokens ?? 3072 });
  /** What servers said of themselves, by the model's name. */
  const told = new Map<string, ServerFacts>();
  let lastId = 0;
  let turn: Promise<unknown> = Promise.resolve();
  let inspect: (() => Inspection) | undefined;

  const estimateOf = ({ name }: InlineModel): TokenEstimate => {
    const estimate = estimates.get(name) ?? createTokenEstimate();
    estimates.set(name, estimate);
    return estimate;
  };
  const slotsOf = (model: InlineModel): number =>
    model.slots ?? told.get(model.name)?.slots ?? (isLocal(model) ? 1 : 2);

  /** How many sequences one request may ask for: no server's only slot is taken three times. */
  function sequencesFor({ name, endpoint, slots = told.get(name)?.slots }: InlineModel): number {
    if (endpoint.dialect !== 'openai-completions' || single.has(name)) return 1;
    return Math.min(options.candidates ?? CANDIDATES, slots ?? (isNear(endpoint.url) ? 1 : CANDIDATES));
  }

  function factsOf({ name, endpoint }: InlineModel): Promise<ServerFacts> {
    if (!ports.facts) return Promise.resolve({});
    const asked = ports.facts(endpoint);
    return new Promise((resolve) => {
      // A server that is slow to tell: what it told before still holds.
      const cancel = clock.after(FACTS_WAIT, () => resolve(told.get(name) ?? {}));
      void asked.then((facts) => {
        cancel();
        told.set(name, facts);
        resolve(facts);
      });
    });
  }

  async function trimmersFor(query: Query, { origin, stops }: Prompt, count: number): Promise<Trimmer[]> {
    const syntax = await ports.loadSyntax?.(query.language);
    const how = { trigger: query.trigger, origin, stops, ...(syntax ? { syntax } : {}) };
    return Array.from({ length: count }, () => createTrimmer(query, how));
  }

  function start(model: InlineModel, query: Query, built: Prompt, why: Why): Attempt {
    const id = ++lastId;
    const alone = why === 'another' ? otherwise(built.request, id) : built.request;
    const wanted = why === 'invoke' || why === 'another' ? sequencesFor(model) : 1;
    const prompt = { ...built, request: wanted > 1 ? withSequences(built.request, wanted) : alone };
    const count = sequencesOf(prompt.request);
    const heldOf = (as: number): Held => heldFor(as, model, query, count > 1 || why === 'another');
    const started = clock.now();
    const inspector = inspectRequest(id, model, prompt);
    const attempt = startAttempt(
      [heldOf(id), ...Array.from({ length: count - 1 }, () => heldOf(++lastId))],
      trimmersFor(query, prompt, count),
      (signal) =>
        severalOrOne(
          prompt.request,
          alone,
          (request) => ports.stream(model.endpoint, request, options.timers ?? TIMERS, signal),
          () => single.add(model.name),
        ),
      (event) => {
        inspector.event(event);
        const usage = event.type === 'usage' ? event : event.type === 'finish' ? event.usage : undefined;
        if (usage?.promptTokens !== undefined) estimateOf(model).correct(prompt.chars, usage.promptTokens);
        if (event.type !== 'text-delta' || attempt.begun) return;
        backoff.succeeded();
        ports.report?.({ type: 'first-token', request: id, ms: clock.now() - started });
      },
    );
    running.add(attempt);
    inspect = () => inspectionOf(attempt, inspector);
    ports.report?.({ type: 'sent', request: id, model: model.name, why });
    void attempt.closed.then(() => {
      running.delete(attempt);
      reportEnd(attempt, clock.now() - started);
      onEnd(attempt, query, model);
    });
    return attempt;
  }

  function reportEnd({ held, outcome }: Attempt, ms: number): void {
    if (outcome?.type === 'failed') {
      const { kind, message, helpUrl } = outcome.error;
      const pauseMs = backoff.failed(outcome.error, clock.now());
      const help = helpUrl === undefined ? {} : { helpUrl };
      ports.report?.({ type: 'failed', request: held.id, kind, message, ...help, pauseMs });
    } else {
      const rule = outcome?.type === 'finished' ? outcome.rule : undefined;
      ports.report?.({ type: 'ended', request: held.id, ms, ...(rule === undefined ? {} : { rule }) });
    }
  }

  return {
    running,
    open(model, query, why, context, wanted) {
      const opened = turn.then(async () => {
        const facts = await factsOf(model);
        const surplus = [...running].slice(0, Math.max(0, running.size - slotsOf(model) + 1));
        if (wanted()) await Promise.all(surplus.map((attempt) => attempt.close()));
        if (!wanted()) return undefined;
        const build = isLocal(model) ? buildLocal : buildRemote;
        return start(model, query, build(query, model, facts, context, estimateOf(model)), why);
      });
      turn = opened;
      return opened;
    },
    hasRoom: (model) => running.size < slotsOf(model),
    remaining: () => backoff.remaining(clock.now()),
    close: (which) => Promise.all([...running].filter(which).map((attempt) => attempt.close())),
    retry: () => {
      backoff.succeeded();
      told.clear();
      single.clear();
    },
    get last() {
      return inspect?.();
    },
  };
}

function heldFor(id: number, model: InlineModel, query: Query, varied: boolean): Held {
  const { uri, line, prefix, suffix, column, tabSize } = query;
  return {
    id,
    model: model.name,
    origin: { uri, line, prefix, suffix, tabSize, ...(column === undefined ? {} : { column }) },
    varied,
    ghost: { text: '', replaceSuffix: 0 },
    state: 'running',
    dismissed: false,
  };
}

function inspectionOf({ held, outcome }: Attempt, inspector: Inspector): Inspection {
  return inspector.now({
    offered: held.ghost.text,
    ...(outcome?.type === 'finished' && outcome.rule !== undefined ? { rule: outcome.rule } : {}),
    ...(outcome?.type === 'failed' ? { error: outcome.error.message } : {}),
  });
}
