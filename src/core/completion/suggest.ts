/** From a caret to suggestions: memory first, then a stream that already runs, then, after a pause, a request. */
import { originQuery, silence, silenceAfter, suggestion, withSelected } from './answers.ts';
import { createAhead, type Ahead } from './ahead.ts';
import { besides } from './candidates.ts';
import { mayReach, restOf, type Attempt } from './attempt.ts';
import { createContext, NOTHING, type Gather } from './context.ts';
import { createExclusion } from './excluded.ts';
import { followUp } from './followUp.ts';
import type { Inspection } from './inspection.ts';
import { createMemory, type Held, type Recalled } from './memory.ts';
import { createRhythm, pauseBefore } from './pace.ts';
import type { InlineModel, PromptContext } from './prompt.ts';
import { createRequests, type RequestOptions, type RequestPorts, type Why } from './requests.ts';
import type { LoadSyntax, Syntax } from './syntax.ts';
import { aborted, isAborted, pause } from './waiting.ts';
import type { Answer, Query, Suggester } from './words.ts';

export interface SuggestPorts extends RequestPorts {
  /** The model now in use, undefined when none is configured. */
  readonly model: () => InlineModel | undefined;
  /** Looks around in the workspace for what the model should see besides the file. */
  readonly gather?: Gather;
  /** Files that never reach a model, by their path as shown to it; default: secrets by their usual names. */
  readonly excluded?: (path: string) => boolean;
}

export interface SuggestOptions extends RequestOptions {
  /** Whether to ask for what comes after a suggestion before it is accepted; default: of local models only. */
  readonly ahead?: Ahead;
}

/** What the product's commands want to know beside the suggestions. */
export interface InspectableSuggester extends Suggester {
  /** The last request as it was sent and answered, secrets masked. */
  readonly lastRequest: Inspection | undefined;
}

type Source = Extract<Answer, { type: 'suggestions' }>['source'];

/** One call of the editor's. */
interface Turn {
  readonly model: InlineModel;
  readonly query: Query;
  /** The query with the suggest widget's entry accepted. */
  readonly asked: Query;
  readonly signal: AbortSignal;
}

