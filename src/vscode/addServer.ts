/** Adding a model server by its URL: asked first, then looked at, shown, corrected, stored in the user's settings. */
import * as vscode from 'vscode';
import { parseDialect, type ModelEntry } from '../core/model/choice.ts';
import { detectServer, type Detected } from '../core/model/detect.ts';
import { getJson, type AskPorts } from '../core/model/getJson.ts';
import { parseBase } from '../core/model/url.ts';
import type { DialectId } from '../core/model/words.ts';

const DEADLINE_MS = 4_000;

/** Where the usual local servers listen. They are offered as text: nothing is sent before one is picked. */
const USUAL = [
  { label: 'llama.cpp', url: 'http://localhost:8012' },
  { label: 'llama.cpp', url: 'http://localhost:8080' },
  { label: 'Ollama', url: 'http://localhost:11434' },
  { label: 'LM Studio', url: 'http://localhost:1234' },
  { label: 'vLLM', url: 'http://localhost:8000' },
] as const;

const DIALECTS: readonly DialectId[] = [
  'llama-infill',
  'llama-completion',
  'openai-completions',
  'openai-chat',
  'ollama',
  'ollama-chat',
  'tgi',
];

/** The new entry, or undefined when a question was left. */
export async function addServer(ports: AskPorts): Promise<ModelEntry | undefined> {
  const url = await askUrl();
  if (url === undefined) return undefined;
  const detected = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Looking at {0} …', url) },
    () => detectServer((path) => look(url, path, ports)),
  );
  const dialect = await askDialect(detected);
  if (!dialect) return undefined;
  const model = await askModel(dialect, detected);
  if (!model) return undefined;
  const entry: ModelEntry = {
    name: model.name === '' ? new URL(parseBase(url)).host : model.name,
    url,
    dialect,
    ...(model.name === '' ? {} : { model: model.name }),
    ...(detected?.contextTokens === undefined
      ? {}
      : { contextTokens: Math.max(256, detected.contextTokens) }),
  };
  const settings = vscode.workspace.getConfiguration('ghoststream');
  const before: readonly unknown[] = settings.get('models', []);
  await settings.update('models', [...before, entry], vscode.ConfigurationTarget.Global);
  return entry;
}

/** What does not answer in JSON, with a good status and in time, is not that kind of server. */
async function look(base: string, path: string, ports: AskPorts): Promise<unknown> {
  const url = new URL(parseBase(base));
  url.pathname = url.pathname.replace(/\/(v1\/?)?$/, '') + path;
  return getJson({ url, deadlineMs: DEADLINE_MS }, ports).catch(() => undefined);
}

async function askUrl(): Promise<string | undefined> {
  const picker = vscode.window.createQuickPick();
  picker.title = vscode.l10n.t('Add a Model Server');
  picker.placeholder = vscode.l10n.t('Its URL; in a remote window, localhost is the remote machine');
  const usual = USUAL.map(({ label, url }) => ({ label: url, description: label }));
  picker.items = usual;
  picker.onDidChangeValue((text) => {
    picker.items = text.trim() === '' ? usual : [{ label: text.trim(), alwaysShow: true }, ...usual];
  });
  const answer = await new Promise<string | undefined>((resolve) => {
    picker.onDidAccept(() => {
      resolve(picker.activeItems[0]?.label);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
  if (answer === undefined) return undefined;
  try {
    parseBase(answer);
    return answer;
  } catch (error) {
    await vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

async function askDialect(detected: Detected | undefined): Promise<DialectId | undefined> {
  const rows = [...DIALECTS]
    .sort((a, b) => Number(b === detected?.dialect) - Number(a === detected?.dialect))
    .map((dialect) => ({
      label: dialect,
      ...(dialect === detected?.dialect
        ? { description: vscode.l10n.t('detected: {0}', detected.server) }
        : {}),
    }));
  const title = detected
    ? vscode.l10n.t('How does it speak?')
    : vscode.l10n.t('It did not say how it speaks. Which protocol?');
  const picked = await vscode.window.showQuickPick(rows, { title });
  return picked && parseDialect(picked.label);
}

/** An empty name for servers with one model. */
async function askModel(
  dialect: DialectId,
  detected: Detected | undefined,
): Promise<{ name: string } | undefined> {
  const models = detected?.models ?? [];
  if (dialect.startsWith('llama-')) return { name: '' };
  if (models.length <= 1) return { name: models[0] ?? '' };
  const name = await vscode.window.showQuickPick([...models], {
    title: vscode.l10n.t('Which of its models?'),
  });
  return name === undefined ? undefined : { name };
}
