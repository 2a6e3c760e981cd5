/** How ghost text grows: cuts, rhythm, guards, and what happens where the editor does not take part. */
import assert from 'node:assert/strict';
import {
  createGrowth,
  growthCut,
  onlyClosers,
  STEP_MS,
  type Growth,
} from '../../../src/core/inline/growth.ts';
import { fakeClock, type FakeClock } from '../../fakes/clock.ts';

describe('growthCut', () => {
  const table: [text: string, drawn: string][] = [
    ['', ''],
    ['con', ''],
    ['console.', 'console.'],
    ['console.log(val', 'console.log('],
    ['return a + b', 'return a +'],
    ['sum(items);', 'sum(items);'],
    ['if (x) {\n  ret', 'if (x) {'],
    ['if (x) {\n  return 1;\n}', 'if (x) {\n  return 1;'],
    ['\n  first line', '\n  first'],
    ['\n  first line\n', '\n  first line'],
    ['заглавие сто', 'заглавие'],
    ['这是一个', '这是一个'],
    ['a 😀', 'a 😀'],
    ['a \ud83d', 'a'],
    ['naïve cafe\u0301', 'naïve'],
  ];
  for (const [text, drawn] of table)
    it(`draws ${JSON.stringify(drawn)} of ${JSON.stringify(text)}`, () =>
      assert.equal(growthCut(text), drawn));

  it('only ever grows, however the answer is cut into pieces', () => {
    const answer = 'const total = items\n  .map((item) => item.price * 2) // 价格 😀\n\n  .reduce(add, 0);\n';
    let before = '';
    for (let end = 0; end <= answer.length; end++) {
      const now = growthCut(answer.slice(0, end));
      assert.ok(now.startsWith(before), `${JSON.stringify(before)} then ${JSON.stringify(now)}`);
      before = now;
    }
  });
});

describe('onlyClosers', () => {
  const table: [suffix: string, closers: boolean][] = [
    ['', true],
    [')', true],
    ['"]);', true],
    [' ', true],
    [') {', false],
    [' + 1', false],
    ['// note', false],
  ];
  for (const [suffix, expected] of table)
    it(`says ${expected ? 'yes' : 'no'} to ${JSON.stringify(suffix)}`, () =>
      assert.equal(onlyClosers(suffix), expected));
});

/** An editor that asks the fresh provider at each refresh, as VS Code does, and what it drew. */
function scene(options: { readonly takesPart?: boolean } = {}) {
  const clock: FakeClock = fakeClock();
  const drawn: [at: number, text: string][] = [];
  const keys: boolean[] = [];
  const world = { known: '', unmoved: true, takesPart: options.takesPart ?? true };
  const growth: Growth = createGrowth(
    {
      refresh: () => {
        if (!world.takesPart) return;
        growth.asked();
        drawn.push([clock.now(), growth.draw(world.known)]);
      },
      unmoved: () => world.unmoved,
      recall: () => world.known,
      growing: (on) => keys.push(on),
    },
    clock,
  );
  return {
    clock,
    drawn,
    keys,
    world,
    growth,
    begin: (text: string, suffix = '', id = 1) => {
      world.known = text;
      drawn.push([clock.now(), growth.begin({ id, text, suffix })]);
    },
    hear: (text: string, id = 1) => {
      world.known = text;
      growth.heard(id, false);
    },
    end: (text: string) => {
      world.known = text;
      growth.heard(1, true);
    },
  };
}

