/** The engine to beat: waits 150 ms after each call, asks, shows the whole answer, remembers nothing. */
import type { Answer, Query, Suggester } from '../../src/core/completion/words.ts';
import { createTrimmer } from '../../src/core/completion/trim/trimmer.ts';
import type { ScriptedModel } from '../../test/fakes/scriptedModel.ts';
import type { Clock } from '../../src/core/ports.ts';

const DEBOUNCE_MS = 150;

export function createDebounce(clock: Clock, model: ScriptedModel): Suggester {
  let id = 0;
  const endpoint = { url: 'http://127.0.0.1:1', dialect: 'openai-completions' } as const;
  async function suggest(query: Query, signal: AbortSignal): Promise<Answer> {
    await new Promise<void>((resolve) => {
      const cancel = clock.after(DEBOUNCE_MS, resolve);
      signal.addEventListener('abort', () => cancel(), { once: true });
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    if (signal.aborted) return { type: 'silence', reason: 'canceled' };
    const request = ++id;
    const trimmer = createTrimmer(query, { trigger: 'automatic', origin: 'completion', stops: [] });
    const prompt = `<P>${query.prefix}<S>${query.suffix}<M>`;
    try {
      for await (const event of model.stream(endpoint, { type: 'text', prompt }, undefined, signal)) {
        if (event.type === 'text-delta' && trimmer.push(event.text).done) break;
      }
    } catch {
      return { type: 'silence', reason: 'canceled' };
    }
    const { text, replaceSuffix } = trimmer.end('whole');
    if (text === '') return { type: 'silence', reason: 'empty' };
    return {
      type: 'suggestions',
      suggestions: [{ id: request, text, replaceSuffix }],
      source: 'request',
      growing: false,
    };
  }
  return {
    suggest,
    recall: () => undefined,
    onGrowth: () => () => undefined,
    dismiss: () => undefined,
    forget: () => undefined,
    dispose: () => undefined,
  };
}
