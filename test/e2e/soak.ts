/**
 * `npm run soak [-- --minutes N] [--seed S]`: a restless person and an unreliable server, for as long as you like.
 * Prints a JSON line each half minute; fails when something piles up, is not handled, or does not end.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { serve, type Answer } from '../fakes/modelServer.ts';
import { eventually, openEditor, openEditors, type Editor } from './harness/editor.ts';
import { stopHosts } from './harness/hosts.ts';
import { tokensOf } from './harness/stream.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string', default: '1' } },
});
const SAMPLE_MS = 30_000;
/** Caches are full by then, and everything is loaded that is loaded on first use. */
const WARM_MS = 60_000;
/** More than this above the first sample is a leak, not a cache. */
const MOST_GROWTH_MB = 10;

/** mulberry32: the same seed is the same run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = randomFrom(Number(values.seed));
const pick = <T>(...choices: readonly [T, ...T[]]): T =>
  choices[Math.floor(random() * choices.length)] ?? choices[0];

const TEXT = 'total = items.filter(isOpen).length;\nconst next = total + 1;\nreturn next;\n';

function answer(): Answer {
  const good = { tokens: tokensOf(TEXT), firstTokenMs: pick(50, 200, 600), tokenMs: 20 };
  return pick<Answer>(
    good,
    good,
    good,
    good,
    { ...good, end: 'reset' },
    { ...good, end: 'close' },
    { status: 500, body: { error: 'busy' } },
    { ...good, firstTokenMs: 4_000 },
  );
}

const WORDS = ['const x = ', 'if (ready) {', 'foo(', 'return ', '// note ', 'items.', '"text', ' '] as const;
const ACTIONS: readonly [(editor: Editor) => Promise<void>, ...((editor: Editor) => Promise<void>)[]] = [
  (editor) => editor.type(pick(...WORDS), pick(20, 60)),
  (editor) => editor.type(pick(...WORDS), pick(20, 60)),
  (editor) => editor.type(pick(...WORDS), pick(20, 60)),
  (editor) => editor.press('Enter'),
  (editor) => editor.press('Tab'),
  (editor) => editor.press('Escape'),
  (editor) => editor.press('Control+ArrowRight'),
  (editor) => editor.press('Backspace', 'Backspace'),
  (editor) => editor.press('Control+z'),
  (editor) => editor.page.waitForTimeout(pick(100, 700, 1500)),
  (editor) => editor.openFile(pick('a.ts', 'b.py', 'c.md')),
];

/** What the extension host holds after a collection, measured by an extension beside ours. */
interface Measured {
  readonly at: number;
  /** Bytes. */
  readonly heap: number;
  /** Registrations that are alive: providers, commands, listeners. */
  readonly disposables: number;
  /** Stacks of promises that nobody handled. */
  readonly rejections: readonly string[];
}

async function measure(editor: Editor): Promise<Measured> {
  const asked = Date.now();
  await editor.press('Control+Alt+g');
  const read = (): Measured | undefined => {
    try {
      return JSON.parse(readFileSync(path.join(editor.folder, 'gauge.json'), 'utf8')) as Measured;
    } catch {
      return undefined;
    }
  };
  const measured = await eventually(read, (found) => (found?.at ?? 0) > asked, 'nothing was measured');
  if (!measured) throw new Error('nothing was measured');
  return measured;
}

const megabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10;

const minutes = Number(values.minutes);
const server = await serve({ dialect: 'llama-infill', answers: answer });
const problems: string[] = [];
try {
  const models = [{ name: 'Soak', url: server.url, dialect: 'llama-infill' }];
  const editor = await openEditor({
    files: { 'a.ts': '', 'b.py': '', 'c.md': '', 'end.ts': '' },
    open: 'a.ts',
    settings: { 'ghoststream.models': models },
    otherExtensions: [path.resolve(import.meta.dirname, '../fixtures/gauge')],
  });
  await editor.statusBar('Ghoststream').waitFor();
  await editor.statusBar('Gauge').waitFor();
  const start = performance.now();
  let first: Measured | undefined;
  let actions = 0;
  let sampled = 0;
  while (performance.now() - start < minutes * 60_000) {
    await pick(...ACTIONS)(editor);
    actions++;
    const popUps = await editor.page.locator('.notification-toast').count();
    if (popUps > 0)
      problems.push(`a pop-up: ${(await editor.notification(/./).first().textContent()) ?? ''}`);
    if (performance.now() - sampled < SAMPLE_MS) continue;
    sampled = performance.now();
    const { heap, disposables, rejections } = await measure(editor);
    if (sampled - start > WARM_MS) first ??= { at: 0, heap, disposables, rejections };
    const { open, requests } = server;
    console.log(
      JSON.stringify({
        ...{ seconds: Math.round((sampled - start) / 1000), actions, requests: requests.length, open },
        ...{ heapMb: megabytes(heap), disposables, rejections: rejections.length },
      }),
    );
  }
  await editor.openFile('end.ts');
  server.script([{ tokens: tokensOf(TEXT), tokenMs: 20 }]);
  // A pause after failures ends at the latest by then.
  await editor.page.waitForTimeout(10_000);
  await editor.type('const y = ');
  await editor.ghostWith(/total|next/).catch(() => problems.push('no ghost text at the end'));
  await editor.press('Escape');
  await editor.page.waitForTimeout(2_000);
  const unfinished = server.requests.filter(({ closedAt }) => closedAt === undefined).length;
  if (unfinished > 0) problems.push(`${unfinished} requests are still open`);
  const spinning = await editor.page.locator('.statusbar-item .codicon-modifier-spin').count();
  if (spinning > 0) problems.push(`${spinning} spinners still turn`);
  const last = await measure(editor);
  const growthMb = first && megabytes(last.heap - first.heap);
  if (growthMb === undefined) problems.push('too short to say anything about memory');
  else if (growthMb > MOST_GROWTH_MB) problems.push(`the extension host's heap grew by ${growthMb} MB`);
  const leaked = first && last.disposables - first.disposables;
  if (leaked) problems.push(`${leaked} registrations more than at the start`);
  problems.push(...last.rejections.map((stack) => `an unhandled rejection: ${stack}`));
  console.log(
    JSON.stringify({ minutes, actions, requests: server.requests.length, growthMb, leaked, problems }),
  );
} finally {
  for (const editor of openEditors) await editor.close();
  await stopHosts();
  await server.close();
}
process.exitCode = problems.length > 0 ? 1 : 0;
