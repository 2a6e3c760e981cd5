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

const epoch = (ms: number): number => performance.timeOrigin + ms;

const server = await serve({
  dialect: 'llama-infill',
  // Only the key that is measured gets an answer: earlier ones would be typed along and cost nothing.
  answers: (request) =>
    prefixOf(request.body).endsWith('measured = ')
      ? { firstTokenMs: SERVER_MS, tokens: ['answer', '(', ')', ';', '\n'] }
      : { tokens: [] },
});
const editor = await openEditor({
  files: { 'a.ts': '' },
  open: 'a.ts',
  settings: { 'ghoststream.models': [{ name: 'Scripted', url: server.url, dialect: 'llama-infill' }] },
});
try {
  await editor.statusBar('Ghoststream').waitFor();
  const added: number[] = [];
  for (let n = 0; added.length < Number(values.samples) && n < 2 * Number(values.samples); n++) {
    await editor.press('Escape', 'Control+End', 'Enter');
    await editor.type(`const v${n} = ${n};\nconst measured =`, 20);
    await editor.page.waitForTimeout(500);
    const before = server.requests.length;
    const recording = await editor.record();
    const start = await editor.page.evaluate(() => performance.timeOrigin + performance.now());
    const pressed = epoch(performance.now());
    await editor.press(' ');
    await editor.ghostWith('answer');
    const first = (await recording.states()).find(({ text }) => text.includes('answer'));
    const request = server.requests.slice(before).find(({ body }) => prefixOf(body).endsWith('measured = '));
    if (!first || !request) continue;
    // The first sample warms everything up.
    if (n > 0) added.push(start + first.ms - pressed - SERVER_MS);
  }
  const sorted = added.sort((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.floor(sorted.length * share)] ?? NaN);
  const result = { samples: sorted.length, p50: at(0.5), p90: at(0.9), budget: BUDGET };
  console.log(JSON.stringify(result));
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
