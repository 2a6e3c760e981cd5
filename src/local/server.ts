/** The local model process: reads its orders from standard input, tells its state on standard output, ends with its parent. */
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { createLocalServer, type Serving } from './http.ts';
import { loadLlamaEngine } from './llamaEngine.ts';
import type { Announcement } from './announcement.ts';

const ordersSchema = v.object({
  runtimeFolder: v.string(),
  modelPath: v.string(),
  contextTokens: v.number(),
  threads: v.optional(v.number()),
  secret: v.pipe(v.string(), v.minLength(32)),
});

const announce = (announcement: Announcement): void => {
  process.stdout.write(`${JSON.stringify(announcement)}\n`);
};

// The parent holds the other end of standard input: it closes when the editor ends, however it ends.
const lines = createInterface({ input: process.stdin });
lines.once('close', () => process.exit(0));
lines.once('line', (line) => {
  void start(line).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    const failed: Announcement = { type: 'failed', message };
    process.stdout.write(`${JSON.stringify(failed)}\n`, () => process.exit(1));
  });
});

async function start(line: string): Promise<void> {
  const { secret, ...orders } = v.parse(ordersSchema, JSON.parse(line));
  const serving: Serving = { secret };
  const server = createLocalServer(serving);
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address !== null && typeof address === 'object') resolve(address.port);
      else reject(new Error('No port to listen on.'));
    });
  });
  const url = `http://127.0.0.1:${port}`;
  announce({ type: 'loading', url, share: 0 });
  let told = 0;
  const engine = await loadLlamaEngine({
    runtimeFolder: orders.runtimeFolder,
    modelPath: orders.modelPath,
    contextTokens: orders.contextTokens,
    ...(orders.threads === undefined ? {} : { threads: orders.threads }),
    onProgress: (share) => {
      if (share - told < 0.05) return;
      told = share;
      announce({ type: 'loading', url, share });
    },
  });
  serving.engine = engine;
  announce({
    type: 'ready',
    url,
    model: engine.name,
    contextTokens: engine.contextTokens,
    infills: engine.infills,
  });
}
