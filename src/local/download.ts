/** One large file from the web: resumed where it broke off, checked, and only then given its name. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Fetch } from '../core/ports.ts';

export interface Wanted {
  readonly url: string;
  /** Where the finished file goes; until then it is called `<file>.part`. */
  readonly file: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Bytes so far and in the end. */
export type OnBytes = (done: number, all: number) => void;

/** A source that sends nothing for this long, in milliseconds, is given up. */
const STALL_MS = 30_000;

/** What was received is not what was promised. */
export class DamagedDownload extends Error {}

/**
 * Does nothing when the file is there already. A part from an earlier try is continued; when the result is damaged,
 * it is fetched once more from the beginning.
 * @throws DamagedDownload, an abort, or what `fetch` throws.
 */
export async function download(
  wanted: Wanted,
  fetch: Fetch,
  signal: AbortSignal,
  onBytes: OnBytes,
): Promise<void> {
  if (await hasFile(wanted)) return;
  await mkdir(path.dirname(wanted.file), { recursive: true });
  try {
    await attempt(wanted, fetch, signal, onBytes);
  } catch (error) {
    if (!(error instanceof DamagedDownload)) throw error;
    await attempt(wanted, fetch, signal, onBytes);
  }
}

/** Whether the finished file is there. Its content was checked before it got its name, so that its size is enough now. */
export async function hasFile({ file, bytes }: Pick<Wanted, 'file' | 'bytes'>): Promise<boolean> {
  return (await sizeOf(file)) === bytes;
}

async function attempt(
  { url, file, bytes, sha256 }: Wanted,
  fetch: Fetch,
  signal: AbortSignal,
  onBytes: OnBytes,
): Promise<void> {
  const part = `${file}.part`;
  let done = await sizeOf(part);
  if (done > bytes) {
    await rm(part);
    done = 0;
  }
  if (done < bytes) {
    const stall = new AbortController();
    let timer = setTimeout(() => stall.abort(), STALL_MS);
    try {
      const response = await fetch(url, {
        headers: done > 0 ? { range: `bytes=${done}-` } : {},
        signal: AbortSignal.any([signal, stall.signal]),
      });
      if (!response.ok || !response.body)
        throw new Error(`${new URL(url).host} answered ${response.status}.`);
      // A server that knows no ranges sends the whole file.
      if (response.status !== 206) done = 0;
      const target = await open(part, done > 0 ? 'a' : 'w');
      try {
        for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
          clearTimeout(timer);
          timer = setTimeout(() => stall.abort(), STALL_MS);
          await target.write(chunk);
          done += chunk.byteLength;
          onBytes(done, bytes);
        }
      } finally {
        await target.close();
      }
    } catch (error) {
      signal.throwIfAborted();
      if (stall.signal.aborted) throw new Error(`${new URL(url).host} stopped sending.`, { cause: error });
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
  if (done < bytes) throw new Error(`${new URL(url).host} broke off after ${done} of ${bytes} bytes.`);
  if ((await sha256Of(part)) !== sha256) {
    await rm(part);
    throw new DamagedDownload(`${path.basename(file)} arrived damaged.`);
  }
  await rename(part, file);
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch {
    return 0;
  }
}

/** Hexadecimal. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
