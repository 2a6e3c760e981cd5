/** Installs the library that runs GGUF files from the npm registry without npm: fixed versions, each checked, nothing executed. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import type { Fetch } from '../core/ports.ts';
import { LLAMA_VERSION, PLATFORM_PACKAGES, platformPackage } from './runtime.ts';
import packages from './runtimePackages.json' with { type: 'json' };

/** One package of the lock: where it goes, which version, and its checksum (`sha512-<base64>`). */
export interface LockedPackage {
  readonly place: string;
  readonly version: string;
  readonly integrity: string;
}

export interface Machine {
  readonly platform: string;
  readonly arch: string;
}

const REGISTRY = 'https://registry.npmjs.org';
const AT_ONCE = 6;
/** A package that has not arrived after this many milliseconds is given up. */
const PACKAGE_MS = 120_000;

/** Every package for a machine. @throws Error where no binary exists for it. */
export function runtimePackages({ platform, arch }: Machine): LockedPackage[] {
  const native = platformPackage(platform, arch);
  if (native === undefined) {
    throw new Error(`There is no llama.cpp binary for ${platform} ${arch}. Use a model server instead.`);
  }
  const others = Object.values(PLATFORM_PACKAGES).filter((name) => name !== native);
  return packages.filter(({ place }) => !others.includes(nameOf(place)));
}

/** Says which version lies in a folder; written last. */
const STAMP = 'version';

/**
 * Does nothing when this version is there already; another version is replaced.
 * @throws Error with the package that could not be had or was damaged, or an abort.
 */
export async function installRuntime(
  folder: string,
  wanted: readonly LockedPackage[],
  fetch: Fetch,
  signal: AbortSignal,
  onPackage: (done: number, all: number) => void,
  registry = REGISTRY,
): Promise<void> {
  const stamp = `${LLAMA_VERSION} ${createHash('sha256').update(JSON.stringify(wanted)).digest('hex')}`;
  if ((await readFile(path.join(folder, STAMP), 'utf8').catch(() => '')) === stamp) return;
  const part = `${folder}.part`;
  await rm(part, { recursive: true, force: true });
  const queue = [...wanted];
  let done = 0;
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const work = async (): Promise<void> => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      await unpack(await fetchPackage(next, registry, fetch, stop), path.join(part, next.place));
      onPackage(++done, wanted.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } catch (error) {
    failed.abort();
    signal.throwIfAborted();
    throw error;
  }
  await writeFile(path.join(part, STAMP), stamp);
  await rm(folder, { recursive: true, force: true });
  await rename(part, folder);
}

const nameOf = (place: string): string => place.split('node_modules/').at(-1) ?? place;

async function fetchPackage(
  { place, version, integrity }: LockedPackage,
  registry: string,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const name = nameOf(place);
  const url = `${registry}/${name}/-/${name.split('/').at(-1) ?? name}-${version}.tgz`;
  const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(PACKAGE_MS)]) });
  if (!response.ok)
    throw new Error(`${new URL(registry).host} answered ${response.status} for ${name} ${version}.`);
  const data = new Uint8Array(await response.arrayBuffer());
  if (`sha512-${createHash('sha512').update(data).digest('base64')}` !== integrity) {
    throw new Error(`The package ${name} ${version} arrived damaged. Try again.`);
  }
  return data;
}

/** npm's tarballs hold one folder, whose name does not matter. */
async function unpack(tarball: Uint8Array, folder: string): Promise<void> {
  for (const { header, data } of await unpackTar(gunzipSync(tarball), { strip: 1 })) {
    const target = path.join(folder, header.name);
    if (header.type !== 'file' || !data || !target.startsWith(folder + path.sep)) continue;
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, data);
  }
}
