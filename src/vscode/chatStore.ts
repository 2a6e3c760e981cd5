/** Keeps conversations on disk: a file of JSON lines each, which windows share and only add to. */
import { watch } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { decodeEvents, encodeEvents, replay } from '../core/chat/log.ts';
import { summaryOf, type ChatStore } from '../core/chat/session.ts';
import { FORMAT, type ChatEvent, type Summary } from '../core/chat/words.ts';

export interface DiskStore extends ChatStore {
  /** All conversations, pinned ones first, then the newest. */
  list(): Promise<Summary[]>;
  remove(id: string): Promise<void>;
  /** Removes the oldest conversations that are not pinned until at most `bytes` are used. */
  prune(bytes: number, keep: ReadonlySet<string>): Promise<void>;
  /** Ids of conversations that hold `query` in a title, question or answer. */
  search(query: string): Promise<string[]>;
  dispose(): void;
}

export interface StoreListener {
  /** Another window added to a conversation that was loaded here. */
  readonly onEvents: (id: string, events: readonly ChatEvent[]) => void;
  /** A conversation was added, renamed, pinned or removed, here or elsewhere. */
  readonly onList: () => void;
}

const indexSchema = v.variant('type', [
  v.object({
    type: v.literal('summary'),
    v: v.number(),
    id: v.string(),
    title: v.string(),
    pinned: v.boolean(),
    updatedAt: v.number(),
  }),
  v.object({ type: v.literal('removed'), v: v.number(), id: v.string() }),
]);
type IndexLine = v.InferOutput<typeof indexSchema>;

/** `writer` names this window; `folder` is made when it is first written to. */
export function createChatStore(folder: string, writer: string, listener: StoreListener): DiskStore {
  const index = path.join(folder, 'index.jsonl');
  const fileOf = (id: string): string => path.join(folder, `${safe(id)}.jsonl`);
  /** How far each loaded file was read, in bytes. */
  const read = new Map<string, number>();
  const queues = new Map<string, Promise<void>>();
  let watching: { close(): void } | undefined;
  let looking: NodeJS.Timeout | undefined;
  let listChanged = false;

  /** One write after the other for each file. */
  const queued = (id: string, task: () => Promise<void>): Promise<void> => {
    const next = (queues.get(id) ?? Promise.resolve()).then(task, task);
    queues.set(id, next);
    return next;
  };

  /** Told by the system whenever any file of the folder changes; changes come in bursts. */
  const startWatching = (): void => {
    if (watching) return;
    try {
      watching = watch(folder, (_, name) => {
        if (name === null || name.startsWith('index')) listChanged = true;
        looking ??= setTimeout(() => {
          looking = undefined;
          void lookForOthers();
        }, 100);
      });
    } catch {
      // The folder does not exist yet: the first append makes it and tries again.
    }
  };

  const lookForOthers = async (): Promise<void> => {
    for (const [id, from] of read) {
      const more = await readFrom(fileOf(id), from);
      if (!more) continue;
      read.set(id, from + more.bytes);
      const events = decodeEvents(more.text, writer);
      if (events.length > 0) listener.onEvents(id, events);
    }
    if (listChanged) listener.onList();
    listChanged = false;
  };

  const note = async (line: IndexLine): Promise<void> => {
    await mkdir(folder, { recursive: true });
    await add(index, `\n${JSON.stringify(line)}\n`);
  };

  const list = async (): Promise<Summary[]> => {
    startWatching();
    const names = await readdir(folder).catch(() => [] as string[]);
    const files = new Set(names.filter((name) => name.endsWith('.jsonl') && name !== 'index.jsonl'));
    const { summaries, lines } = decodeIndex(await readFile(index, 'utf8').catch(() => ''));
    const known = [...summaries.values()].filter(({ id }) => files.has(`${safe(id)}.jsonl`));
    const named = new Set(known.map(({ id }) => `${safe(id)}.jsonl`));
    for (const name of files) if (!named.has(name)) known.push(await summarize(folder, name));
    if (lines > 200 && lines > known.length * 8) await rewrite(index, known);
    return known.sort((a, b) => Number(b.pinned) - Number(a.pinned) || b.updatedAt - a.updatedAt);
  };

  return {
    list,
    load: async (id) => {
      startWatching();
      const more = await readFrom(fileOf(id), 0);
      read.set(id, more?.bytes ?? 0);
      return decodeEvents(more?.text ?? '');
    },
    append: (id, events, summary) =>
      queued(id, async () => {
        await mkdir(folder, { recursive: true });
        startWatching();
        if (!read.has(id)) read.set(id, 0);
        const whole = events.some(({ type }) => type !== 'text' && type !== 'reasoning');
        await add(fileOf(id), encodeEvents(events, writer), whole ? 'to-disk' : 'soon');
        if (whole) await note({ type: 'summary', v: FORMAT, ...summary });
      }),
    remove: (id) =>
      queued(id, async () => {
        read.delete(id);
        await rm(fileOf(id), { force: true });
        await note({ type: 'removed', v: FORMAT, id });
        listener.onList();
      }),
    prune: async (bytes, keep) => {
      let used = 0;
      for (const summary of await list()) {
        const file = fileOf(summary.id);
        used += (await stat(file).catch(() => undefined))?.size ?? 0;
        if (used <= bytes || summary.pinned || keep.has(summary.id)) continue;
        await rm(file, { force: true });
        await note({ type: 'removed', v: FORMAT, id: summary.id });
      }
    },
    search: async (query) => {
      const wanted = query.toLowerCase();
      const found: string[] = [];
      for (const { id, title } of await list()) {
        const text = async (): Promise<string> => readFile(fileOf(id), 'utf8').catch(() => '');
        if (title.toLowerCase().includes(wanted) || holds(await text(), id, wanted)) found.push(id);
      }
      return found;
    },
    dispose: () => {
      watching?.close();
      clearTimeout(looking);
    },
  };
}

