/** What a server's refusal becomes: a kind, a wait, and a sentence that a person can act on. */
import assert from 'node:assert/strict';
import type { ModelErrorKind } from '../../../src/core/model/errors.ts';
import type { Answer } from '../../fakes/modelServer.ts';
import { askOnce } from './ask.ts';

type Case = [name: string, answer: Answer, kind: ModelErrorKind, message: RegExp, retryAfterMs?: number];

const json = (status: number, body: object, headers: Answer['headers'] = {}): Answer => ({
  status,
  body,
  headers,
});
const text = (status: number, body: string, headers: Answer['headers'] = {}): Answer => ({
  status,
  body,
  headers,
});

const REFUSALS: Case[] = [
  [
    'no token',
    json(401, { error: 'Invalid credentials' }),
    'unauthorized',
    /access token \(401\).*Invalid credentials/,
  ],
  [
    'no credit',
    json(402, { error: 'You have exceeded your monthly included credits' }),
    'out-of-credit',
    /no credit left \(402\).*monthly included/,
  ],
  [
    'a scope that is missing',
    json(403, { error: 'insufficient permissions' }),
    'forbidden',
    /may not use the model m .*403.*insufficient/,
  ],
  [
    'no such path',
    text(404, '404 page not found'),
    'not-found',
    /v1\/completions does not exist or does not serve the model m \(404\).*page not found/,
  ],
  [
    'no such model',
    json(404, { error: { message: 'The model `m` does not exist.', type: 'NotFoundError', code: 404 } }),
    'not-found',
    /The model `m` does not exist/,
  ],
  [
    'a parameter it does not take',
    json(422, {
      error: 'Input validation error: `temperature` must be strictly positive',
      error_type: 'validation',
    }),
    'invalid-request',
    /temperature` must be strictly positive/,
  ],
  [
    'FastAPI’s list',
    json(422, { detail: [{ loc: ['body', 'stop'], msg: 'too many items', type: 'x', input: 'the prompt' }] }),
    'invalid-request',
    /body\.stop: too many items/,
  ],
  ['FastAPI’s text', json(400, { detail: 'no GPU' }), 'invalid-request', /no GPU/],
  [
    'problem+json',
    {
      status: 400,
      body: JSON.stringify({ title: 'Bad', detail: 'stop is too long', status: 400 }),
      headers: { 'content-type': 'application/problem+json' },
    },
    'invalid-request',
    /stop is too long/,
  ],
  ['plain text', text(500, 'the disk is full\n'), 'server', /reports an error \(500\).*the disk is full/],
  [
    'a web page',
    text(500, '<!DOCTYPE html><html><head><title>Oh no</title></head><body>long</body></html>', {
      'content-type': 'text/html',
    }),
    'server',
    /Oh no/,
  ],
  [
    'an empty page',
    text(503, '', { 'content-type': 'text/html' }),
    'overloaded',
    /overloaded, starting or scaled to zero \(503\)/,
  ],
  ['null as error', json(500, { error: null }), 'server', /reports an error \(500\)\.$/],
  ['a number as error', text(500, '17'), 'server', /500/],
  [
    'errors in a list',
    json(400, { errors: [{ message: 'first' }, { message: 'second' }] }),
    'invalid-request',
    /first; second/,
  ],
  [
    'an error within an error',
    json(400, { error: { error: { message: 'deep' } } }),
    'invalid-request',
    /deep/,
  ],
  [
    'JSON within text',
    json(400, { error: '{"error":{"message":"inner"}}' }),
    'invalid-request',
    /says: inner$/,
  ],
  [
    'a rate limit',
    json(429, { error: 'Too many requests' }, { 'retry-after': '3' }),
    'rate-limited',
    /Try again in 3 s.*Too many/,
    3000,
  ],
  [
    'a rate limit until a date',
    json(429, {}, { 'retry-after': 'Tue, 01 Dec 2026 10:00:30 GMT', date: 'Tue, 01 Dec 2026 10:00:00 GMT' }),
    'rate-limited',
    /in 30 s/,
    30_000,
  ],
  [
    'Hugging Face’s rate limit',
    json(429, {}, { ratelimit: '"api";r=0;t=55' }),
    'rate-limited',
    /in 55 s/,
    55_000,
  ],
  [
    'OpenAI’s rate limit',
    json(429, {}, { 'x-ratelimit-reset-requests': '1m2.5s' }),
    'rate-limited',
    /in 63 s/,
    62_500,
  ],
  [
    'a rate limit until a moment',
    json(429, {}, { 'x-ratelimit-reset': '1796119230', date: 'Tue, 01 Dec 2026 10:00:00 GMT' }),
    'rate-limited',
    /in 30 s/,
    30_000,
  ],
  [
    'a model that loads',
    json(503, { error: 'Model m is currently loading', estimated_time: 20.5 }),
    'loading',
    /m is still loading \(503\)\. Try again in 21 s/,
    20_500,
  ],
  [
    'llama.cpp that loads',
    json(503, { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } }),
    'loading',
    /still loading/,
  ],
  [
    'a queue that is full',
    json(429, { error: 'Model is overloaded', error_type: 'overloaded' }),
    'rate-limited',
    /overloaded/,
  ],
  [
    'vLLM’s long prompt',
    json(400, {
      object: 'error',
      message:
        "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4900 in the messages, 100 in the completion).",
      type: 'BadRequestError',
      code: 400,
    }),
    'context-exceeded',
    /: 5000 tokens, at most 4096 \(400\)/,
  ],
  [
    'TGI’s long prompt',
    json(422, {
      error:
        'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 4900 `inputs` tokens and 100 `max_new_tokens`',
      error_type: 'validation',
    }),
    'context-exceeded',
    /: 4900 tokens, at most 4096/,
  ],
  [
    'llama.cpp’s long prompt',
    json(400, {
      error: {
        code: 400,
        message: 'the request exceeds the available context size',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 9000,
        n_ctx: 4096,
      },
    }),
    'context-exceeded',
    /: 9000 tokens, at most 4096/,
  ],
  ['a body that is too large', text(413, ''), 'context-exceeded', /longer than the model m can read \(413\)/],
  [
    'a gateway that waits in vain',
    text(504, '<html><head><title>504 Gateway Time-out</title></head></html>'),
    'overloaded',
    /Gateway Time-out/,
  ],
];

describe('a server that refuses', () => {
  for (const [name, answer, kind, message, retryAfterMs] of REFUSALS) {
    it(`explains ${name}`, async () => {
      const { events, error } = await askOnce('openai-completions', answer);
      assert.deepEqual(
        { events, kind: error?.kind, status: error?.status, retryAfterMs: error?.retryAfterMs },
        { events: [], kind, status: answer.status, retryAfterMs },
      );
      assert.match(error?.message ?? '', message);
    });
  }

  it('keeps the request’s number for the server’s own log', async () => {
    const { error } = await askOnce('tgi', json(500, {}, { 'x-request-id': 'r-1' }));
    assert.equal(error?.requestId, 'r-1');
  });

  it('never repeats the prompt, the token or a header of the user’s', async () => {
    const secrets = ['my secret prompt text', 'tok-123456', 'header-value-1'];
    const { error } = await askOnce(
      'openai-completions',
      {
        handle: (request, response) => {
          response.writeHead(400, { 'content-type': 'application/json' });
          response.end(
            JSON.stringify({
              error: `bad: ${JSON.stringify(request.body)} ${JSON.stringify(request.headers)} hf_abcdefghijk`,
            }),
          );
        },
      },
      {
        request: { type: 'text', prompt: secrets[0] ?? '' },
        endpoint: { headers: { 'x-key': secrets[2] ?? '' } },
        ports: { accessToken: () => secrets[1] },
      },
    );
    const said = `${error?.message} ${error?.stack} ${JSON.stringify(error)} ${String(error?.cause)}`;
    assert.deepEqual(
      [...secrets, 'hf_abcdefghijk'].filter((secret) => said.includes(secret)),
      [],
    );
    assert.equal(error?.kind, 'invalid-request');
  });

  it('reads no more than 64 KB of an error that never ends', async () => {
    const { error } = await askOnce('openai-completions', {
      status: 500,
      raw: (function* () {
        for (;;) yield 'x'.repeat(16_384);
      })(),
    });
    assert.deepEqual([error?.kind, (error?.message.length ?? 0) < 500], ['server', true]);
  });
});

const sse = (...records: object[]): string =>
  records.map((record) => `data: ${JSON.stringify(record)}\n\n`).join('');
const hel = { choices: [{ delta: { content: 'Hel' } }] };

const IN_STREAM: [name: string, raw: string, kind: ModelErrorKind, message: RegExp][] = [
  ['text', sse(hel, { error: 'queue full' }), 'server', /queue full/],
  [
    'an object',
    sse(hel, { error: { message: 'queue full', code: 503 } }) + 'data: [DONE]\n\n',
    'server',
    /queue full/,
  ],
  [
    'an object in an object',
    sse(hel, { error: { error: { message: 'queue full' } } }),
    'server',
    /queue full/,
  ],
  [
    'OpenAI’s older form',
    sse(hel, { object: 'error', message: 'queue full', code: 500 }),
    'server',
    /queue full/,
  ],
  [
    'an event named error',
    sse(hel) + 'event: error\ndata: {"message":"queue full"}\n\n',
    'server',
    /queue full/,
  ],
  ['an event named error with text', sse(hel) + 'event: error\ndata: queue full\n\n', 'server', /queue full/],
  ['an error line', sse(hel) + 'error: {"code":500,"message":"queue full"}\n\n', 'server', /queue full/],
  ['plain text at the end', sse(hel) + 'upstream connect error: queue full\n', 'server', /queue full/],
  ['a rate limit', sse(hel, { error: { message: 'slow down', code: 429 } }), 'rate-limited', /slow down/],
  [
    'a long prompt',
    sse(hel, {
      error: { message: 'too long', type: 'exceed_context_size_error', n_prompt_tokens: 9, n_ctx: 8 },
    }),
    'context-exceeded',
    /9 tokens, at most 8/,
  ],
  ['an error of no words', sse(hel, { error: { code: 500 } }), 'server', /reports an error/],
];

describe('an error inside a stream', () => {
  for (const [name, raw, kind, message] of IN_STREAM) {
    it(`is shown, behind what came before it: ${name}`, async () => {
      const { text: said, error } = await askOnce('openai-chat', { raw });
      assert.deepEqual([said, error?.kind], ['Hel', kind]);
      assert.match(error?.message ?? '', message);
      assert.doesNotMatch(error?.message ?? '', /\[object Object\]/);
    });
  }

  it('is shown when TGI sends it under a status of 200 as its first event', async () => {
    const { error } = await askOnce('tgi', {
      raw: sse({ error: 'Input validation error: 5000 tokens given, limit 4096', error_type: 'validation' }),
    });
    assert.equal(error?.kind, 'context-exceeded');
    assert.match(error.message, /: 5000 tokens, at most 4096\. .*5000 tokens given, limit 4096/);
  });

  it('is shown when Ollama sends it as a line', async () => {
    const { text: said, error } = await askOnce('ollama-chat', {
      raw: '{"message":{"content":"Hel"},"done":false}\n{"error":"model runner has unexpectedly stopped"}\n',
    });
    assert.deepEqual([said, error?.kind], ['Hel', 'server']);
    assert.match(error?.message ?? '', /unexpectedly stopped/);
  });

  it('is none when it is null, empty or false', async () => {
    const { text: said, error } = await askOnce('openai-chat', {
      raw:
        sse({ ...hel, error: null }, { ...hel, error: '' }, { ...hel, error: {} }, { ...hel, error: false }) +
        'data: [DONE]\n\n',
    });
    assert.deepEqual([said, error], ['HelHelHelHel', undefined]);
  });
});
