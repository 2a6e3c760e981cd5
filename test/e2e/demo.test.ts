/** `npm run demo`, as a newcomer runs it: open the printed address, type in the sample file, accept with Tab. */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { serve } from '../fakes/modelServer.ts';
import { eventually, visitEditor, type Editor } from './harness/editor.ts';
import { stackPictures } from './harness/pictures.ts';
import { realModelOrSkip } from './harness/realModel.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** A first run downloads a model and VS Code. */
const FIRST_RUN_MS = 600_000;

/** A small model on a busy processor reads the file first. */
const MODEL_MS = 90_000;
/** Nothing new for so long: the answer is over. */
const QUIET_MS = 4_000;

interface Demo {
  readonly editor: Editor;
  readonly output: () => string;
  /** As Ctrl+C does; resolves with the exit code. */
  stop(): Promise<number | null>;
}

async function startDemo(...args: readonly string[]): Promise<Demo> {
  const { HF_TOKEN: _, ...env } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/demo.ts', '--no-open', ...args], {
    cwd: ROOT,
    env,
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  try {
    const address = await eventually(
      () => /http:\S+tkn=\S+/.exec(output)?.[0] ?? (child.exitCode === null ? '' : 'ended'),
      (found) => found !== '',
      'the demo printed no address',
      FIRST_RUN_MS,
    );
    if (address === 'ended') throw new Error(`the demo ended:\n${output}`);
    const folder = new URL(address).searchParams.get('folder') ?? '';
    return { editor: await visitEditor(address, folder), output: () => output, stop: () => stop(child) };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

function stop(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) {
      resolve(child.exitCode);
      return;
    }
    child.once('exit', resolve);
    child.kill('SIGINT');
  });
}

/** Waits until the ghost text has come and rests: a picture before it, and one of each state. */
async function watchGrowth(editor: Editor): Promise<{ readonly final: string; readonly pictures: Buffer[] }> {
  const clip = { x: 352, y: 36, width: 420, height: 380 };
  const pictures = [await editor.page.screenshot({ clip })];
  let last = '';
  let since = performance.now();
  await eventually(
    async () => {
      const text = await editor.ghost();
      if (text !== last) {
        since = performance.now();
        last = text;
        pictures.push(await editor.page.screenshot({ clip }));
      }
      return last !== '' && performance.now() - since > QUIET_MS;
    },
    (rests) => rests,
    'the ghost text did not come to rest',
    MODEL_MS,
  );
  return { final: last, pictures };
}

function parsesAsPython(text: string): string {
  return spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], {
    input: text,
    encoding: 'utf8',
  }).stderr;
}

describe('the demo', function () {
  this.timeout(FIRST_RUN_MS + 60_000);

  it('shows the given endpoint’s tokens, and takes its port away from strangers', async () => {
    const server = await serve({
      dialect: 'llama-infill',
      answers: [{ tokens: ['(self', '):\n        return', ' self.width', ' * self.height'], tokenMs: 80 }],
    });
    const demo = await startDemo('--endpoint', server.url, '--dialect', 'llama-infill');
    try {
      const { editor } = demo;
      const stranger = await fetch(new URL('/', editor.page.url()));
      assert.equal(stranger.status, 403);
      await editor.statusBar('Ghoststream').waitFor();
      await editor.type('def area');
      await editor.ghostWith('self.width * self.height');
      await editor.press('Tab');
      const text = await editor.saved('shapes.py');
      assert.match(text, / {4}def area\(self\):\n {8}return self\.width \* self\.height\s*$/);
      assert.equal(parsesAsPython(text), '');
    } finally {
      assert.equal(await demo.stop(), 0, demo.output());
      await server.close();
    }
  });

  it('grows a real model’s tokens into ghost text that Tab accepts and Python parses', async function () {
    await realModelOrSkip(this);
    const demo = await startDemo();
    try {
      const { editor } = demo;
      await editor.statusBar('Ghoststream').waitFor();
      const recording = await editor.record();
      await editor.type('def area');
      const { final, pictures } = await watchGrowth(editor);
      const drawn = (await recording.states()).map(({ text }) => text).filter((text) => text !== '');
      for (const [i, text] of drawn.entries()) {
        assert.ok(text.startsWith(drawn[i - 1] ?? ''), JSON.stringify(drawn));
      }
      assert.ok(drawn.length >= 2, `it did not grow: ${JSON.stringify(drawn)}`);
      await stackPictures([pictures.at(0), pictures.at(1), pictures.at(-1)], 'growing');
      await editor.press('Tab');
      const text = await editor.saved('shapes.py');
      assert.ok(text.trimEnd().endsWith(`def area${final}`.trimEnd()), text);
      assert.equal(parsesAsPython(text), '');
    } finally {
      assert.equal(await demo.stop(), 0, demo.output());
    }
  });

  it('says what is missing when an endpoint comes without its dialect', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', 'tools/demo.ts', '--endpoint', 'http://localhost:1'],
      { cwd: ROOT, encoding: 'utf8' },
    );
    assert.deepEqual(
      [status, stderr],
      [1, '--endpoint needs --dialect, for example `--dialect llama-infill`.\n'],
    );
  });
});
