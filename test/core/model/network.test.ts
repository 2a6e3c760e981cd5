/** Networks as they are: nobody there, no such name, certificates, lost connections, redirects, odd servers. */
import assert from 'node:assert/strict';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { ModelErrorKind } from '../../../src/core/model/errors.ts';
import { SELF_SIGNED } from '../../fakes/selfSigned.ts';
import { serve } from '../../fakes/modelServer.ts';
import { ask, askOnce, withServer } from './ask.ts';

/** A server that speaks no HTTP of its own accord: `greet` has the socket. */
async function withSocket(
  greet: (socket: Socket) => void,
  body: (url: string) => Promise<void>,
): Promise<void> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    greet(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await body(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function freePort(): Promise<number> {
  const server = await serve({ dialect: 'tgi', answers: [] });
  await server.close();
  return server.port;
}

describe('the network', () => {
  it('says that nothing listens there, and whose localhost is meant', async () => {
    const port = await freePort();
    const { error } = await ask({ url: `http://localhost:${port}`, dialect: 'ollama' });
    assert.equal(error?.kind, 'unreachable');
    assert.match(
      error.message,
      /Nothing answers at http:\/\/localhost:\d+ \(connection refused\).*remote window/,
    );
  });

  it('says that the name is not known', async () => {
    const { error } = await ask({ url: 'http://no-such-host.invalid:8080', dialect: 'tgi' });
    assert.equal(error?.kind, 'unreachable');
    assert.match(error.message, /No address is known for no-such-host\.invalid \(DNS\)/);
  });

  it('says that the certificate is self-signed', async () => {
    await withServer({ dialect: 'tgi', answers: [{ tokens: ['x'] }], tls: SELF_SIGNED }, async (server) => {
      const { error } = await ask(server);
      assert.equal(error?.kind, 'unreachable');
      assert.match(error.message, /certificate of https:\/\/127\.0\.0\.1:\d+ is self-signed/);
      assert.equal(server.requests.length, 0);
    });
  });

  it('says that https is not spoken there', async () => {
    await withServer({ dialect: 'tgi', answers: [{ tokens: ['x'] }] }, async (server) => {
      const { error } = await ask({ url: server.url.replace('http:', 'https:'), dialect: 'tgi' });
      assert.equal(error?.kind, 'unreachable');
      assert.match(error.message, /does not speak https \(TLS\)/);
    });
  });

  it('connects to localhost whether the server listens on IPv4 or on IPv6 alone', async () => {
    const hosts = ['127.0.0.1', '::1'];
    const texts: string[] = [];
    for (const host of hosts) {
      await withServer({ dialect: 'llama-infill', answers: [{ tokens: ['hi'] }], host }, async (server) => {
        const { text, error } = await ask({
          url: `http://localhost:${server.port}`,
          dialect: server.dialect,
        });
        texts.push(error?.message ?? text);
      });
    }
    assert.deepEqual(texts, ['hi', 'hi']);
  });

  it('tells a connection lost before the answer from one lost in it', async () => {
    const before = await askOnce('openai-chat', { resetAtOnce: true });
    const within = await askOnce('openai-chat', { tokens: ['half'], end: 'reset' });
    assert.deepEqual(
      [before.error?.kind, within.error?.kind, within.text],
      ['unreachable', 'truncated', 'half'],
    );
    assert.match(before.error?.message ?? '', /lost before an answer came/);
  });

  it('counts a connection lost behind the end mark as a whole answer', async () => {
    const { text, error } = await askOnce('llama-completion', {
      raw: [
        'data: {"content":"all","stop":false}\n\n',
        'data: {"content":"","stop":true,"stop_type":"eos"}\n\n',
      ],
      end: 'reset',
    });
    assert.deepEqual([text, error], ['all', undefined]);
  });

  for (const status of [301, 302, 307, 308]) {
    it(`does not follow a redirect with ${status}: the prompt stays at home`, async () => {
      await withServer({ dialect: 'tgi', answers: [{ tokens: ['stolen'] }] }, async (thief) => {
        const { error } = await askOnce(
          'tgi',
          { status, headers: { location: `${thief.url}/generate_stream` }, body: '' },
          { ports: { accessToken: () => 'secret' } },
        );
        assert.deepEqual([error?.kind, thief.connections], ['protocol', 0]);
        assert.match(error?.message ?? '', /redirects elsewhere/);
      });
    });
  }

  const odd: [string, string, ModelErrorKind][] = [
    ['something else than HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'protocol'],
    ['a header that breaks the rules', 'HTTP/1.1 200 OK\r\nbad header\r\n\r\n', 'protocol'],
    ['nothing but a closed connection', '', 'unreachable'],
  ];
  for (const [name, bytes, kind] of odd) {
    it(`tells what is wrong when the server sends ${name}`, async () => {
      await withSocket(
        (socket) => socket.end(bytes),
        async (url) => assert.equal((await ask({ url, dialect: 'tgi' })).error?.kind, kind),
      );
    });
  }

  it('says so when the server falls silent before its answer', async () => {
    await withSocket(
      () => undefined,
      async (url) => {
        const { error } = await ask({ url, dialect: 'tgi' }, { timers: { firstByteMs: 50 } });
        assert.equal(error?.kind, 'timeout');
        assert.match(error.message, /m did not begin to answer within 0\.05 s/);
      },
    );
  });

  it('uses one connection for one answer after the other', async () => {
    for (const dialect of ['tgi', 'openai-chat', 'ollama', 'llama-infill'] as const) {
      await withServer({ dialect, answers: [{ tokens: ['x', 'y'] }] }, async (server) => {
        for (let turn = 0; turn < 3; turn++) {
          assert.equal((await ask(server)).error, undefined);
          await server.requests.at(-1)?.closed;
          // The client's side of the socket returns to its pool a turn later.
          await new Promise(setImmediate);
        }
        assert.equal(server.connections, 1, dialect);
      });
    }
  });

  it('says that a port is one that browsers refuse', async () => {
    const { error } = await ask({ url: 'http://127.0.0.1:6667', dialect: 'tgi' });
    assert.deepEqual([error?.kind, error?.message.includes('6667')], ['invalid-request', true]);
  });
});
