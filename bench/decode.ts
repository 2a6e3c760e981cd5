/** How many events a second our decoder makes of a stream, beside the parser of `@huggingface/inference`. */
import { InferenceClient } from '@huggingface/inference';
import { streamModel } from '../src/core/model/client.ts';
import { systemClock } from '../tools/systemClock.ts';

const EVENTS = 20_000;
const ROUNDS = 15;

const chunk = (content: string): string =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta: { content }, logprobs: null, finish_reason: null }],
  })}\n\n`;

const body = new TextEncoder().encode(
  Array.from({ length: EVENTS }, (_, at) => chunk(` word${at}`)).join('') +
    'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
);

/** The body in pieces as a socket gives them. */
function respond(): Promise<Response> {
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= body.length) controller.close();
      else controller.enqueue(body.subarray(at, (at += 16_384)));
    },
  });
  return Promise.resolve(new Response(stream, { headers: { 'content-type': 'text/event-stream' } }));
}

async function ours(): Promise<number> {
  let seen = 0;
  const events = streamModel(
    { url: 'http://127.0.0.1:1', dialect: 'openai-chat', model: 'm' },
    { type: 'chat', messages: [{ role: 'user', content: 'x' }] },
    { firstByteMs: 60_000, idleMs: 60_000, totalMs: 60_000 },
    { fetch: respond, clock: systemClock, accessToken: () => undefined },
    new AbortController().signal,
  );
  for await (const event of events) if (event.type === 'text-delta') seen++;
  return seen;
}

async function theirs(): Promise<number> {
  let seen = 0;
  const client = new InferenceClient('hf_x', { endpointUrl: 'http://127.0.0.1:1', fetch: respond });
  const events = client.chatCompletionStream({ model: 'm', messages: [{ role: 'user', content: 'x' }] });
  for await (const event of events) if (event.choices[0]?.delta.content) seen++;
  return seen;
}

/** Milliseconds that one round takes. */
async function round(run: () => Promise<number>): Promise<number> {
  const start = performance.now();
  const seen = await run();
  if (seen !== EVENTS) throw new Error(`${run.name} gave ${seen} of ${EVENTS} events`);
  return performance.now() - start;
}

// Turn about, and the best round of each: the least disturbed by whatever else the machine does.
const ms = { ours: Infinity, theirs: Infinity };
for (let at = 0; at < ROUNDS; at++) {
  ms.ours = Math.min(ms.ours, await round(ours));
  ms.theirs = Math.min(ms.theirs, await round(theirs));
}
const rates = { ours: EVENTS / (ms.ours / 1000), theirs: EVENTS / (ms.theirs / 1000) };
const show = (rate: number): string => `${Math.round(rate / 1000)} thousand events/s`;
console.log(`ghoststream            ${show(rates.ours)}`);
console.log(`@huggingface/inference ${show(rates.theirs)}`);
console.log(`ratio                  ${(rates.ours / rates.theirs).toFixed(2)}`);
