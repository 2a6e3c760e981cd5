/** What a hostile server costs: memory growth and the longest turn of the event loop, for each answer. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { streamModel } from '../src/core/model/client.ts';
import { ModelError } from '../src/core/model/errors.ts';
import { systemClock } from '../tools/systemClock.ts';

const MB = 1024 * 1024;
const TIMERS = { firstByteMs: 800, idleMs: 800, totalMs: 1500 };

/** How the request ended. */
async function outcome(url: string): Promise<string> {
  const stream = streamModel(
    { url, dialect: 'openai-completions' },
    { type: 'text', prompt: 'x' },
    TIMERS,
    { fetch: (to, init) => globalThis.fetch(to, init), clock: systemClock, accessToken: () => undefined },
    new AbortController().signal,
  );
  try {
    for await (const event of stream) if (event.type === 'finish') return 'finish';
  } catch (error) {
    return error instanceof ModelError ? error.kind : String(error);
  }
  return 'silence';
}

const server = spawn(
  process.execPath,
  ['--import', 'tsx', path.join(import.meta.dirname, 'servers/hostile.ts')],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const targets: [url: string, name: string][] = [];
for await (const line of createInterface({ input: server.stdout })) {
  if (line === 'ready') break;
  const at = line.indexOf(' ');
  targets.push([line.slice(0, at), line.slice(at + 1)]);
}

/** Watches memory, and the processor time of each turn of the event loop: what a busy machine does beside us is not in it. */
function watch(): () => { mb: number; ms: number } {
  const before = process.memoryUsage().rss;
  let peak = before;
  let longest = 0;
  let last = process.cpuUsage();
  let running = true;
  const turn = (): void => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    longest = Math.max(longest, user + system);
    peak = Math.max(peak, process.memoryUsage.rss());
    if (running) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    running = false;
    return { mb: (peak - before) / MB, ms: longest / 1000 };
  };
}

// The first requests pay for what Node loads and compiles; it is none of the servers' doing.
for (const [url] of targets.slice(-3)) await outcome(url);
console.log('ended in    memory   longest turn');
const worst = { mb: 0, ms: 0 };
for (const [url, name] of targets) {
  globalThis.gc?.();
  const stop = watch();
  const kind = await outcome(url);
  const { mb, ms } = stop();
  worst.mb = Math.max(worst.mb, mb);
  worst.ms = Math.max(worst.ms, ms);
  console.log(`${kind.padEnd(10)} ${mb.toFixed(0).padStart(4)} MB ${ms.toFixed(0).padStart(6)} ms   ${name}`);
}
console.log(
  `worst      ${worst.mb.toFixed(0).padStart(4)} MB ${worst.ms.toFixed(0).padStart(6)} ms   (marks: 64 MB, 50 ms)`,
);
server.kill();
await once(server, 'exit');
