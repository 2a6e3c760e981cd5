/** Our chat models in VS Code's model picker and for `vscode.lm`: registered at the start, the rest loaded on first use. */
import * as vscode from 'vscode';
import { EDITOR_MODEL, type ConfiguredModel } from '../core/model/choice.ts';
import type { ModelPorts } from '../core/model/client.ts';
import type { Models } from './models.ts';
import { modelOrAsk } from './modelText.ts';
import { OURS } from './vendorModel.ts';

/** Assumed where a model's setting does not say. */
const CONTEXT_TOKENS = 8192;
const MOST_OUTPUT = 4096;

export function registerLanguageModels(models: Models, ports: ModelPorts): vscode.Disposable {
  /** Not those of other extensions: whoever wants them asks for them there. */
  const own = (): readonly ConfiguredModel[] =>
    models.all('chat').filter(({ endpoint }) => !endpoint.url.startsWith(EDITOR_MODEL));
  return vscode.lm.registerLanguageModelChatProvider(OURS, {
    onDidChangeLanguageModelChatInformation: models.onDidChange,
    provideLanguageModelChatInformation: async ({ silent }) => {
      const all = own();
      // Only where the user asked for it may a question appear.
      if (all.length === 0 && !silent) await modelOrAsk(models, 'chat');
      return all.map(describe);
    },
    provideLanguageModelChatResponse: async ({ id }, messages, options, progress, token) => {
      const model = own().find(({ name }) => name === id);
      if (!model)
        throw vscode.LanguageModelError.NotFound(vscode.l10n.t('There is no model “{0}” any more.', id));
      const { answer } = await import('./languageModelAnswer.ts');
      await answer(model, messages, options, progress, ports, token);
    },
    provideTokenCount: async (_model, text) => {
      const { countTokens } = await import('./languageModelAnswer.ts');
      return countTokens(text);
    },
  });
}

function describe(model: ConfiguredModel): vscode.LanguageModelChatInformation {
  const { name, endpoint, contextTokens = CONTEXT_TOKENS, tools = true, images = false } = model;
  const maxOutputTokens = Math.min(MOST_OUTPUT, Math.floor(contextTokens / 4));
  const host = URL.canParse(endpoint.url) ? new URL(endpoint.url).host : '';
  return {
    id: name,
    name,
    family: endpoint.model ?? name,
    version: '1',
    ...(host === '' ? {} : { detail: host }),
    maxInputTokens: contextTokens - maxOutputTokens,
    maxOutputTokens,
    capabilities: { toolCalling: tools, imageInput: images },
  };
}
