/** Completes one hole through the pipeline that the editor calls, and keeps what the model said without repair. */
import { createSuggester } from '../../src/core/completion/suggest.ts';
import type { Query, Suggestion } from '../../src/core/completion/words.ts';
import { streamModel } from '../../src/core/model/client.ts';
import type { ModelEvent } from '../../src/core/model/words.ts';
import { loadSyntax } from '../syntax.ts';
import { systemClock } from '../systemClock.ts';
import type { Hole } from './holes.ts';
import type { JudgedModel } from './model.ts';

export interface Completion {
  /** All that the model said. */
  readonly raw: string;
  readonly text: string;
  readonly replaceSuffix: number;
  /** Milliseconds from the request. */
  readonly firstTokenMs: number;
  /** Until the model ended by itself, and until the pipeline needed no more. */
  readonly rawMs: number;
  readonly totalMs: number;
}

const TIMERS = { firstByteMs: 60_000, idleMs: 30_000, totalMs: 120_000 };
const MOST_TOKENS = 96;

/**
 * The model's whole answer is taken down first, then streamed into the pipeline: both are judged by the same words,
 * and what the pipeline would have closed early is known.
 */
export async function complete(hole: Hole, judged: JudgedModel): Promise<Completion> {
  let raw = '';
  let firstTokenMs = 0;
  let rawMs = 0;
  let totalMs = 0;
  async function* replayed(events: AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent> {
    const start = performance.now();
    const taken: { readonly event: ModelEvent; readonly ms: number }[] = [];
    for await (const event of events) {
      taken.push({ event, ms: performance.now() - start });
      if (event.type === 'text-delta' && event.sequence === undefined) raw += event.text;
    }
    firstTokenMs = taken[0]?.ms ?? 0;
    rawMs = taken.at(-1)?.ms ?? 0;
    for (const { event, ms } of taken) {
      totalMs = ms;
      yield event;
    }
  }
  const suggester = createSuggester(
    { maxTokens: MOST_TOKENS, timers: TIMERS, ahead: 'never', candidates: 1 },
    {
      clock: systemClock,
      model: () => judged.model,
      loadSyntax,
      stream: (endpoint, request, timers, signal) =>
        replayed(
          streamModel(
            endpoint,
            request,
            timers,
            {
              fetch: (url, init) => fetch(url, init),
              clock: systemClock,
              accessToken: () => judged.accessToken,
            },
            signal,
          ),
        ),
    },
  );
  const last = await ended(suggester, queryOf(hole));
  suggester.dispose();
  return {
    raw,
    text: last?.text ?? '',
    replaceSuffix: last?.replaceSuffix ?? 0,
    firstTokenMs,
    rawMs,
    totalMs,
  };
}

/** Resolves with what stands when the answer is over. */
function ended(suggester: ReturnType<typeof createSuggester>, query: Query): Promise<Suggestion | undefined> {
  return new Promise((resolve, reject) => {
    suggester.onGrowth((_uri, over) => {
      if (over) resolve(suggester.recall(query));
    });
    suggester.suggest(query, new AbortController().signal).then((answer) => {
      if (answer.type !== 'silence') return;
      if (answer.reason === 'error' || answer.reason === 'loading') {
        reject(new Error(answer.detail ?? answer.reason));
      } else resolve(suggester.recall(query));
    }, reject);
  });
}

function queryOf({ prefix, suffix, language, file }: Hole): Query {
  return {
    uri: `file:///${file}`,
    path: file,
    language,
    prefix,
    suffix,
    line: prefix.split('\n').length - 1,
    eol: '\n',
    tabSize: 4,
    insertSpaces: language !== 'go',
    trigger: 'invoke',
  };
}
