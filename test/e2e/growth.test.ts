/** Ghost text grows while the model's tokens arrive: real keys, a scripted server, every frame looked at. */
import assert from 'node:assert/strict';
import { serve, type Answer, type ModelServer } from '../fakes/modelServer.ts';
import { eventually, openEditor, type Editor } from './harness/editor.ts';
import type { GhostState } from './harness/ghost.ts';
import { fromFirstToLast, timed, tokensOf, type Sent } from './harness/stream.ts';

const BODY = `add(a: number, b: number): number {
  // the sum of both
  const sum = a + b;
  return sum;
}`;

/** Each file's content when it is opened; one key then asks for a completion. */
const FILES = {
  'block.ts': 'function',
  'line.ts': 'const totals =',
  'along.ts': 'const',
  'brackets.ts': 'function',
  'escape.ts': 'function',
  'tab.ts': 'function',
  'fast.py': 'x =',
} as const;

/** A very quick typist's pace: hardly more than the editor's own wait of 50 ms after a key, and its round trip. */
const TYPING_MS = 60;

describe('ghost text', () => {
  let server: ModelServer<'llama-infill'>;
  let editor: Editor;

  before(async () => {
    server = await serve({ dialect: 'llama-infill', answers: [{ tokens: [] }] });
    editor = await openEditor({
      files: { 'start.ts': '', ...FILES },
      open: 'start.ts',
      settings: { 'ghoststream.models': [{ name: 'Scripted', url: server.url, dialect: 'llama-infill' }] },
    });
    await editor.statusBar('Ghoststream').waitFor();
  });
  after(async () => {
    await editor.close();
    await server.close();
  });

  /** Opens a file and scripts the server's next answers; returns how many requests came since. */
  async function scene(name: keyof typeof FILES, ...answers: Answer[]): Promise<() => number> {
    await editor.openFile(name, FILES[name]);
    const before = server.requests.length;
    server.script(
      (_request, count) => answers[Math.min(count - before, answers.length - 1)] ?? { tokens: [] },
    );
    return () => server.requests.length - before;
  }

  /** Presses the space bar and gives what was drawn until `last` was on the screen. */
  async function grow(last: string): Promise<{ states: readonly GhostState[]; start: number }> {
    const recording = await editor.record();
    await editor.type(' ');
    await editor.ghostWith(last);
    // Whatever would still change it has had its chance by then.
    await editor.page.waitForTimeout(300);
    return { states: fromFirstToLast(await recording.states()), start: recording.start };
  }

  function checkGrowth(
    states: readonly GhostState[],
    sent: readonly Sent[],
    start: number,
    whole: string,
  ): void {
    const texts = states.map(({ text }) => text);
    assert.ok(texts.length >= 4, `only ${texts.length} states: ${JSON.stringify(texts)}`);
    assert.equal(texts.at(-1), whole);
    assert.ok(!texts.includes(''), `a blank frame: ${JSON.stringify(states)}`);
    for (const [i, { ms, text }] of states.entries()) {
      const before = texts[i - 1] ?? '';
      assert.ok(text.startsWith(before), `${JSON.stringify(text)} does not extend ${JSON.stringify(before)}`);
      const soFar = sent.findLast(({ at }) => at <= start + ms)?.text ?? '';
      assert.ok(
        soFar.startsWith(text),
        `${JSON.stringify(text)} was drawn when ${JSON.stringify(soFar)} was sent`,
      );
    }
  }

  it('grows by lines, each step a prefix of what was sent, with one request and no blank frame', async () => {
    const answer = timed(tokensOf(BODY), 60);
    const requests = await scene('block.ts', { tokens: answer.tokens });
    const { states, start } = await grow('return sum;\n}');
    await editor.screenshot('growth-block');
    checkGrowth(states, answer.sent, start, BODY);
    assert.equal(requests(), 1);
  });

  it('grows by words on a single line', async () => {
    const line = 'items.filter((item) => item.price > 0).map((item) => item.price * item.count);';
    const answer = timed(tokensOf(line), 60);
    const requests = await scene('line.ts', { tokens: answer.tokens });
    const { states, start } = await grow('item.count);');
    checkGrowth(states, answer.sent, start, line);
    assert.equal(requests(), 1);
  });

  it('stays while agreeing letters are typed mid-stream, without a request or a blank frame', async () => {
    const line = 'cheapest = items.filter(isInStock).map(toPrice).sort(ascending).at(0);';
    const answer = timed(tokensOf(line), 80);
    const requests = await scene('along.ts', { tokens: answer.tokens });
    const recording = await editor.record();
    await editor.type(' ');
    await editor.ghostWith('cheapest =');
    await editor.type('cheapest = it', TYPING_MS);
    await editor.ghostWith('.at(0);');
    const states = fromFirstToLast(await recording.states());
    const blank = states.filter(({ text }) => text === '');
    assert.deepEqual(blank, [], JSON.stringify(states));
    assert.equal(requests(), 1);
    await editor.press('Tab');
    assert.equal(await editor.saved('along.ts'), `const ${line}`);
  });

  it('is back at once where the editor closes a bracket that was typed', async () => {
    const answer = timed(tokensOf(BODY), 80);
    const requests = await scene('brackets.ts', { tokens: answer.tokens });
    const recording = await editor.record();
    await editor.type(' ');
    await editor.ghostWith('add(a: number');
    await editor.type('add(a: num', TYPING_MS);
    await editor.ghostWith('return sum;\n}');
    const states = fromFirstToLast(await recording.states());
    assert.ok(states.filter(({ text }) => text === '').length <= 1, JSON.stringify(states));
    assert.equal(requests(), 1);
    await editor.press('Tab');
    assert.equal(await editor.saved('brackets.ts'), `function ${BODY}`);
  });

  it('stays away after Escape mid-stream, and the request is closed', async () => {
    const answer = timed(tokensOf(BODY.repeat(4)), 60);
    await scene('escape.ts', { tokens: answer.tokens });
    const recording = await editor.record();
    await editor.type(' ');
    await editor.ghostWith('add(a: number');
    await editor.press('Escape');
    await editor.noGhost();
    assert.equal(await server.requests.at(-1)?.closed, true);
    await editor.page.waitForTimeout(800);
    const states = await recording.states();
    assert.equal(states.at(-1)?.text, '', JSON.stringify(states));
  });

  it('is inserted exactly as drawn by Tab mid-stream, and the rest follows from the same stream', async () => {
    const answer = timed(tokensOf(BODY), 80);
    const requests = await scene('tab.ts', { tokens: answer.tokens });
    await editor.type(' ');
    await editor.ghostWith('// the sum');
    const recording = await editor.record();
    await editor.press('Tab');
    const drawn = await eventually(
      () => recording.states(),
      (states) => states.length > 1,
      'Tab changed nothing',
    );
    const rest = await editor.ghostWith('return sum;\n}');
    await editor.page.waitForTimeout(200);
    assert.equal(requests(), 1);
    const accepted = await editor.saved('tab.ts');
    assert.equal(accepted, `function ${drawn[0]?.text ?? ''}`);
    assert.equal((accepted + rest).replace(/\s+/g, ' '), `function ${BODY}`.replace(/\s+/g, ' '));
    await editor.press('Tab');
    assert.equal(await editor.saved('tab.ts'), `function ${BODY}`);
  });

  it('is drawn to the end as one when the model is fast', async () => {
    await scene('fast.py', { tokens: tokensOf('print("hello")') });
    await editor.type(' ');
    assert.equal(await editor.ghostWith('hello'), 'print("hello")');
    await editor.press('Tab');
    assert.equal(await editor.saved('fast.py'), 'x = print("hello")');
  });
});