export function createSuggester(options: SuggestOptions, ports: SuggestPorts): InspectableSuggester {
  const { clock } = ports;
  const excluded = ports.excluded ?? createExclusion([], []);
  const context = ports.gather ? createContext({ clock, gather: ports.gather, excluded }) : undefined;
  const memory = createMemory();
  const rhythm = createRhythm();
  /** Parsers that are loaded, by language. */
  const syntaxes = new Map<string, Syntax>();
  const loadSyntax: LoadSyntax = async (language) => {
    const syntax = await ports.loadSyntax?.(language);
    if (syntax) syntaxes.set(language, syntax);
    return syntax;
  };
  const requests = createRequests(options, { ...ports, loadSyntax }, keep);
  const growthListeners = new Set<Parameters<Suggester['onGrowth']>[0]>();
  /** What was offered last in each document. */
  const offered = new Map<string, { readonly held: Held; readonly query: Query }>();
  /** Where a suggestion was sent away. */
  const dismissals = new Map<string, Query>();
  let disposed = false;
  /** Follow-ups get numbers of their own, below those of requests. */
  let lastFollowUp = 0;

  const ahead = createAhead(
    () => options.ahead ?? 'local',
    (model, after) =>
      !disposed &&
      requests.hasRoom(model) &&
      requests.remaining() === 0 &&
      !memory.recall(model.name, after) &&
      !memory.knownEmpty(model.name, after),
    async (model, query, after) => {
      const around = (await context?.at(query)) ?? NOTHING;
      return request(model, after, 'speculative', around, () => requests.hasRoom(model));
    },
  );

  async function suggest(query: Query, signal: AbortSignal): Promise<Answer> {
    const model = ports.model();
    if (!model) return silence('no-model');
    if (isAborted(signal)) return silence('canceled');
    if (excluded(query.path)) return silence('excluded-file');
    rhythm.key(clock.now());
    if (query.trigger === 'invoke') dismissals.delete(query.uri);
    const asked = withSelected(query);
    const turn: Turn = { model, query, asked, signal };
    const closing = requests.close((attempt) => ahead.isDiverged(attempt, query));
    let found = find(model, query, asked);
    if (found && isCycled(query, found)) {
      await vary(turn, found.held);
      if (isAborted(signal)) return silence('canceled');
      found = find(model, query, asked);
    }
    if (found) return offer(model, query, found, found.held.state === 'running' ? 'typed-along' : 'cache');
    const refusal = refuse(turn);
    if (refusal) return refusal;
    const called = clock.now();
    const joined = await join(turn);
    if (joined) return joined;
    const looking = context?.at(query);
    // Waiting for a request that was of no use is a pause too.
    await pause(clock, pauseBefore(asked, rhythm.gapMs) - (clock.now() - called), signal);
    if (isAborted(signal)) return silence('canceled');
    const late = find(model, query, asked);
    if (late) return offer(model, query, late, 'cache');
    const around = (await looking) ?? NOTHING;
    await closing;
    const other = await join(turn);
    if (other) return other;
    const attempt = await request(model, asked, query.trigger, around, () => !isAborted(signal));
    if (!attempt) return silence('canceled');
    return (await settled(attempt, turn, 'request')) ?? silence('superseded');
  }

  /** Asked for by hand where its answer is on the screen and whole: the user wants to see others. */
  function isCycled({ uri, trigger, change, line, prefix }: Query, { held }: Recalled): boolean {
    if (trigger !== 'invoke' || change || held.state === 'running') return false;
    const last = offered.get(uri);
    return last?.held === held && last.query.line === line && last.query.prefix === prefix;
  }

  /** Waits for the other answers for the place of `held`; asks for them once. */
  async function vary({ model, query, asked, signal }: Turn, held: Held): Promise<void> {
    let attempt = [...requests.running].find(({ held: first }) => first === held);
    if (!attempt && !held.varied && options.candidates !== 1 && requests.remaining() === 0) {
      held.varied = true;
      const around = (await context?.at(query)) ?? NOTHING;
      attempt = await request(model, asked, 'another', around, () => !isAborted(signal));
    }
    if (attempt) await Promise.race([attempt.closed, aborted(signal)]);
  }

  /** Waits for the requests that may turn out to be about this place; undefined when none did. */
  async function join(turn: Turn): Promise<Answer | undefined> {
    const { model, asked, signal } = turn;
    for (;;) {
      const running = [...requests.running].find((attempt) => mayReach(attempt, model.name, asked));
      const answer = running && (await settled(running, turn, 'joined'));
      if (answer) return answer;
      if (!running) return isAborted(signal) ? silence('canceled') : undefined;
    }
  }

  /** Why this query may not cause a request, if it may not. */
  function refuse({ model, query, asked }: Turn): Answer | undefined {
    if (query.change) return silence('undo');
    if (query.trigger === 'invoke') return undefined;
    if (isInsideWord(query)) return silence('inside-word');
    if (isDismissed(query)) return silence('dismissed');
    if (memory.knownEmpty(model.name, asked)) return silence('empty');
    const wait = requests.remaining();
    return wait > 0 ? silence('paused', `${Math.ceil(wait / 1000)} s`) : undefined;
  }

  function isDismissed(query: Query): boolean {
    const place = dismissals.get(query.uri);
    return place?.line === query.line && place.prefix === query.prefix;
  }

  function find(model: InlineModel, query: Query, asked: Query): Recalled | undefined {
    return isDismissed(query) ? undefined : memory.recall(model.name, asked, offered.get(query.uri)?.held.id);
  }

  async function request(
    model: InlineModel,
    query: Query,
    why: Why,
    around: PromptContext,
    wanted: () => boolean,
  ): Promise<Attempt | undefined> {
    const attempt = await requests.open(model, query, why, around, () => wanted() && !disposed);
    if (!attempt) return undefined;
    memory.keep(attempt.held);
    attempt.watch(() => {
      for (const listener of [...growthListeners]) {
        listener(query.uri, attempt.outcome !== undefined, attempt.held.id);
      }
    });
    return attempt;
  }

  /** The answer is all there is: keeps what is good of it. */
  function keep(attempt: Attempt, query: Query, model: InlineModel): void {
    const { held, outcome } = attempt;
    ahead.ended(attempt);
    const isWanted = memory.has(held) && !held.dismissed;
    const further = attempt.others.filter(({ state, ghost }) => state === 'ended' && ghost.text !== '');
    for (const other of isWanted ? further : []) memory.keep(other);
    if (outcome?.type !== 'finished') {
      // Closed or broken in the middle of a line: only whole lines are worth coming back to.
      const end = held.ghost.text.lastIndexOf('\n');
      if (end > 0) held.ghost = { ...held.ghost, text: held.ghost.text.slice(0, end) };
      else memory.drop(held);
      return;
    }
    // Kept last, the first of them is recalled first.
    if (isWanted && further.length > 0) memory.keep(held);
    const next = followUp(held, outcome.rule, attempt.raw, query, --lastFollowUp);
    if (next) memory.keep(next);
    else if (offered.get(query.uri)?.held === held) void ahead.ask(model, held, query);
  }

  /** Waits until `attempt` has something for the query; undefined when it turned out to be about something else. */
  async function settled(attempt: Attempt, turn: Turn, source: Source): Promise<Answer | undefined> {
    const { model, query, asked, signal } = turn;
    const rest = await restOf(attempt, asked, signal);
    if (isAborted(signal)) return silence('canceled');
    const { outcome, held } = attempt;
    if (held.dismissed) return silence('dismissed');
    if (rest.type === 'rest') return offer(model, query, { held, rest }, source);
    if (rest.type !== 'ahead') {
      if (!outcome) void attempt.close();
      return undefined;
    }
    return source === 'joined' && outcome?.type !== 'failed' ? undefined : silenceAfter(attempt);
  }

  function offer(model: InlineModel, query: Query, found: Recalled, source: Source): Answer {
    const { held } = found;
    const before = offered.get(query.uri);
    offered.set(query.uri, { held, query });
    if (held.state === 'ended' && before?.held !== held)
      void ahead.ask(model, held, originQuery(query, held));
    const asked = withSelected(query);
    const more =
      query.trigger === 'invoke'
        ? besides(found.rest.text, memory.all(model.name, asked), asked, syntaxes.get(query.language))
        : [];
    return {
      type: 'suggestions',
      suggestions: [suggestion(query, found), ...more.map((other) => suggestion(query, other))],
      source,
      growing: held.state === 'running',
    };
  }

  return {
    suggest,
    recall(query) {
      const model = ports.model();
      const found = model && find(model, query, withSelected(query));
      if (!found) return undefined;
      offered.set(query.uri, { held: found.held, query });
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
      void requests.close(({ held }) => {
        if (held.origin.uri !== uri) return false;
        held.dismissed = true;
        return true;
      });
    },
    forget(uri) {
      void requests.close(({ held }) => uri === undefined || held.origin.uri === uri);
      memory.forget(uri);
      context?.forget(uri);
      if (uri === undefined) {
        offered.clear();
        dismissals.clear();
        requests.retry();
      } else {
        offered.delete(uri);
        dismissals.delete(uri);
      }
    },
    dispose() {
      disposed = true;
      growthListeners.clear();
      void requests.close(() => true);
      memory.forget();
    },
    get lastRequest() {
      return requests.last;
    },
  };
}

/** A pattern that ends in `$` would be tried at each character of the window. */
function isInsideWord({ prefix, suffix }: Query): boolean {
  return /[\p{L}\p{N}_$]$/u.test(prefix.slice(-2)) && /^[\p{L}\p{N}_$]/u.test(suffix);
}
