/** The URL that is called, and whose access token goes along: a table of spellings. */
import assert from 'node:assert/strict';
import { streamModel } from '../../../src/core/model/client.ts';
import { ModelError } from '../../../src/core/model/errors.ts';
import { isHuggingFace, requestUrl, type Route } from '../../../src/core/model/url.ts';
import { PORTS, TEXT, TIMERS } from './ask.ts';

const CHAT: Route = { kind: 'versioned', path: '/chat/completions' };
const TEXTS: Route = { kind: 'versioned', path: '/completions' };
const TGI: Route = { kind: 'root', path: '/generate_stream' };
const INFILL: Route = { kind: 'root', path: '/infill' };
const OLLAMA: Route = { kind: 'root', path: '/api/generate' };

const PATHS: [base: string, route: Route, url: string][] = [
  ['http://h', CHAT, 'http://h/v1/chat/completions'],
  ['http://h/', CHAT, 'http://h/v1/chat/completions'],
  ['http://h/v1', CHAT, 'http://h/v1/chat/completions'],
  ['http://h/v1/', CHAT, 'http://h/v1/chat/completions'],
  ['http://h/v1//', CHAT, 'http://h/v1/chat/completions'],
  ['http://h/v1/chat/completions', CHAT, 'http://h/v1/chat/completions'],
  ['http://h/v1/chat/completions/', CHAT, 'http://h/v1/chat/completions'],
  ['http://h/v1/completions', CHAT, 'http://h/v1/chat/completions'],
  ['http://h/v1/chat/completions', TEXTS, 'http://h/v1/completions'],
  ['http://h/v1/models', TEXTS, 'http://h/v1/completions'],
  ['http://h/api/openai/v1', CHAT, 'http://h/api/openai/v1/chat/completions'],
  ['http://h/api/paas/v4', CHAT, 'http://h/api/paas/v4/chat/completions'],
  ['http://h/v1beta/openai/chat/completions', CHAT, 'http://h/v1beta/openai/chat/completions'],
  ['http://h/infill', CHAT, 'http://h/v1/chat/completions'],
  ['http://h/v1?api-version=2&k=v', CHAT, 'http://h/v1/chat/completions?api-version=2&k=v'],
  ['http://h#part', CHAT, 'http://h/v1/chat/completions'],
  ['http://h:1/a', TGI, 'http://h:1/a/generate_stream'],
  ['http://h:1/a/', TGI, 'http://h:1/a/generate_stream'],
  ['http://h/generate_stream', TGI, 'http://h/generate_stream'],
  ['http://h/generate', TGI, 'http://h/generate_stream'],
  ['http://h/v1', TGI, 'http://h/generate_stream'],
  ['http://h/api', TGI, 'http://h/api/generate_stream'],
  ['http://h/v1/completions', INFILL, 'http://h/infill'],
  ['http://h/completion', INFILL, 'http://h/infill'],
  ['http://h/llama/infill', INFILL, 'http://h/llama/infill'],
  ['http://h:11434', OLLAMA, 'http://h:11434/api/generate'],
  ['http://h:11434/api', OLLAMA, 'http://h:11434/api/generate'],
  ['http://h:11434/api/chat', OLLAMA, 'http://h:11434/api/generate'],
  ['http://h:11434/api/generate', OLLAMA, 'http://h:11434/api/generate'],
  ['http://h:11434/v1', OLLAMA, 'http://h:11434/api/generate'],
  ['http://h/ollama', OLLAMA, 'http://h/ollama/api/generate'],
];

describe('the URL of a request', () => {
  for (const [base, route, url] of PATHS) {
    it(`${route.path} of ${base} is ${url}`, () => assert.equal(requestUrl(base, route).href, url));
  }
});

const HUB = 'https://huggingface.co';
const ROUTER = 'https://router.huggingface.co';

