/** What the API's functions do. */
import * as vscode from 'vscode';
import type { Suggester } from '../core/completion/words.ts';
import { toTextGeneration, toTextRequest } from '../core/model/ancestor.ts';
import { EDITOR_MODEL, type ConfiguredModel, type Role } from '../core/model/choice.ts';
import { streamModel } from '../core/model/client.ts';
import { ModelError } from '../core/model/errors.ts';
import type { ApiParts } from './api.ts';
import type { GhoststreamApi } from './apiTypes.ts';
import { queryOf } from './inlineQuery.ts';
import { COMMAND_TIMERS } from './modelText.ts';

export function createApi({ models, ports, suggester }: ApiParts): GhoststreamApi {
  const need = (role: Role): ConfiguredModel => {
    const model = models.current(role);
    if (!model) throw new ModelError('not-found', `No model is configured for the role “${role}”.`);
    if (model.endpoint.url.startsWith(EDITOR_MODEL)) {
      throw new ModelError('forbidden', `“${model.name}” is another extension's: ask vscode.lm for it.`);
    }
    return model;
  };
  return {
    version: 1,
    model: (role) => {
      const model = models.current(role);
      return model && pick(model);
    },
    onDidChangeModel: models.onDidChange,
    complete: (document, position, signal = new AbortController().signal) =>
      grow(suggester, document, position, signal),
    chat: (messages, { tools, maxTokens, temperature } = {}, signal = new AbortController().signal) =>
      streamModel(
        need('chat').endpoint,
        {
          type: 'chat',
          messages,
          ...(tools === undefined ? {} : { tools }),
          ...(maxTokens === undefined ? {} : { maxTokens }),
          ...(temperature === undefined ? {} : { temperature }),
        },
        COMMAND_TIMERS,
        ports,
        signal,
      ),
    textGenerationStream: (args, signal = new AbortController().signal) =>
      toTextGeneration(
        streamModel(need('inline').endpoint, toTextRequest(args), COMMAND_TIMERS, ports, signal),
      ),
  };
}

function pick({ name, contextTokens }: ConfiguredModel): { name: string; contextTokens?: number } {
  return contextTokens === undefined ? { name } : { name, contextTokens };
}

/** Each longer text of the suggestion at a position, until its stream ends. */
async function* grow(
  suggester: Suggester,
  document: vscode.TextDocument,
  position: vscode.Position,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const query = () => {
    const { version } = document;
    return queryOf({
      document,
      version,
      position,
      trigger: 'invoke',
      selected: undefined,
      change: undefined,
    });
  };
  const uri = document.uri.toString();
  const state = { over: false };
  let wake: () => void = () => undefined;
  const stop = suggester.onGrowth((grown, ended) => {
    if (grown !== uri) return;
    state.over ||= ended;
    wake();
  });
  const aborted = (): void => wake();
  signal.addEventListener('abort', aborted);
  try {
    const answer = await suggester.suggest(query(), signal);
    if (answer.type === 'silence' || signal.aborted) return;
    let shown = answer.suggestions[0].text;
    yield shown;
    if (!answer.growing) return;
    for (;;) {
      const text = suggester.recall(query())?.text;
      if (text !== undefined && text.length > shown.length && text.startsWith(shown)) yield (shown = text);
      else if (state.over || isAborted(signal)) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    stop();
    signal.removeEventListener('abort', aborted);
  }
}

/** A function: the checker would take the flag for settled after the first look. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
