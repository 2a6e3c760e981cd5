/** Large downloads survive broken connections and never leave a damaged file behind: with a server that really breaks off. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { DamagedDownload, download, type Wanted } from '../../src/local/download.ts';

const CONTENT = randomBytes(200_000);
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');
const none = new AbortController().signal;

describe('downloading a model', () => {
  let folder = '';
  let server: Server | undefined;
  beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'ghoststream-download-'))));
  afterEach(() => {
    rmSync(folder, { recursive: true });
    server?.closeAllConnections();
    server?.close();
    server = undefined;
  });

  /** Serves with `listener` and tells what is wanted from there, and the ranges that were asked for. */
  async function serve(
    listener: RequestListener,
  ): Promise<{ wanted: Wanted; ranges: (string | undefined)[] }> {
    const ranges: (string | undefined)[] = [];
    server = createServer((request, response) => {
      ranges.push(request.headers.range);
      listener(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    return {
      wanted: {
        url: `http://127.0.0.1:${address.port}/model.gguf`,
        file: path.join(folder, 'deep', 'model.gguf'),
        bytes: CONTENT.length,
        sha256: SHA256,
      },
      ranges,
    };
  }

  const withRanges: RequestListener = ({ headers }, response) => {
    const from = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200).end(CONTENT.subarray(from));
  };

  it('gives the file its name once it is complete, and tells the progress', async () => {
    const { wanted, ranges } = await serve(withRanges);
    const seen: number[] = [];
    await download(wanted, fetch, none, (done) => seen.push(done));
    assert.deepEqual(readFileSync(wanted.file), CONTENT);
    assert.equal(seen.at(-1), CONTENT.length);
    await download(wanted, fetch, none, () => assert.fail('it is there already'));
    assert.deepEqual(ranges, [undefined]);
  });

  it('goes on where a connection broke', async () => {
    let cut: (() => void) | undefined;
    const { wanted, ranges } = await serve((request, response) => {
      if (cut) {
        withRanges(request, response);
        return;
      }
      cut = () => response.destroy();
      response.writeHead(200, { 'content-length': CONTENT.length });
      response.write(CONTENT.subarray(0, 50_000));
    });
    // Cut once something has arrived: a reset drops what is still on its way.
    await assert.rejects(download(wanted, fetch, none, () => cut?.()));
    assert.equal(existsSync(wanted.file), false);
    await download(wanted, fetch, none, () => undefined);
    assert.deepEqual(readFileSync(wanted.file), CONTENT);
    assert.deepEqual([ranges[0], /^bytes=\d+-$/.test(ranges[1] ?? '')], [undefined, true]);
  });

  it('starts over when the server knows no ranges', async () => {
    const { wanted } = await serve((_request, response) => response.end(CONTENT));
    await download({ ...wanted, file: path.join(folder, 'a') }, fetch, none, () => undefined);
    writeFileSync(path.join(folder, 'b.part'), CONTENT.subarray(0, 1_000));
    await download({ ...wanted, file: path.join(folder, 'b') }, fetch, none, () => undefined);
    assert.deepEqual(readFileSync(path.join(folder, 'b')), CONTENT);
  });

  it('fetches a damaged file once more and keeps nothing of it', async () => {
    let times = 0;
    const { wanted } = await serve((_request, response) => {
      times++;
      response.end(times === 1 ? Buffer.alloc(CONTENT.length) : CONTENT);
    });
    await download(wanted, fetch, none, () => undefined);
    assert.deepEqual([times, readFileSync(wanted.file)], [2, CONTENT]);
  });

  it('gives up on a file that is not what was promised', async () => {
    const { wanted } = await serve((_request, response) => response.end(Buffer.alloc(CONTENT.length)));
    await assert.rejects(
      download(wanted, fetch, none, () => undefined),
      DamagedDownload,
    );
    assert.deepEqual([existsSync(wanted.file), existsSync(`${wanted.file}.part`)], [false, false]);
  });

  it('stops when it is canceled and keeps what it has', async () => {
    const leave = new AbortController();
    const { wanted } = await serve((_request, response) => {
      response.writeHead(200);
      response.write(CONTENT.subarray(0, 50_000));
    });
    await assert.rejects(
      download(wanted, fetch, leave.signal, () => leave.abort()),
      { name: 'AbortError' },
    );
    assert.equal(existsSync(`${wanted.file}.part`), true);
  });
});