/** What the user wrote → the origin whose token may go there (`hub`: Hugging Face's), or `refused`. */
const SPELLINGS: [written: string, origin: string, token: 'hub' | 'own' | 'refused'][] = [
  // Hugging Face, however it is written.
  ['https://router.huggingface.co', ROUTER, 'hub'],
  ['https://router.huggingface.co/v1', ROUTER, 'hub'],
  ['  https://router.huggingface.co  ', ROUTER, 'hub'],
  ['HTTPS://ROUTER.HUGGINGFACE.CO/', ROUTER, 'hub'],
  ['https://router.huggingface.co:443/v1', ROUTER, 'hub'],
  ['https:/router.huggingface.co', ROUTER, 'hub'],
  ['https:\\\\router.huggingface.co\\v1', ROUTER, 'hub'],
  ['https://router.hugging\tface.co', ROUTER, 'hub'],
  ['https://huggingface.co', HUB, 'hub'],
  [
    'https://abc123.us-east-1.aws.endpoints.huggingface.cloud',
    'https://abc123.us-east-1.aws.endpoints.huggingface.cloud',
    'hub',
  ],
  ['https://ABC.eu.endpoints.HUGGINGFACE.cloud/v1', 'https://abc.eu.endpoints.huggingface.cloud', 'hub'],
  // What only looks like it.
  ['http://router.huggingface.co', 'http://router.huggingface.co', 'own'],
  ['http://router.huggingface.co:443', 'http://router.huggingface.co:443', 'own'],
  ['https://router.huggingface.co:8443', 'https://router.huggingface.co:8443', 'own'],
  ['https://router.huggingface.co.evil.example', 'https://router.huggingface.co.evil.example', 'own'],
  ['https://router.huggingface.co.', 'https://router.huggingface.co.', 'own'],
  ['https://evilhuggingface.co', 'https://evilhuggingface.co', 'own'],
  ['https://evil.huggingface.co', 'https://evil.huggingface.co', 'own'],
  ['https://huggingface.com', 'https://huggingface.com', 'own'],
  ['https://router-huggingface.co', 'https://router-huggingface.co', 'own'],
  ['https://endpoints.huggingface.cloud', 'https://endpoints.huggingface.cloud', 'own'],
  ['https://evilendpoints.huggingface.cloud', 'https://evilendpoints.huggingface.cloud', 'own'],
  [
    'https://x.endpoints.huggingface.cloud.evil.example',
    'https://x.endpoints.huggingface.cloud.evil.example',
    'own',
  ],
  ['http://x.endpoints.huggingface.cloud', 'http://x.endpoints.huggingface.cloud', 'own'],
  ['https://evil.example/router.huggingface.co', 'https://evil.example', 'own'],
  ['https://evil.example?https://router.huggingface.co', 'https://evil.example', 'own'],
  ['https://evil.example#@router.huggingface.co', 'https://evil.example', 'own'],
  ['https://evil.example\\@router.huggingface.co', 'https://evil.example', 'own'],
  ['https://hugg\u0456ngface.co', 'https://xn--huggngface-02i.co', 'own'],
  // Hosts of one's own.
  ['http://localhost:11434', 'http://localhost:11434', 'own'],
  ['localhost:11434', 'http://localhost:11434', 'own'],
  [' LocalHost:11434/v1', 'http://localhost:11434', 'own'],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080', 'own'],
  ['[::1]:8080', 'http://[::1]:8080', 'own'],
  ['HTTP://h', 'http://h', 'own'],
  ['http://0x7f.1:8080', 'http://127.0.0.1:8080', 'own'],
  ['http://2130706433:8080', 'http://127.0.0.1:8080', 'own'],
  ['https://gpu.example:8443/a?key=v', 'https://gpu.example:8443', 'own'],
  // Never sent anywhere.
  ['https://router.huggingface.co@evil.example', '', 'refused'],
  ['https://user:pass@router.huggingface.co', '', 'refused'],
  ['https://:pass@evil.example', '', 'refused'],
  ['router.huggingface.co', '', 'refused'],
  ['//router.huggingface.co', '', 'refused'],
  ['/v1/chat/completions', '', 'refused'],
  ['gpu.example:8080', '', 'refused'],
  ['localhost.evil.example:80', '', 'refused'],
  ['ftp://router.huggingface.co', '', 'refused'],
  ['file:///etc/passwd', '', 'refused'],
  ['javascript:alert(1)', '', 'refused'],
  ['data:text/plain,x', '', 'refused'],
  ['http://', '', 'refused'],
  ['http://h:99999', '', 'refused'],
  ['http://h ost', '', 'refused'],
  ['', '', 'refused'],
];

