/**
 * With a real local model: how much of the first request's prompt time the second one costs after a line was typed.
 *
 *     npm run bench -- promptcache
 *
 * Exits 1 when it is a fifth or more; says so and exits 0 where no model is at hand (`npm run model` gets one).
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createSuggester } from '../src/core/completion/suggest.ts';
import { streamModel, type ModelPorts } from '../src/core/model/client.ts';
import { superviseLocalModel, type LocalState } from '../src/local/supervisor.ts';
import { place } from '../test/fakes/caret.ts';
import { presentLocalModel } from '../tools/model.ts';
import { systemClock } from '../tools/systemClock.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const CONTEXT_TOKENS = 2048;
const LINE = '        self.checked = True\n        ';

const parts = await presentLocalModel();
if (!parts) console.log('No local model here; `npm run model` gets one.');
else {
  let stop = (): void => undefined;
  const ready = new Promise<Extract<LocalState, { type: 'ready' }>>((resolve, reject) => {
    const local = superviseLocalModel(
      { execPath: process.execPath, args: ['--import', 'tsx', path.join(ROOT, 'src/local/server.ts')] },
      { ...parts, contextTokens: CONTEXT_TOKENS },
      systemClock,
      (state) => {
        if (state.type === 'ready') resolve(state);
        if (state.type === 'failed') reject(new Error(state.message));
      },
      () => undefined,
    );
    stop = () => local.stop();
  });
  try {
    await compare(await ready);
  } finally {
    stop();
  }
}

async function compare({ url, secret }: Extract<LocalState, { type: 'ready' }>): Promise<void> {
  const ports: ModelPorts = { fetch, clock: systemClock, accessToken: () => undefined };
  const firstTokens: number[] = [];
  const suggester = createSuggester(
    { ahead: 'never', timers: { firstByteMs: 120_000, idleMs: 60_000, totalMs: 180_000 } },
    {
      clock: systemClock,
      stream: (endpoint, request, timers, signal) => streamModel(endpoint, request, timers, ports, signal),
      model: () => ({
        name: 'local',
        contextTokens: CONTEXT_TOKENS,
        endpoint: { url, dialect: 'llama-infill', headers: { authorization: `Bearer ${secret}` } },
      }),
      report: (event) => {
        if (event.type === 'first-token') firstTokens.push(event.ms);
        if (event.type === 'failed') console.log(event.message);
      },
    },
  );
  const source = readFileSync(path.join(ROOT, 'bench/data/inventory.py'), 'utf8');
  const at = source.indexOf('        self._require(sku)\n');
  const [before, after] = [`${source.slice(0, at)}        `, source.slice(at)];
  for (const typed of ['', LINE, LINE + LINE]) {
    const query = place(before + typed, after, { path: 'inventory.py', language: 'python' });
    await suggester.suggest({ ...query, trigger: 'invoke' }, new AbortController().signal);
    // The rest of the answer is of no interest here.
    suggester.forget(query.uri);
  }
  const [first = NaN, ...later] = firstTokens.map(Math.round);
  console.log(`first token: ${first} ms, then after each typed line: ${later.join(', ')} ms`);
  const share = Math.max(...later) / first;
  console.log(
    `${share < 0.2 ? 'met   ' : 'MISSED'} under 20 % of the first prompt's time: ${Math.round(share * 100)} %`,
  );
  if (!(share < 0.2)) process.exitCode = 1;
}
