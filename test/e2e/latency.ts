/**
 * Added latency: from a key press to the first frame with the answer's ghost text, without the server's time from the
 * request to its first line. The editor's own wait (50 ms) and our pause are part of it.
 */
import { parseArgs } from 'node:util';
import { serve } from '../fakes/modelServer.ts';
import { openEditor, openEditors } from './harness/editor.ts';
import { stopHosts } from './harness/hosts.ts';

const { values } = parseArgs({ options: { samples: { type: 'string', default: '25' } } });
const BUDGET = { p50: 120, p90: 180 } as const;
/** The server's time to its first line, in milliseconds. */
const SERVER_MS = 60;

/** Milliseconds that the model has no part in. */
interface Added {
  /** From the key to the server. */
  readonly before: number;
  /** From the server's first line to the frame that shows it. */
  readonly after: number;
  readonly all: number;
}

/** When the last answer's first line was sent, on this process's clock. */
let lineAt = 0;
async function* answer(): AsyncGenerator<string> {
  await new Promise((resolve) => setTimeout(resolve, SERVER_MS));
  lineAt = performance.now();
  yield* ['answer', '(', ')', ';', '\n'];
}

const server = await serve({
  dialect: 'llama-infill',
  // Only the key that is measured gets an answer: earlier ones would be typed along and cost nothing.
  answers: (request) => ({
    tokens: prefixOf(request.body).endsWith('measured = ') ? answer() : [],
  }),
});
const editor = await openEditor({
  files: { 'a.ts': '' },
  open: 'a.ts',
  settings: { 'ghoststream.models': [{ name: 'Scripted', url: server.url, dialect: 'llama-infill' }] },
});
try {
  await editor.statusBar('Ghoststream').waitFor();
  const added: Added[] = [];
  for (let n = 0; added.length < Number(values.samples) && n < 2 * Number(values.samples); n++) {
    await editor.press('Escape', 'Control+End', 'Enter');
    await editor.type(`const v${n} = ${n};\nconst measured =`, 20);
    await editor.page.waitForTimeout(500);
    const sent = server.requests.length;
    const recording = await editor.record();
    await editor.press(' ');
    await editor.ghostWith('answer');
    const first = (await recording.states()).find(({ text }) => text.includes('answer'));
    const [key] = await recording.keys();
    const request = server.requests.slice(sent).find(({ body }) => prefixOf(body).endsWith('measured = '));
    if (!first || key === undefined || !request) continue;
    // The first sample warms everything up.
    if (n === 0) continue;
    const before = performance.timeOrigin + request.at - (recording.start + key);
    const after = recording.start + first.ms - (performance.timeOrigin + lineAt);
    added.push({ before, after, all: before + after });
  }
  const at = (part: keyof Added, share: number): number => {
    const sorted = added.map((each) => each[part]).sort((a, b) => a - b);
    return Math.round(sorted[Math.floor(sorted.length * share)] ?? NaN);
  };
  const result = { samples: added.length, p50: at('all', 0.5), p90: at('all', 0.9), budget: BUDGET };
  const parts = { keyToRequest: at('before', 0.5), lineToFrame: at('after', 0.5) };
  console.log(JSON.stringify({ ...result, parts }));
  if (!(result.p50 <= BUDGET.p50 && result.p90 <= BUDGET.p90)) process.exitCode = 1;
} finally {
  for (const open of openEditors) await open.close();
  await server.close();
  await stopHosts();
}

function prefixOf(body: unknown): string {
  return typeof body === 'object' &&
    body !== null &&
    'input_prefix' in body &&
    typeof body.input_prefix === 'string'
    ? body.input_prefix
    : '';
}
