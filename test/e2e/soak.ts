/**
 * `npm run soak [-- --minutes N] [--seed S]`: a restless person and an unreliable server, for as long as you like.
 * Prints a JSON line each half minute; fails when something piles up or the ghost text is gone at the end.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { serve, type Answer } from '../fakes/modelServer.ts';
import { openEditor, openEditors, type Editor } from './harness/editor.ts';
import { sharedHost, stopHosts } from './harness/hosts.ts';
import { tokensOf } from './harness/stream.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string', default: '1' } },
});
const SAMPLE_MS = 30_000;
/** More than this above the first sample is a leak, not a cache. */
const MOST_GROWTH_MB = 80;

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

/** Resident memory of the extension host, a descendant of the server, in MB. */
function hostMemory(server: number | undefined): number {
  const lines = execFileSync('ps', ['-eo', 'pid,ppid,rss,args'], { encoding: 'utf8' }).split('\n');
  const processes = lines.map((line) => line.trim().split(/\s+/));
  const host = processes.find(
    ([, parent, , ...args]) => Number(parent) === server && args.includes('--type=extensionHost'),
  );
  return Math.round(Number(host?.[2] ?? 0) / 1024);
}

const minutes = Number(values.minutes);
const server = await serve({ dialect: 'llama-infill', answers: answer });
const problems: string[] = [];
try {
  const models = [{ name: 'Soak', url: server.url, dialect: 'llama-infill' }];
  const host = await sharedHost({});
  const editor = await openEditor({
    files: { 'a.ts': '', 'b.py': '', 'c.md': '', 'end.ts': '' },
    open: 'a.ts',
    settings: { 'ghoststream.models': models },
  });
  await editor.statusBar('Ghoststream').waitFor();
  const start = performance.now();
  const samples: number[] = [];
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
    samples.push(hostMemory(host.server.pid));
    const seconds = Math.round((sampled - start) / 1000);
    const { open, requests } = server;
    console.log(
      JSON.stringify({ seconds, actions, requests: requests.length, open, hostMb: samples.at(-1) }),
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
  const growth = hostMemory(host.server.pid) - (samples[0] ?? 0);
  if (growth > MOST_GROWTH_MB) problems.push(`the extension host grew by ${growth} MB`);
  console.log(
    JSON.stringify({ minutes, actions, requests: server.requests.length, growthMb: growth, problems }),
  );
} finally {
  for (const editor of openEditors) await editor.close();
  await stopHosts();
  await server.close();
}
process.exitCode = problems.length > 0 ? 1 : 0;
