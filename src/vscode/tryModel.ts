/** "Try it": the request that ghost text would send for a few lines, told as a sentence about speed and gap filling. */
import * as vscode from 'vscode';
import { createTokenEstimate } from '../core/completion/budget.ts';
import { createPromptBuilder, formatOf } from '../core/completion/prompt.ts';
import { serverFacts } from '../core/completion/serverFacts.ts';
import type { Query } from '../core/completion/words.ts';
import { createCapabilities } from '../core/model/capabilities.ts';
import { modelFor, ROLES, type ConfiguredModel, type ModelEntry, type Role } from '../core/model/choice.ts';
import { streamModel, type ModelPorts } from '../core/model/client.ts';
import type { ModelRequest } from '../core/model/words.ts';
import { streamChatModel } from './vendorModel.ts';

const TIMERS = { firstByteMs: 30_000, idleMs: 15_000, totalMs: 45_000 };
const TOKENS = 24;

const GAP: Query = {
  uri: 'untitled:try.py',
  path: 'try.py',
  language: 'python',
  prefix: 'def area(width, height):\n    return ',
  suffix: '\n\nprint(area(2, 3))\n',
  line: 1,
  eol: '\n',
  tabSize: 4,
  insertSpaces: true,
  trigger: 'invoke',
};

const QUESTION: ModelRequest = {
  type: 'chat',
  messages: [{ role: 'user', content: 'Count from 1 to 10.' }],
  maxTokens: TOKENS,
  temperature: 0,
};

interface Trial {
  readonly request: ModelRequest;
  /** Whether it fills a gap, in words; undefined where that is not its task. */
  readonly fim?: string;
}

/** As the first purpose that the model may serve would ask it. Never rejects: what went wrong is the sentence. */
export async function tryModel(entry: ModelEntry, ports: ModelPorts): Promise<string> {
  for (const role of ROLES) {
    const model = modelFor([entry], role);
    if (model) return (await tryFor(role, model, ports)).text;
  }
  return vscode.l10n.t('This model serves no purpose here: its roles are empty.');
}

export interface Tried {
  readonly ok: boolean;
  /** How fast it was, or what went wrong. */
  readonly text: string;
}

export async function tryFor(role: Role, model: ConfiguredModel, ports: ModelPorts): Promise<Tried> {
  const { request, fim } = await prepare(role, model, ports);
  const stream = request.type === 'chat' ? streamChatModel : streamModel;
  const start = ports.clock.now();
  let first: number | undefined;
  let count = 0;
  try {
    const { signal } = new AbortController();
    for await (const event of stream(model.endpoint, request, TIMERS, ports, signal)) {
      if (event.type !== 'text-delta' && event.type !== 'reasoning-delta') continue;
      first ??= ports.clock.now();
      count++;
    }
  } catch (error) {
    return { ok: false, text: error instanceof Error ? error.message : String(error) };
  }
  const end = ports.clock.now();
  if (first === undefined) return { ok: false, text: vscode.l10n.t('It answered nothing.') };
  const rate = end > first && count > 1 ? ((count - 1) * 1000) / (end - first) : undefined;
  const facts = [
    vscode.l10n.t('first token after {0} ms', Math.round(first - start)),
    ...(rate === undefined ? [] : [vscode.l10n.t('{0} tokens/s', Math.round(rate))]),
    ...(fim === undefined ? [] : [fim]),
  ];
  return { ok: true, text: facts.join(' · ') };
}

async function prepare(role: Role, model: ConfiguredModel, ports: ModelPorts): Promise<Trial> {
  if (role !== 'inline' || model.endpoint.url.startsWith('vscode-lm:')) return { request: QUESTION };
  const facts = await serverFacts(createCapabilities(ports))(model.endpoint);
  const build = createPromptBuilder({ maxTokens: TOKENS, promptTokens: 512 });
  const { request } = build(GAP, model, facts, { files: [] }, createTokenEstimate());
  return { request, fim: inWords(formatOf(model, facts)) };
}

function inWords(format: ReturnType<typeof formatOf>): string {
  switch (format.type) {
    case 'tokens':
      return vscode.l10n.t('fills gaps (FIM): yes, {0}', format.format.name);
    case 'server':
      return vscode.l10n.t('fills gaps (FIM): yes, by its server');
    case 'chat':
      return vscode.l10n.t('fills gaps (FIM): no, by instruction');
    case 'prefix':
      return vscode.l10n.t('fills gaps (FIM): no, it continues the text before the caret');
  }
}