/** Sends a request with a token stored for every origin, each of its own, and says what went where. */
async function sentBy(written: string): Promise<[origin: string, token: string]> {
  let sent: [string, string] = ['', 'refused'];
  const stream = streamModel(
    { url: written, dialect: 'openai-completions' },
    TEXT,
    TIMERS,
    {
      ...PORTS,
      accessToken: (origin) =>
        origin === HUB ? 'hub' : isHuggingFace(origin) ? undefined : `own of ${origin}`.replace(/ /g, '_'),
      fetch: (url, init) => {
        sent = [new URL(url).origin, new Headers(init.headers).get('authorization') ?? 'none'];
        return Promise.resolve(new Response('data: [DONE]\n\n'));
      },
    },
    new AbortController().signal,
  );
  try {
    for await (const event of stream) assert.equal(event.type, 'finish');
  } catch (error) {
    assert.ok(error instanceof ModelError && error.kind === 'invalid-request', String(error));
  }
  return sent;
}

describe('the access token', () => {
  for (const [written, origin, token] of SPELLINGS) {
    it(`${JSON.stringify(written)} gets ${token === 'refused' ? 'no request' : `the token of ${token === 'hub' ? HUB : origin}`}`, async () => {
      const expected = { hub: 'Bearer hub', own: `Bearer own_of_${origin}`, refused: 'refused' }[token];
      assert.deepEqual(await sentBy(written), [origin, expected]);
    });
  }

  it('of the router goes to the router before the one of huggingface.co', async () => {
    const asked: string[] = [];
    const stream = streamModel(
      { url: ROUTER, dialect: 'hf-chat:auto', model: 'm' },
      { type: 'chat', messages: [] },
      TIMERS,
      {
        ...PORTS,
        accessToken: (origin) => {
          asked.push(origin);
          return origin === ROUTER ? 'router' : 'hub';
        },
        fetch: (_, init) => {
          asked.push(new Headers(init.headers).get('authorization') ?? '');
          return Promise.resolve(new Response('data: [DONE]\n\n'));
        },
      },
      new AbortController().signal,
    );
    for await (const event of stream) assert.equal(event.type, 'finish');
    assert.deepEqual(asked, [ROUTER, 'Bearer router']);
  });

  it('that no header can carry is named as the fault, and not shown', async () => {
    const stream = streamModel(
      { url: 'http://127.0.0.1:9', dialect: 'tgi' },
      TEXT,
      TIMERS,
      { ...PORTS, accessToken: () => 'geh\u00adeim\nx' },
      new AbortController().signal,
    );
    await assert.rejects(stream.next(), (error) => {
      assert.ok(error instanceof ModelError);
      assert.deepEqual([error.kind, error.message.includes('geh')], ['unauthorized', false]);
      return true;
    });
  });

  it('gives way to an authorization header of the user’s', async () => {
    let sent = '';
    const stream = streamModel(
      {
        url: 'http://h',
        dialect: 'tgi',
        headers: { Authorization: 'Basic abc', 'accept-encoding': 'identity' },
      },
      TEXT,
      TIMERS,
      {
        ...PORTS,
        accessToken: () => 'token',
        fetch: (_, init) => {
          sent = new Headers(init.headers).get('authorization') ?? '';
          return Promise.resolve(new Response('data: {"generated_text":""}\n\n'));
        },
      },
      new AbortController().signal,
    );
    for await (const event of stream) assert.ok(event);
    assert.equal(sent, 'Basic abc');
  });
});
