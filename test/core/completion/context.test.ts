/** What else of the workspace the model sees. */
import assert from 'node:assert/strict';
import { choose, createContext, type Surroundings } from '../../../src/core/completion/context.ts';
import { createTokenEstimate } from '../../../src/core/completion/budget.ts';
import { createPromptBuilder } from '../../../src/core/completion/prompt.ts';
import { blocksOf } from '../../../src/core/completion/snippets.ts';
import { at } from '../../fakes/caret.ts';
import { fakeClock } from '../../fakes/clock.ts';

const query = at(
  'import { parseOrder } from "./order";\nconst order = parseOrder(text);\nprintTotal(order.|);\n',
);
const order = 'export function parseOrder(text: string): Order {\n  return { total: sum(text) };\n}\n';
const weather = 'export const rain = "cloudy";\nexport const wind = 12;\n';
const files = [
  { path: 'weather.ts', text: weather },
  { path: 'order.ts', text: order },
];

const chosen = (surroundings: Surroundings, excluded: (path: string) => boolean = () => false): string[] =>
  choose(query, surroundings, excluded).files.map(({ path }) => path);

describe('the context of a caret', () => {
  it('is the parts of other files that are most like its surroundings', () => {
    assert.deepEqual(chosen({ files }), ['order.ts']);
  });

  it('holds no text twice and nothing of the file itself', () => {
    const own = { path: query.path, text: query.prefix };
    assert.deepEqual(
      chosen({ files: [own, ...files, ...files], definitions: [{ path: 'order.ts', text: order }] }),
      ['order.ts'],
    );
  });

  it('holds nothing of a file that stays out, or that nobody can read', () => {
    assert.deepEqual(
      chosen({ files, edits: [{ path: 'a.bin', text: 'order\0total' }] }, (path) => path === 'order.ts'),
      [],
    );
  });

  it('puts definitions before edits before what is merely alike', () => {
    const surroundings = {
      files,
      edits: [{ path: 'edited.ts', text: 'const edited = 1;' }],
      definitions: [{ path: 'total.ts', text: 'export const printTotal = 1;' }],
    };
    assert.deepEqual(chosen(surroundings), ['total.ts', 'edited.ts', 'order.ts']);
  });

  it('tells the problems nearest to the caret first', () => {
    const diagnostics = [
      { line: 90, message: 'far away' },
      { line: 10, message: 'near' },
      { line: 2, message: 'here' },
    ];
    assert.deepEqual(choose(query, { diagnostics }, () => false).problems, ['line 3: here', 'line 11: near']);
  });

  it('changes in one block only where somebody inserts a line', () => {
    const text = Array.from(
      { length: 20 },
      (_, n) => `function f${n}() {\n  a();\n  b();\n  c();\n  d();\n}\n\n`,
    ).join('');
    const before = [...blocksOf(text)].map((block) => block.text);
    const after = [...blocksOf(text.replace('function f3() {', 'function f3() {\n  x();'))].map(
      (block) => block.text,
    );
    assert.equal(after.filter((block) => !before.includes(block)).length, 1);
  });

  it('of a notebook is its cells before, and the prompt ends at the caret', () => {
    const cell = at('example = 42\nprint(exa|', { language: 'python', path: 'n.ipynb' });
    const { request } = createPromptBuilder({ maxTokens: 64, promptTokens: 1000 })(
      cell,
      { name: 'm', endpoint: { url: 'http://127.0.0.1:1', dialect: 'tgi' } },
      {},
      { files: [], cells: ['first = 0', 'second = 1'] },
      createTokenEstimate(),
    );
    assert.equal(
      request.type === 'text' && request.prompt,
      'first = 0\n\nsecond = 1\n\nexample = 42\nprint(exa',
    );
  });
});

describe('gathering the context', () => {
  it('is not waited for beyond its deadline, and what comes late serves the next request', async () => {
    const clock = fakeClock();
    let asked = 0;
    const context = createContext({
      clock,
      excluded: () => false,
      gather: () =>
        new Promise((resolve) => {
          asked++;
          clock.after(400, () => resolve({ files }));
        }),
    });
    const given: number[] = [];
    void context.at(query).then((choice) => given.push(choice.files.length));
    await clock.pass(130);
    assert.deepEqual(given, [0]);
    await clock.pass(400);
    void context.at(query).then((choice) => given.push(choice.files.length));
    await clock.pass(0);
    assert.deepEqual([given, asked, clock.waiting], [[0, 1], 1, 0]);
  });

  it('goes on without it when it fails', async () => {
    const clock = fakeClock();
    const context = createContext({
      clock,
      excluded: () => false,
      gather: () => Promise.reject(new Error('no language service')),
    });
    assert.deepEqual(await context.at(query), { files: [] });
    assert.equal(clock.waiting, 0);
  });

  it('stays as it is while the caret stays near, so that the server finds the prompt in its cache', async () => {
    const clock = fakeClock();
    let asked = 0;
    const context = createContext({
      clock,
      excluded: () => false,
      gather: () => Promise.resolve({ files: asked++ === 0 ? files : [] }),
    });
    const first = await context.at(query);
    assert.deepEqual(await context.at({ ...query, line: query.line + 5 }), first);
    assert.notDeepEqual(await context.at({ ...query, line: query.line + 500 }), first);
  });
});
