/** The probe as a person runs it: JSON lines, a last one that says how the answer ended, the exit code. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { serve, type Answer, type LoggedRequest } from '../fakes/modelServer.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

type Line = Readonly<Record<string, unknown>>;

interface Ran {
  readonly code: number | null;
  readonly lines: readonly Line[];
  /** What it wrote beside its lines. */
  readonly noise: string;
  readonly requests: readonly LoggedRequest[];
}

interface Case {
  readonly name: string;
  readonly answer?: Answer;
  /** The arguments for a server at this URL. */
  readonly args: (url: string) => readonly string[];
  /** The texts of the deltas, in order. */
  readonly texts: readonly string[];
  readonly last: Line;
  readonly code: number;
  readonly sent: readonly { readonly path: string; readonly authorization: string }[];
}

const SENT = [{ path: '/a/generate_stream', authorization: 'Bearer hf_test' }];
const tgi = (url: string): readonly string[] => ['--dialect', 'tgi', '--url', `${url}/a`];

const CASES: readonly Case[] = [
  {
    name: 'prints the answer’s events and finish last; the token goes to the path below the given URL',
    answer: { tokens: ['Hel', 'lo'], finish: 'length' },
    args: tgi,
    texts: ['Hel', 'lo', ''],
    last: { type: 'finish', finishReason: 'length', usage: { promptTokens: 7, completionTokens: 3 } },
    code: 0,
    sent: SENT,
  },
  {
    name: 'prints an error status as one error',
    answer: { status: 429, headers: { 'retry-after': '7' }, body: { error: 'slow down' } },
    args: tgi,
    texts: [],
    last: { type: 'error', kind: 'rate-limited', status: 429, retryAfterMs: 7000 },
    code: 1,
    sent: SENT,
  },
  {
    name: 'says that a stream without its end mark is not a whole answer',
    answer: { tokens: ['Hel'], end: 'close' },
    args: tgi,
    texts: ['Hel'],
    last: { type: 'error', kind: 'truncated' },
    code: 1,
    sent: SENT,
  },
  {
    name: 'gives up on a silent server after --idle-ms',
    answer: { tokens: ['Hel'], end: 'hang' },
    args: (url) => [...tgi(url), '--idle-ms', '100'],
    texts: ['Hel'],
    last: { type: 'error', kind: 'timeout' },
    code: 1,
    sent: SENT,
  },
  {
    name: 'cancels after so many deltas',
    answer: { tokens: ['a', 'b', 'c', 'd'], end: 'hang' },
    args: (url) => [...tgi(url), '--abort-after', '2'],
    texts: ['a', 'b'],
    last: { type: 'error', kind: 'canceled' },
    code: 1,
    sent: SENT,
  },
  {
    name: 'asks for a URL when none is given',
    args: () => ['--dialect', 'tgi'],
    texts: [],
    last: { type: 'error', kind: 'invalid-request' },
    code: 1,
    sent: [],
  },
];

/** Runs what `npm run probe` runs, beside a server of its own. */
async function probe({ answer = {}, args }: Case): Promise<Ran> {
  const server = await serve({ dialect: 'tgi', answers: [answer] });
  try {
    return await new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        ['--import', 'tsx', 'tools/probe.ts', ...args(server.url)],
        { cwd: ROOT, env: { ...process.env, GHOSTSTREAM_TOKEN: 'hf_test' } },
        (_error, output, noise) => {
          const lines = output.trimEnd().split('\n');
          resolve({
            code: child.exitCode,
            lines: lines.map((line) => JSON.parse(line) as Line),
            noise,
            requests: server.requests,
          });
        },
      );
    });
  } finally {
    await server.close();
  }
}

describe('the probe command', function () {
  // Each case starts a process, all at once.
  this.timeout(60_000);
  let runs: readonly Ran[] = [];
  before(async () => {
    runs = await Promise.all(CASES.map(probe));
  });

  for (const [at, { name, texts, last, code, sent }] of CASES.entries()) {
    it(name, () => {
      const ran = runs[at];
      assert.ok(ran);
      const ends = ran.lines.filter(({ type }) => type === 'finish' || type === 'error');
      const { message, ...end } = ran.lines.at(-1) ?? {};
      assert.deepEqual(
        {
          texts: ran.lines.filter(({ type }) => type === 'text-delta').map((line) => line.text),
          ends: ends.length,
          last: end,
          code: ran.code,
          noise: ran.noise,
          sent: ran.requests.map((request) => ({
            path: request.path,
            authorization: request.headers.authorization,
          })),
        },
        { texts, ends: 1, last, code, noise: '', sent },
      );
      assert.equal(typeof message, end.type === 'error' ? 'string' : 'undefined');
    });
  }
});
