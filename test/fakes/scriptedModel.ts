/** A model that answers from a script on a clock: it waits, streams token by token, fails, and notices an abort. */
import { ModelError } from '../../src/core/model/errors.ts';
import type { Endpoint, FinishReason, ModelEvent, ModelRequest, Usage } from '../../src/core/model/words.ts';
import type { Clock } from '../../src/core/ports.ts';

export interface Script {
  readonly tokens: readonly string[];
  /** Further sequences, given to requests that ask for them. */
  readonly others?: readonly (readonly string[])[];
  /** From the request to the first token; default 180. */
  readonly firstTokenMs?: number;
  /** Between two tokens; default 15. */
  readonly tokenMs?: number;
  readonly finishReason?: FinishReason;
  readonly usage?: Usage;
  /** Thrown after the tokens instead of a finish. */
  readonly error?: ModelError;
}

/** One request as the server saw it. */
export interface Served {
  readonly at: number;
  readonly endpoint: Endpoint;
  readonly request: ModelRequest;
  /** Tokens that left the server so far, of those in `texts`. */
  tokens: number;
  readonly texts: readonly string[];
  state: 'running' | 'finished' | 'closed' | 'failed';
  endedAt?: number;
}

export interface ScriptedModel {
  readonly stream: (
    endpoint: Endpoint,
    request: ModelRequest,
    timers: unknown,
    signal: AbortSignal,
  ) => AsyncGenerator<ModelEvent, void, undefined>;
  readonly served: readonly Served[];
  /** Most requests that were ever open at once. */
  readonly mostOpen: number;
}

/** `answer` gets each request and its number, from 0. */
export function createScriptedModel(
  clock: Clock,
  answer: (request: ModelRequest, index: number) => Script,
): ScriptedModel {
  const served: Served[] = [];
  let open = 0;
  let mostOpen = 0;
  return {
    served,
    get mostOpen() {
      return mostOpen;
    },
    async *stream(endpoint, request, _timers, signal) {
      const script = answer(request, served.length);
      const entry: Served = {
        at: clock.now(),
        endpoint,
        request,
        tokens: 0,
        texts: script.tokens,
        state: 'running',
      };
      served.push(entry);
      mostOpen = Math.max(mostOpen, ++open);
      let state: Served['state'] = 'closed';
      try {
        await wait(clock, script.firstTokenMs ?? 180, signal);
        const wanted = request.type === 'text' ? (request.sequences ?? 1) : 1;
        const others = (script.others ?? []).slice(0, wanted - 1);
        const steps = Math.max(script.tokens.length, ...others.map(({ length }) => length));
        for (let index = 0; index < steps; index++) {
          if (index > 0) await wait(clock, script.tokenMs ?? 15, signal);
          const text = script.tokens[index];
          if (text !== undefined) {
            entry.tokens++;
            yield { type: 'text-delta', text, token: { text, id: index } };
          }
          for (const [at, tokens] of others.entries()) {
            const other = tokens[index];
            const sequence = at + 1;
            if (other !== undefined) {
              yield { type: 'text-delta', text: other, token: { text: other, id: index }, sequence };
            }
            if (index === tokens.length - 1) {
              yield { type: 'sequence-finish', sequence, finishReason: 'eos_token' };
            }
          }
        }
        if (script.error) {
          state = 'failed';
          throw script.error;
        }
        state = 'finished';
        yield {
          type: 'finish',
          finishReason: script.finishReason ?? 'eos_token',
          ...(script.usage ? { usage: script.usage } : {}),
        };
      } finally {
        open--;
        entry.state = state;
        entry.endedAt = clock.now();
      }
    },
  };
}

function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      cancel();
      reject(new ModelError('canceled', 'Canceled.'));
    };
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