describe('growth', () => {
  it('draws each word as it ends, at most every 120 ms, and the whole at the end', () => {
    const { begin, hear, end, clock, drawn, keys, growth } = scene();
    begin('return');
    for (const text of ['return a', 'return a +', 'return a + b', 'return a + b *', 'return a + b * c']) {
      clock.advance(50);
      hear(text);
    }
    end('return a + b * c;');
    clock.advance(1000);
    assert.deepEqual(drawn, [
      [0, 'return'],
      [120, 'return a +'],
      [240, 'return a + b *'],
      [360, 'return a + b * c;'],
    ]);
    assert.deepEqual(keys, [true, false]);
    assert.equal(growth.active, false);
    assert.equal(clock.waiting, 0);
  });

  it('grows by whole lines after the first', () => {
    const { begin, hear, end, clock, drawn } = scene();
    begin('f() {');
    for (const text of [
      'f() {\n  on',
      'f() {\n  one();',
      'f() {\n  one();\n  tw',
      'f() {\n  one();\n  two();',
    ]) {
      clock.advance(200);
      hear(text);
    }
    end('f() {\n  one();\n  two();\n}');
    clock.advance(200);
    assert.deepEqual(
      drawn.map(([, text]) => text),
      ['f() {', 'f() {\n  one();', 'f() {\n  one();\n  two();\n}'],
    );
  });

  it('waits for the end where other text follows the caret', () => {
    const { begin, hear, end, clock, drawn } = scene();
    begin('first, ', ' + rest');
    hear('first, second, ');
    clock.advance(500);
    end('first, second, third');
    clock.advance(500);
    assert.deepEqual(
      drawn.map(([, text]) => text),
      ['first, ', 'first, second, third'],
    );
  });

  it('does nothing while the caret or the document has moved, and goes on from the next question', () => {
    const { begin, hear, clock, drawn, world } = scene();
    begin('one two ');
    world.unmoved = false;
    hear('one two three four ');
    clock.advance(1000);
    assert.equal(drawn.length, 1);
    world.unmoved = true;
    begin('two three four ');
    hear('two three four five six ');
    clock.advance(STEP_MS);
    assert.deepEqual(drawn.at(-1)?.[1], 'two three four five six');
  });

  it('does not take the end of another answer for its own', () => {
    const { begin, hear, clock, drawn, growth } = scene();
    begin('one ');
    growth.heard(7, true);
    hear('one two thr');
    clock.advance(STEP_MS);
    assert.deepEqual(drawn.at(-1)?.[1], 'one two');
    assert.equal(growth.active, true);
  });

  it('ends for good when sent away', () => {
    const { begin, end, clock, drawn, growth, keys } = scene();
    begin('one ');
    growth.stop();
    end('one two three');
    clock.advance(1000);
    assert.equal(drawn.length, 1);
    assert.deepEqual(keys, [true, false]);
    assert.equal(clock.waiting, 0);
  });

  it('gives up on an answer that still grows after 15 seconds', () => {
    const { begin, hear, clock, drawn, growth } = scene();
    begin('one ');
    clock.advance(15_001);
    hear('one two ');
    clock.advance(STEP_MS);
    assert.equal(drawn.length, 1);
    assert.equal(growth.active, false);
  });

  it('never draws less than is known where typing has gone past the cut', () => {
    const { begin, growth, world } = scene();
    begin('one two ');
    world.known = 'wo';
    assert.equal(growth.draw('wo'), 'wo');
  });

  it('is off for the session when three refreshes in a row have no effect', () => {
    const { begin, hear, clock, growth } = scene({ takesPart: false });
    for (const id of [1, 2, 3]) {
      assert.equal(growth.works, true);
      begin('one ', '', id);
      hear('one two ', id);
      clock.advance(STEP_MS + 1000);
      assert.equal(growth.active, false);
    }
    assert.equal(growth.works, false);
    begin('one ', '', 4);
    assert.equal(growth.active, false);
  });

  it('learns nothing from a key that comes before the effect', () => {
    const { begin, hear, clock, growth } = scene({ takesPart: false });
    for (const id of [1, 2, 3, 4]) {
      begin('one ', '', id);
      hear('one two ', id);
      clock.advance(STEP_MS);
      if (id === 2) growth.overtaken();
      clock.advance(1000);
      assert.equal(growth.works, id < 4);
    }
  });

  it('forgives refreshes without effect once one has it', () => {
    const { begin, hear, clock, growth, world } = scene({ takesPart: false });
    for (const id of [1, 2, 3, 4, 5]) {
      world.takesPart = id === 3;
      begin('one ', '', id);
      hear('one two ', id);
      clock.advance(STEP_MS + 1000);
    }
    assert.equal(growth.works, true);
  });
});
