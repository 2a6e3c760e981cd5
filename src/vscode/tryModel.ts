/** "Try it": one short request to a model, told as a sentence about its speed. */
import * as vscode from 'vscode';
import { modelFor, rolesOf, type ModelEntry } from '../core/model/choice.ts';
import { streamModel, type ModelPorts } from '../core/model/client.ts';
import type { ModelRequest } from '../core/model/words.ts';

const TIMERS = { firstByteMs: 30_000, idleMs: 15_000, totalMs: 45_000 };
const TOKENS = 24;

/** Never rejects: what went wrong is the sentence. */
export async function tryModel(entry: ModelEntry, ports: ModelPorts): Promise<string> {
  const model = modelFor([entry], rolesOf(entry).includes('inline') ? 'inline' : 'chat');
  if (!model) return vscode.l10n.t('This model serves no role.');
  const { dialect } = model.endpoint;
  const chat = dialect.includes('chat');
  const request: ModelRequest = chat
    ? {
        type: 'chat',
        messages: [{ role: 'user', content: 'Count from 1 to 10.' }],
        maxTokens: TOKENS,
        temperature: 0,
      }
    : { type: 'text', prompt: 'def add(a, b):\n    return', suffix: '\n', maxTokens: TOKENS, temperature: 0 };
  const fim = dialect === 'llama-infill' || dialect === 'ollama' || dialect === 'openai-completions';
  const start = ports.clock.now();
  let first: number | undefined;
  let count = 0;
  try {
    // Plain completions take the suffix out: most servers refuse it where their model has no use for it.
    const asked =
      request.type === 'text' && dialect !== 'llama-infill' ? { ...request, suffix: '' } : request;
    for await (const event of streamModel(
      model.endpoint,
      asked,
      TIMERS,
      ports,
      new AbortController().signal,
    )) {
      if (event.type !== 'text-delta' && event.type !== 'reasoning-delta') continue;
      first ??= ports.clock.now();
      count++;
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const end = ports.clock.now();
  if (first === undefined) return vscode.l10n.t('It answered nothing.');
  const rate = end > first && count > 1 ? ((count - 1) * 1000) / (end - first) : undefined;
  return [
    vscode.l10n.t('First token after {0} ms', Math.round(first - start)),
    ...(rate === undefined ? [] : [vscode.l10n.t('{0} tokens/s', Math.round(rate))]),
    fim
      ? vscode.l10n.t('can fill gaps if the model was trained for it')
      : vscode.l10n.t('fills gaps by instruction'),
  ].join(' · ');
}
