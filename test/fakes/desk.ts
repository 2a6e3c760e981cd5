/** A suggester at work on a virtual clock with a scripted model: what the tests of completion and the replays drive. */
import type { EngineEvent, Query, Suggester } from '../../src/core/completion/words.ts';
import {
  createSuggester,
  type SuggestOptions,
  type SuggestPorts,
} from '../../src/core/completion/suggest.ts';
import type { InlineModel } from '../../src/core/completion/prompt.ts';
import type { ModelRequest } from '../../src/core/model/words.ts';
import { fakeClock, type FakeClock } from './clock.ts';
import { createScriptedModel, type Script, type ScriptedModel } from './scriptedModel.ts';

export interface Desk {
  readonly clock: FakeClock;
  readonly model: ScriptedModel;
  readonly suggester: Suggester;
  readonly events: EngineEvent[];
  /** Asks as the editor does and lets `ms` pass; says what was answered by then. */
  ask(query: Query, ms?: number): Promise<string>;
}

export const MODEL: InlineModel = {
  name: 'test',
  endpoint: { url: 'http://127.0.0.1:1', dialect: 'openai-completions' },
  fim: 'qwen',
};

export interface DeskOptions {
  readonly options?: SuggestOptions;
  readonly ports?: Partial<SuggestPorts>;
}

/** `answers`: the tokens of every answer, of each answer in turn, or a script for a request. */
export function createDesk(
  answers: readonly string[] | readonly Script[] | ((request: ModelRequest, index: number) => Script),
  { options = {}, ports = {} }: DeskOptions = {},
): Desk {
  const clock = fakeClock();
  const events: EngineEvent[] = [];
  const model = createScriptedModel(clock, (request, index) => {
    if (typeof answers === 'function') return answers(request, index);
    const scripts = answers.map((answer) =>
      typeof answer === 'string' ? { tokens: answer.split(/(?<=\s)/) } : answer,
    );
    return scripts[Math.min(index, scripts.length - 1)] ?? { tokens: [] };
  });
  const suggester = createSuggester(options, {
    clock,
    model: () => MODEL,
    stream: model.stream,
    report: (event) => events.push(event),
    ...ports,
  });
  return {
    clock,
    model,
    suggester,
    events,
    async ask(query, ms = 0) {
      let said = 'waiting';
      void suggester.suggest(query, new AbortController().signal).then((answer) => {
        said =
          answer.type === 'silence'
            ? `(${answer.reason})`
            : answer.suggestions.map(({ text }) => text).join(' | ');
      });
      await clock.pass(ms);
      return said;
    },
  };
}
