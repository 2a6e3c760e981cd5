/** What a person at the keyboard gets from the suggester, and what the server sees of it. */
import assert from 'node:assert/strict';
import type { InlineModel } from '../../../src/core/completion/prompt.ts';
import { ModelError } from '../../../src/core/model/errors.ts';
import { at } from '../../fakes/caret.ts';
import { createDesk, MODEL } from '../../fakes/desk.ts';

describe('suggesting', () => {
  it('offers the first words while the rest is still coming, then grows', async () => {
    const desk = createDesk(['log("a", b);']);
    const grown: string[] = [];
    desk.suggester.onGrowth((_uri, ended) => {
      grown.push(`${desk.suggester.recall(at('console.|'))?.text ?? ''}${ended ? '.' : ''}`);
    });
    assert.equal(await desk.ask(at('console.|'), 180), 'log("a",');
    await desk.clock.pass(100);
    assert.deepEqual(grown, ['log("a",', 'log("a", b);', 'log("a", b);.']);
    assert.equal(desk.model.served.length, 1);
  });

  it('keeps the ghost text while somebody types it, without another request', async () => {
    const desk = createDesk(['log("x");']);
    await desk.ask(at('console.|'), 500);
    const seen = [];
    for (const typed of ['l', 'lo', 'log']) seen.push(await desk.ask(at(`console.${typed}|`)));
    assert.deepEqual([seen, desk.model.served.length], [['og("x");', 'g("x");', '("x");'], 1]);
  });

  it('joins a request that already runs when somebody types ahead of its first token', async () => {
    const desk = createDesk(['log("x");']);
    await desk.ask(at('console.|'), 100);
    const joined = await desk.ask(at('console.lo|'), 100);
    assert.deepEqual([joined, desk.model.served.length], ['g("x");', 1]);
  });

  it('lets the request go on when the editor stops waiting', async () => {
    const desk = createDesk(['log("x");']);
    const controller = new AbortController();
    const answer = desk.suggester.suggest(at('console.|'), controller.signal);
    await desk.clock.pass(50);
    controller.abort();
    assert.deepEqual(await answer, { type: 'silence', reason: 'canceled' });
    await desk.clock.pass(500);
    assert.equal(desk.model.served[0]?.state, 'finished');
    assert.equal(await desk.ask(at('console.l|')), 'og("x");');
  });

  it('closes a request that somebody typed away from before it opens the next', async () => {
    const desk = createDesk([{ tokens: ['log', '("x");'], tokenMs: 1000 }, { tokens: ['rror("y");'] }]);
    await desk.ask(at('console.|'), 200);
    const answer = await desk.ask(at('console.e|'), 400);
    assert.deepEqual(
      [answer, desk.model.mostOpen, desk.model.served.map(({ state }) => state)],
      ['rror("y");', 1, ['closed', 'finished']],
    );
  });

  it('shows what was suggested again after a wrong letter is taken back', async () => {
    const desk = createDesk([{ tokens: ['log("x");'] }, { tokens: ['nothing'] }]);
    await desk.ask(at('console.|'), 500);
    await desk.ask(at('console.x|'), 10);
    assert.equal(await desk.ask(at('console.|')), 'log("x");');
  });

  it('does not offer a suggestion again that was sent away, and closes its stream', async () => {
    const desk = createDesk([{ tokens: ['log(', '"x");'], tokenMs: 1000 }]);
    await desk.ask(at('console.|'), 200);
    desk.suggester.dismiss(at('').uri);
    await desk.clock.pass(0);
    assert.equal(desk.model.served[0]?.state, 'closed');
    assert.equal(desk.suggester.recall(at('console.|')), undefined);
    assert.equal(await desk.ask(at('console.|')), '(dismissed)');
    assert.equal(desk.suggester.recall(at('console.l|')), undefined);
  });

  it('asks again by hand after a suggestion was sent away', async () => {
    const desk = createDesk(['log("x");']);
    await desk.ask(at('console.|'), 500);
    desk.suggester.dismiss(at('').uri);
    assert.equal(await desk.ask(at('console.|', { trigger: 'invoke' }), 500), 'log("x");');
  });

  it('stays out of the inside of a word until it is asked for by hand', async () => {
    const desk = createDesk(['X']);
    const query = at('const val|ue = 10;\n');
    assert.equal(await desk.ask(query, 500), '(inside-word)');
    assert.equal(desk.model.served.length, 0);
    assert.equal(await desk.ask({ ...query, trigger: 'invoke' }, 500), 'X');
  });

  it('asks nothing after undo and redo, but shows what it knows', async () => {
    const desk = createDesk(['log("x");']);
    assert.equal(await desk.ask(at('console.|', { change: 'undo' }), 500), '(undo)');
    assert.equal(desk.model.served.length, 0);
    await desk.ask(at('console.|'), 500);
    assert.equal(await desk.ask(at('console.l|', { change: 'redo' })), 'og("x");');
  });

  it('extends the entry that is selected in the suggest widget', async () => {
    const desk = createDesk(['log("x");']);
    await desk.ask(at('con|', { selected: { text: 'console.', replacePrefix: 3 } }), 500);
    assert.deepEqual(
      desk.suggester.recall(at('con|', { selected: { text: 'console.', replacePrefix: 3 } })),
      {
        id: 1,
        text: 'console.log("x");',
        replacePrefix: 3,
        replaceSuffix: 0,
      },
    );
    assert.equal(desk.model.served.length, 1);
  });

  it('says why it is silent when the server fails, and leaves it alone for a while', async () => {
    const error = new ModelError('rate-limited', 'Too many requests.', { retryAfterMs: 3000 });
    const desk = createDesk([{ tokens: [], error }, { tokens: ['log("x");'] }]);
    assert.equal(await desk.ask(at('console.|'), 500), '(error)');
    assert.equal(await desk.ask(at('console.l|'), 500), '(paused)');
    await desk.clock.pass(3000);
    assert.equal(await desk.ask(at('console.|'), 500), 'log("x");');
    assert.equal(desk.model.served.length, 2);
  });

  it('does not ask again where the model had nothing to say', async () => {
    const desk = createDesk([{ tokens: [] }]);
    assert.equal(await desk.ask(at('done();|'), 500), '(empty)');
    assert.equal(await desk.ask(at('done();|'), 500), '(empty)');
    assert.equal(desk.model.served.length, 1);
  });

  it('does not offer what another model said', async () => {
    let name = 'one';
    const desk = createDesk(['log("x");'], {
      ports: { model: () => ({ ...MODEL, name }) },
    });
    await desk.ask(at('console.|'), 500);
    name = 'two';
    assert.equal(desk.suggester.recall(at('console.|')), undefined);
  });

  it('leaves no timer and no open request behind', async () => {
    const desk = createDesk([{ tokens: ['log(', '"x");'], tokenMs: 1000 }]);
    await desk.ask(at('console.|'), 200);
    await desk.ask(at('other|', { uri: 'file:///b.ts' }), 10);
    desk.suggester.dispose();
    await desk.clock.pass(0);
    assert.ok(desk.model.served.every(({ state }) => state === 'closed'));
    await desk.clock.pass(100);
    assert.equal(desk.clock.waiting, 0);
  });

  it('offers after the accept what the same answer said next, without another request', async () => {
    const desk = createDesk([{ tokens: ['one', '();', '\n  ', 'two', '();', '\n  ', 'three', '();', '\n'] }]);
    const first = await desk.ask(at('function f() {\n  run(); |\n}\n'), 800);
    assert.equal(first, 'one();');
    assert.equal(await desk.ask(at('function f() {\n  run(); one();|\n}\n')), '\n  two();');
    assert.equal(desk.model.served.length, 1);
  });

  it('asks a local model for what comes after a suggestion that is shown, and shows it at once', async () => {
    const local: InlineModel = {
      name: 'local',
      endpoint: { url: 'http://127.0.0.1:1', dialect: 'llama-infill' },
    };
    const desk = createDesk([{ tokens: ['1;'] }, { tokens: ['\nconst b = 2;'] }], {
      ports: { model: () => local },
    });
    await desk.ask(at('const a = |'), 1000);
    assert.equal(await desk.ask(at('const a = 1;|')), '\nconst b = 2;');
    assert.deepEqual(desk.events.flatMap((event) => (event.type === 'sent' ? [event.why] : [])).slice(0, 2), [
      'automatic',
      'speculative',
    ]);
    assert.equal(desk.model.mostOpen, 1);
  });

  it('asks ahead of no other model unless the setting says so', async () => {
    const desk = createDesk([{ tokens: ['1;'] }]);
    await desk.ask(at('const a = |'), 1000);
    assert.equal(desk.model.served.length, 1);
    const eager = createDesk([{ tokens: ['1;'] }], { options: { ahead: 'always' } });
    await eager.ask(at('const a = |'), 1000);
    assert.equal(eager.model.served.length, 2);
  });

  it('gives up what it asked ahead when something else is typed', async () => {
    const desk = createDesk([{ tokens: ['1;'] }, { tokens: ['x'], firstTokenMs: 5000 }], {
      options: { ahead: 'always' },
    });
    await desk.ask(at('const a = |'), 1000);
    await desk.ask(at('const a = 2|'), 0);
    assert.equal(desk.model.served[1]?.state, 'closed');
  });

  it('keeps one request open at a time at a server with one slot, however fast somebody types', async () => {
    const local: InlineModel = {
      name: 'local',
      endpoint: { url: 'http://127.0.0.1:1', dialect: 'ollama', model: 'x' },
    };
    const desk = createDesk([{ tokens: ['zzz'], firstTokenMs: 1000 }], { ports: { model: () => local } });
    const text = 'const total = price * count;';
    for (let n = 1; n <= text.length; n++) await desk.ask(at(`${text.slice(0, n)}|`), 60);
    assert.equal(desk.model.mostOpen, 1);
  });

  it('makes at most two requests for twenty keys typed at 60 ms each', async () => {
    const desk = createDesk([{ tokens: ['something else'] }]);
    let last: AbortController | undefined;
    for (let n = 1; n <= 20; n++) {
      last?.abort();
      last = new AbortController();
      void desk.suggester.suggest(at(`${'abcdefghijklmnopqrst'.slice(0, n)}|`), last.signal);
      await desk.clock.pass(60);
    }
    assert.ok(desk.model.served.length <= 2, `${desk.model.served.length} requests`);
  });

  it('follows the model at once when another one is chosen', async () => {
    let model: InlineModel = { ...MODEL, fim: 'glm' };
    const desk = createDesk([{ tokens: ['1'] }], { ports: { model: () => model } });
    const prompt = (index: number): string => {
      const request = desk.model.served[index]?.request;
      return request?.type === 'text' ? request.prompt : '';
    };
    await desk.ask(at('x = |'), 500);
    model = { ...MODEL, name: 'other', fim: 'seed' };
    desk.suggester.forget();
    await desk.ask(at('x = |'), 500);
    assert.deepEqual(
      [prompt(0), prompt(1)],
      ['<|code_prefix|>x = <|code_suffix|><|code_middle|>', '<[fim-suffix]><[fim-prefix]>x = <[fim-middle]>'],
    );
  });

  it('asks anew at another place that looks the same for four kilobytes', async () => {
    const block = 'step(1);\n'.repeat(500);
    const desk = createDesk([{ tokens: ['A)'] }, { tokens: ['B)'] }]);
    await desk.ask(at(`first();\n${block}foo(|\n`), 800);
    assert.equal(await desk.ask(at(`second();\n\n${block}foo(|\n`), 800), 'B)');
  });

  it('does not offer the line again that was just accepted', async () => {
    const desk = createDesk([{ tokens: ['print(x)', '\n'] }]);
    const python = { language: 'python', path: 'a.py' };
    await desk.ask(at('x = 1\n|', python), 800);
    const again = await desk.ask(at('x = 1\nprint(x)\n|', python), 800);
    assert.doesNotMatch(again, /print/);
  });

  it('keeps exactly one closing bracket when a call is typed along and accepted', async () => {
    const desk = createDesk([{ tokens: ['bar', ', baz', ')'] }]);
    await desk.ask(at('foo(|)\n'), 800);
    const rest = desk.suggester.recall(at('foo(ba|)\n'));
    assert.equal(`foo(ba${rest?.text ?? ''}${')\n'.slice(rest?.replaceSuffix ?? 0)}`, 'foo(bar, baz)\n');
  });

  it('adds no indentation to what somebody indented while waiting', async () => {
    const desk = createDesk([{ tokens: ['\t\tconst', ' x', ' = 1'], firstTokenMs: 600 }]);
    const tabs = { insertSpaces: false };
    await desk.ask(at('function t() {\n|\n}\n', tabs), 100);
    const now = at('function t() {\n\t\t|\n}\n', tabs);
    await desk.ask(now, 800);
    assert.equal(desk.suggester.recall(now)?.text, 'const x = 1');
  });
});
