/** Adding a model server by its URL: asked first, then looked at, shown, corrected, stored in the user's settings. */
import * as vscode from 'vscode';
import { createCapabilities } from '../core/model/capabilities.ts';
import { parseDialect, type ModelEntry } from '../core/model/choice.ts';
import { detectServer, type Detected } from '../core/model/detect.ts';
import { ModelError } from '../core/model/errors.ts';
import type { AskPorts } from '../core/model/getJson.ts';
import { parseBase } from '../core/model/url.ts';
import type { DialectId } from '../core/model/words.ts';
import type { AccessTokens } from './accessTokens.ts';
import { HUB_ORIGINS } from './hubOrigins.ts';
import { askHeader, askToken } from './serverSecrets.ts';

const DIALECTS: readonly (readonly [DialectId, description: string])[] = [
  ['llama-infill', 'llama.cpp, /infill'],
  ['llama-completion', 'llama.cpp, /completion'],
  ['openai-completions', 'OpenAI, /v1/completions'],
  ['openai-chat', 'OpenAI, /v1/chat/completions'],
  ['ollama', 'Ollama, /api/generate'],
  ['ollama-chat', 'Ollama, /api/chat'],
  ['tgi', 'Text Generation Inference, /generate_stream'],
  ['hf-chat:auto', 'Hugging Face'],
];

/** The new entry, or undefined when a question was left. With a `url` the first question is answered already. */
export async function addServer(
  ports: AskPorts,
  tokens: AccessTokens,
  given?: string,
): Promise<ModelEntry | undefined> {
  const url = given ?? (await askUrl());
  if (url === undefined) return undefined;
  const detected = await detect(url, ports, tokens);
  if (detected === 'left') return undefined;
  const dialect = await askDialect(detected);
  if (!dialect) return undefined;
  const model = await askModel(dialect, detected);
  if (!model) return undefined;
  const endpoint = { url, dialect, ...(model.name === '' ? {} : { model: model.name }) };
  const { contextTokens } = await createCapabilities(ports).of(endpoint);
  const entry: ModelEntry = {
    name: model.name === '' ? `${detected.server ?? dialect} (${parseBase(url).host})` : model.name,
    ...endpoint,
    ...(contextTokens === undefined ? {} : { contextTokens: Math.max(256, contextTokens) }),
  };
  const settings = vscode.workspace.getConfiguration('ghoststream');
  const before: readonly unknown[] = settings.get('models', []);
  await settings.update('models', [...before, entry], vscode.ConfigurationTarget.Global);
  return entry;
}

/** What was found; a server that is not there, or speaks nothing known, can still be added by hand. */
type Found = Partial<Detected> & { readonly note?: string };

/** Asks for a secret where the server wants one, then looks again. */
async function detect(url: string, ports: AskPorts, tokens: AccessTokens): Promise<Found | 'left'> {
  try {
    const title = vscode.l10n.t('Looking at {0} …', url);
    const found = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title },
      () => detectServer(url, ports),
    );
    return found ?? { note: vscode.l10n.t('It did not say how it speaks. Which protocol?') };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (error.kind !== 'unauthorized' && error.kind !== 'forbidden') return { note: error.message };
    const stored = await askSecret(parseBase(url).origin, error.message, tokens);
    return stored ? detect(url, ports, tokens) : 'left';
  }
}

async function askSecret(origin: string, why: string, tokens: AccessTokens): Promise<boolean> {
  const token = { label: `$(key) ${vscode.l10n.t('Give it an access token…')}` };
  const header = {
    label: `$(lock) ${vscode.l10n.t('Give it a request header of its own, such as X-Api-Key…')}`,
  };
  const picked = await vscode.window.showQuickPick([token, header], { title: origin, placeHolder: why });
  if (picked === token) return askToken(origin, tokens);
  return picked === header && askHeader(origin, tokens);
}

/** The usual addresses are offered as text: nothing is sent before one is picked. */
async function askUrl(): Promise<string | undefined> {
  const { USUAL_SERVERS } = await import('../local/listening.ts');
  const picker = vscode.window.createQuickPick();
  picker.title = vscode.l10n.t('Add a Model Server');
  picker.placeholder = vscode.l10n.t('Its URL; in a remote window, localhost is the remote machine');
  const usual = (HUB_ORIGINS.local ?? USUAL_SERVERS).map(({ label, url }) => ({
    label: url,
    description: label,
  }));
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

async function askDialect({ dialect, server, note }: Found): Promise<DialectId | undefined> {
  const rows = DIALECTS.map(([label, description]) =>
    label === dialect
      ? { label, description: vscode.l10n.t('detected: {0}', server ?? description) }
      : { label, description },
  ).sort((a, b) => Number(b.label === dialect) - Number(a.label === dialect));
  const title = vscode.l10n.t('How does it speak?');
  const placeHolder = note ?? vscode.l10n.t('Enter takes what was detected; any other can be picked');
  const picked = await vscode.window.showQuickPick(rows, { title, placeHolder, matchOnDescription: true });
  return picked && parseDialect(picked.label);
}

/** An empty name for servers with one model. */
async function askModel(
  dialect: DialectId,
  { models = [] }: Found,
): Promise<{ readonly name: string } | undefined> {
  if (dialect.startsWith('llama-')) return { name: '' };
  const title = vscode.l10n.t('Which of its models?');
  if (models.length === 0) {
    const prompt = vscode.l10n.t('The model’s name on that server; empty where it has only one');
    const name = await vscode.window.showInputBox({ title, prompt, ignoreFocusOut: true });
    return name === undefined ? undefined : { name: name.trim() };
  }
  if (models.length === 1) return { name: models[0] ?? '' };
  const name = await vscode.window.showQuickPick([...models], { title });
  return name === undefined ? undefined : { name };
}