/** Ids are ours, but a file's name is not the place to trust that. */
const safe = (id: string): string => id.replace(/[^\w-]/g, '_');

async function add(file: string, text: string, when: 'to-disk' | 'soon' = 'soon'): Promise<void> {
  // One write at the end of the file: lines of two windows do not mix.
  const handle = await open(file, 'a');
  try {
    await handle.write(text);
    if (when === 'to-disk') await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Whole lines from a byte on; undefined when there are none or no file. */
async function readFrom(file: string, from: number): Promise<{ text: string; bytes: number } | undefined> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (!handle) return undefined;
  try {
    const { size } = await handle.stat();
    if (size <= from) return undefined;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from);
    const bytes = buffer.subarray(0, bytesRead).lastIndexOf(10) + 1;
    return bytes === 0 ? undefined : { text: buffer.toString('utf8', 0, bytes), bytes };
  } finally {
    await handle.close();
  }
}

function decodeIndex(text: string): { summaries: Map<string, Summary>; lines: number } {
  const summaries = new Map<string, Summary>();
  let lines = 0;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    lines++;
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), indexSchema), line);
    if (!parsed.success) continue;
    const { output } = parsed;
    if (output.type === 'removed') summaries.delete(output.id);
    else
      summaries.set(output.id, {
        id: output.id,
        title: output.title,
        pinned: output.pinned,
        updatedAt: output.updatedAt,
      });
  }
  return { summaries, lines };
}

/** The index is only a shorter way to know what the files say. */
async function summarize(folder: string, name: string): Promise<Summary> {
  const file = path.join(folder, name);
  const { mtimeMs } = await stat(file);
  return summaryOf(replay(name.replace(/\.jsonl$/, ''), decodeEvents(await readFile(file, 'utf8'))), mtimeMs);
}

async function rewrite(index: string, summaries: readonly Summary[]): Promise<void> {
  const text = summaries.map((each) => JSON.stringify({ type: 'summary', v: FORMAT, ...each })).join('\n');
  await writeFile(`${index}.new`, `${text}\n`);
  await rename(`${index}.new`, index);
}

function holds(text: string, id: string, wanted: string): boolean {
  for (const message of replay(id, decodeEvents(text)).messages.values()) {
    if (message.text.toLowerCase().includes(wanted)) return true;
  }
  return false;
}
