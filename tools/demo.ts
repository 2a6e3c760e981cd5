/**
 * `npm run demo [-- --endpoint URL --dialect D [--model M]] [-- --no-open]`: a real VS Code with the extension, a
 * model and a workspace to type in. Without an endpoint and without HF_TOKEN it gets a small local model.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parseDialect } from '../src/core/model/choice.ts';
import { openDesktop } from './demo/desktop.ts';
import { openServer } from './demo/server.ts';
import { obtainLocalModel } from './model.ts';

const HUGGING_FACE = 'https://router.huggingface.co';
const HUGGING_FACE_MODEL = 'Qwen/Qwen2.5-Coder-32B-Instruct';

/** The model as the extension is told of it. */
interface Model {
  readonly label: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string>>;
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      endpoint: { type: 'string' },
      dialect: { type: 'string' },
      model: { type: 'string' },
      /** No desktop editor, even where there is one: only print the address. */
      'no-open': { type: 'boolean', default: false },
    },
  });
  return values;
}
type Options = ReturnType<typeof readOptions>;

const say = (line: string): void => console.log(line);

async function chooseModel(values: Options): Promise<Model> {
  const token = process.env.HF_TOKEN;
  if (values.endpoint !== undefined) {
    const dialect = parseDialect(values.dialect ?? '');
    if (!dialect) throw new Error('--endpoint needs --dialect, for example `--dialect llama-infill`.');
    return remoteModel({ url: values.endpoint, dialect, model: values.model }, process.env.GHOSTSTREAM_TOKEN);
  }
  if (token) {
    return remoteModel(
      { url: HUGGING_FACE, dialect: 'hf-chat:auto', model: values.model ?? HUGGING_FACE_MODEL },
      token,
    );
  }
  const { name, modelPath, runtimeFolder } = await obtainLocalModel(say, ended.signal);
  return {
    label: `${name}, on this machine`,
    settings: {
      'ghoststream.local.modelPath': modelPath,
      'ghoststream.local.runtimePath': runtimeFolder,
      // The first request waits for the model to be loaded; a busy processor reads a file for a while.
      'ghoststream.inline.firstTokenTimeout': 60_000,
    },
    env: {},
  };
}

function remoteModel(
  entry: { readonly url: string; readonly dialect: string; readonly model: string | undefined },
  token: string | undefined,
): Model {
  const { origin } = new URL(entry.url);
  const { model, ...rest } = entry;
  return {
    label: `${model ?? entry.dialect} at ${origin}`,
    settings: { 'ghoststream.models': [{ name: 'Demo', ...rest, ...(model ? { model } : {}) }] },
    // Not into a file: the extension takes it from the environment, for this origin alone.
    env: token ? { GHOSTSTREAM_TOKENS: JSON.stringify({ [origin]: token }) } : {},
  };
}

const ended = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ended.abort());

const folder = mkdtempSync(path.join(os.tmpdir(), 'ghoststream-demo-'));
try {
  const values = readOptions();
  const model = await chooseModel(values);
  say(`Model: ${model.label}`);
  const workspace = path.join(folder, 'workspace');
  cpSync(path.join(import.meta.dirname, 'demo/workspace'), workspace, { recursive: true });
  const options = { ...model, folder, workspace, say, signal: ended.signal };
  const desktop = values['no-open'] ? undefined : openDesktop(options);
  const shown = desktop ?? (await openServer(options));
  await shown.ended;
} catch (error) {
  if (!ended.signal.aborted) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
