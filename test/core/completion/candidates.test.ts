/** Which of several answers are offered, and how sure the model has to be. */
import assert from 'node:assert/strict';
import { rank, type Candidate } from '../../../src/core/completion/candidates.ts';
import { confident, createConfidenceGate } from '../../../src/core/completion/confidence.ts';
import type { ModelEvent } from '../../../src/core/model/words.ts';
import { loadSyntax } from '../../../tools/syntax.ts';

const place = { prefix: 'const a = ', suffix: '\n', language: 'typescript', tabSize: 2, insertSpaces: true };
const said = (text: string, meanLogprob?: number): Candidate => ({
  text,
  replaceSuffix: 0,
  ...(meanLogprob === undefined ? {} : { meanLogprob }),
});

describe('several answers', () => {
  const cases: readonly [string, readonly Candidate[], readonly string[]][] = [
    ['are offered once each', [said('b;'), said('b; '), said('c;')], ['b;', 'c;']],
    ['come with the surest first', [said('b;', -2), said('c;', -0.1)], ['c;', 'b;']],
    [
      'of unknown sureness come with the longer first',
      [said('b;'), said('compute(b);')],
      ['compute(b);', 'b;'],
    ],
    ['that say nothing are left out', [said(' \n'), said('b;')], ['b;']],
    ['keep the surer of two equal ones', [said('b;', -3), said('b;', -1), said('c;', -2)], ['b;', 'c;']],
  ];
  for (const [name, candidates, expected] of cases) {
    it(name, () =>
      assert.deepEqual(
        rank(candidates, place).map(({ text }) => text),
        expected,
      ),
    );
  }

  it('come with those that parse first, even if the model was less sure', async () => {
    const syntax = await loadSyntax('typescript');
    const ranked = rank([said('f(b', -0.1), said('f(b);', -2)], place, syntax);
    assert.deepEqual(
      ranked.map(({ text }) => text),
      ['f(b);', 'f(b'],
    );
  });
});

describe('an answer the model is not sure of', () => {
  const read = (first: number, mean: number, logprobs: readonly (number | undefined)[]): string[] => {
    const gate = createConfidenceGate({ first, mean });
    const seen: string[] = logprobs.map((logprob) =>
      gate.read({ text: 'x', ...(logprob === undefined ? {} : { logprob }) }),
    );
    return [...seen, gate.end()];
  };
  const cases: readonly [string, number, number, readonly (number | undefined)[], readonly string[]][] = [
    ['is shown where no threshold is set', 0, 0, [-9], ['open', 'open']],
    ['is not shown when its first token is improbable', 0.2, 0, [-3, -0.1], ['shut', 'shut', 'shut']],
    [
      'is not shown when its start is improbable',
      0,
      0.5,
      [-1, -1, -1, -1],
      ['wait', 'wait', 'wait', 'shut', 'shut'],
    ],
    [
      'is shown at once when its start is probable, whatever comes',
      0.1,
      0.5,
      [-0.1, -0.1, -0.1, -0.1, -9],
      ['wait', 'wait', 'wait', 'open', 'open', 'open'],
    ],
    ['is judged by what came when it is short', 0, 0.5, [-0.1], ['wait', 'open']],
    ['is shown when the server tells no probabilities', 0.5, 0.5, [undefined], ['open', 'open']],
  ];
  for (const [name, first, mean, logprobs, expected] of cases) {
    it(name, () => assert.deepEqual(read(first, mean, logprobs), expected));
  }

  it('ends its stream without text, and closes the server\u2019s', async () => {
    let closed = false;
    async function* source(logprob: number): AsyncGenerator<ModelEvent> {
      try {
        for (const text of ['a', 'b', 'c', 'd', 'e']) {
          await Promise.resolve();
          yield { type: 'text-delta', text, token: { text, logprob } };
        }
        yield { type: 'finish', finishReason: 'eos_token' };
      } finally {
        closed = true;
      }
    }
    const texts = async (logprob: number): Promise<string> => {
      let text = '';
      for await (const event of confident(source(logprob), { first: 0, mean: 0.5 })) {
        if (event.type === 'text-delta') text += event.text;
        else text += event.type === 'withheld' ? `(${event.rule})` : '.';
      }
      return text;
    };
    assert.deepEqual([await texts(-2), closed, await texts(-0.1)], ['(confidence)', true, 'abcde.']);
  });
});
