/** Several answers for one place: what is asked of the server by hand and by cycling, and what the user can choose from. */
import assert from 'node:assert/strict';
import { confident } from '../../../src/core/completion/confidence.ts';
import type { InlineModel } from '../../../src/core/completion/prompt.ts';
import { ModelError } from '../../../src/core/model/errors.ts';
import type { ModelEvent, ModelRequest } from '../../../src/core/model/words.ts';
import { loadSyntax } from '../../../tools/syntax.ts';
import { at } from '../../fakes/caret.ts';
import { createDesk, MODEL, type Desk } from '../../fakes/desk.ts';

const MANY: InlineModel = { ...MODEL, endpoint: { ...MODEL.endpoint, url: 'https://models.example' } };
const LOCAL: InlineModel = {
  name: 'local',
  endpoint: { url: 'http://127.0.0.1:1', dialect: 'llama-infill' },
};
const byHand = { trigger: 'invoke' } as const;

const using = (model: InlineModel): { ports: { model: () => InlineModel } } => ({
  ports: { model: () => model },
});

/** Sequences and temperature of each request. */
const asked = ({ model }: Desk): (readonly [number, number | undefined])[] =>
  model.served.map(({ request }) => [sequences(request), request.temperature]);
const sequences = (request: ModelRequest): number => (request.type === 'text' ? (request.sequences ?? 1) : 1);

describe('choosing from several answers', () => {
  const script = {
    tokens: ['log', '("x");'],
    others: [
      ['log', '("x"); '],
      ['error', '("why");'],
    ],
  };

  it('shows the first answer as it comes, then every other one once when the user cycles', async () => {
    const desk = createDesk([script], using(MANY));
    assert.equal(await desk.ask(at('console.|', byHand), 500), 'log("x");');
    assert.equal(await desk.ask(at('console.|', byHand)), 'log("x"); | error("why");');
    assert.deepEqual(asked(desk), [[3, 0.4]]);
  });

  it('asks for one answer while somebody types', async () => {
    const desk = createDesk([script], using(MANY));
    await desk.ask(at('console.|'), 500);
    assert.deepEqual(asked(desk), [[1, 0]]);
  });

  it('lists those that parse before longer ones that do not, behind the one that is shown', async () => {
    await loadSyntax('typescript');
    const desk = createDesk([{ tokens: ['1;'], others: [['compute(((((2;'], ['3 + 4;']] }], {
      ports: { model: () => MANY, loadSyntax },
    });
    await desk.ask(at('const a = |', byHand), 500);
    assert.equal(await desk.ask(at('const a = |', byHand)), '1; | 3 + 4; | compute(((((2;');
  });

  it('goes on with another answer when somebody types that one', async () => {
    const desk = createDesk([script], using(MANY));
    await desk.ask(at('console.|', byHand), 500);
    assert.equal(await desk.ask(at('console.err|')), 'or("why");');
    assert.equal(desk.model.served.length, 1);
  });

  it('keeps the stream open when somebody types another answer of it than the first', async () => {
    const slow = { ...script, others: [['error', '(', '"why"', ');']], tokenMs: 100 };
    const desk = createDesk([slow], using(MANY));
    await desk.ask(at('console.|', byHand), 200);
    void desk.ask(at('console.e|'));
    assert.equal(desk.model.served[0]?.state, 'running');
  });

  it('offers the first answer for good before the longer ones are over, and waits for them when cycled', async () => {
    const long = ['error', '(', '"why"', ',', ' 2', ')', ';'];
    const desk = createDesk([{ tokens: ['log("x");', '\n', 'next();', '\n'], others: [long], tokenMs: 50 }], {
      ...using(MANY),
    });
    await desk.ask(at('run(); console.|', byHand), 400);
    assert.equal(desk.model.served[0]?.state, 'running');
    assert.equal(await desk.ask(at('run(); console.|', byHand), 500), 'log("x"); | error("why", 2);');
    assert.equal(desk.model.served.length, 1);
  });

  it('recalls the answer that was shown when the caret comes back', async () => {
    const desk = createDesk([script], using(MANY));
    await desk.ask(at('console.|', byHand), 500);
    await desk.ask(at('let other = |'), 500);
    assert.equal(await desk.ask(at('console.|')), 'log("x");');
  });

  it('asks a server that gives one answer at a time for another one when the user cycles, once', async () => {
    const desk = createDesk([{ tokens: ['log("x");'] }, { tokens: ['error("why");'] }], {
      options: { ahead: 'never' },
      ...using(LOCAL),
    });
    await desk.ask(at('console.|'), 500);
    assert.equal(await desk.ask(at('console.|', byHand), 500), 'log("x"); | error("why");');
    assert.equal(await desk.ask(at('console.|', byHand)), 'log("x"); | error("why");');
    assert.deepEqual(
      [asked(desk), desk.model.mostOpen],
      [
        [
          [1, 0],
          [1, 0.8],
        ],
        1,
      ],
    );
  });

  const rooms: readonly [string, InlineModel, number][] = [
    ['three answers of a server elsewhere', MANY, 3],
    ['one of a server on this computer', MODEL, 1],
    ['as many as a server has slots', { ...MODEL, slots: 2 }, 2],
    ['one of a server that gives no more', LOCAL, 1],
  ];
  for (const [name, model, count] of rooms) {
    it(`asks by hand for ${name}`, async () => {
      const desk = createDesk([{ tokens: [] }], using(model));
      await desk.ask(at('console.|', byHand), 500);
      assert.deepEqual(asked(desk), [[count, count > 1 ? 0.4 : 0]]);
    });
  }

  it('makes do with one answer where a server refuses to give several, and remembers it', async () => {
    const error = new ModelError('invalid-request', 'Only one completion choice is allowed.');
    const desk = createDesk(
      (request) => (sequences(request) > 1 ? { tokens: [], error } : { tokens: ['log("x");'] }),
      using(MANY),
    );
    assert.equal(await desk.ask(at('console.|', byHand), 800), 'log("x");');
    assert.equal(await desk.ask(at('process.|', byHand), 800), 'log("x");');
    assert.deepEqual(asked(desk), [
      [3, 0.4],
      [1, 0],
      [1, 0],
    ]);
  });

  it('gives none of them back after they were sent away', async () => {
    const desk = createDesk([script], using(MANY));
    await desk.ask(at('console.|', byHand), 500);
    desk.suggester.dismiss(at('').uri);
    assert.equal(await desk.ask(at('console.e|')), 'waiting');
  });
});

describe('an answer that is held back', () => {
  it('is told as filtered for want of confidence', async () => {
    async function* unsure(): AsyncGenerator<ModelEvent> {
      await Promise.resolve();
      yield { type: 'text-delta', text: 'log', token: { text: 'log', logprob: -5 } };
      yield { type: 'finish', finishReason: 'eos_token' };
    }
    const desk = createDesk([], { ports: { stream: () => confident(unsure(), { first: 0.5, mean: 0.5 }) } });
    const answer = desk.suggester.suggest(at('console.|'), new AbortController().signal);
    await desk.clock.pass(500);
    assert.deepEqual(await answer, { type: 'silence', reason: 'filtered', detail: 'confidence' });
  });
});
