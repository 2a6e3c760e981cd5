/** Accounts, offers, prices, spend and choices: what people choose by, as values. */
import assert from 'node:assert/strict';
import { parseAccount } from '../../../src/core/model/account.ts';
import type { ModelEntry } from '../../../src/core/model/choice.ts';
import {
  chosenModel,
  parseChoices,
  withChoice,
  withoutPayers,
  withRecent,
} from '../../../src/core/model/choices.ts';
import { parseHubModels } from '../../../src/core/model/hubModels.ts';
import { offerOf, parseRouterModels } from '../../../src/core/model/routerModels.ts';
import { capReached, dollars, nothingSpent, spendAfter, thousand } from '../../../src/core/model/spend.ts';

describe('an access token', () => {
  const fine = (permissions: readonly string[]) => ({
    id: '1',
    name: 'ada',
    orgs: [{ name: 'lab' }],
    auth: { accessToken: { role: 'fineGrained', fineGrained: { global: [], scoped: [{ permissions }] } } },
  });
  for (const [what, answer, expected] of [
    [
      'may call providers',
      fine(['inference.serverless.write']),
      { id: '1', name: 'ada', organizations: ['lab'] },
    ],
    [
      'lacks the permission',
      fine(['repo.content.read']),
      { id: '1', name: 'ada', organizations: ['lab'], missing: 'inference.serverless.write' },
    ],
    [
      'is of the older kind, which may',
      { name: 'ada', auth: { accessToken: { role: 'read' } } },
      { id: 'ada', name: 'ada', organizations: [] },
    ],
    ['is answered with something else', { error: 'no' }, undefined],
  ] as const) {
    it(what, () => assert.deepEqual(parseAccount(answer), expected));
  }
});

const LIST = {
  data: [
    {
      id: 'org/coder',
      providers: [
        { provider: 'slow', status: 'live', pricing: { input: 0.1, output: 0.2 }, throughput: 10 },
        {
          provider: 'quick',
          status: 'live',
          pricing: { input: 1, output: 2 },
          context_length: 32_768,
          first_token_latency_ms: 200,
          throughput: 90,
          supports_tools: true,
        },
        { provider: 'gone', status: 'staging' },
        'not an object',
      ],
    },
    { id: 'org/nobody', providers: [] },
    { no: 'id' },
  ],
};

describe('what the router offers', () => {
  const models = parseRouterModels(LIST);

  it('leaves out what is not live or cannot be read', () => {
    assert.deepEqual(models, [
      {
        id: 'org/coder',
        offers: [
          { provider: 'slow', price: { input: 0.1, output: 0.2 }, tokensPerSecond: 10, tools: false },
          {
            provider: 'quick',
            price: { input: 1, output: 2 },
            contextTokens: 32_768,
            firstTokenMs: 200,
            tokensPerSecond: 90,
            tools: true,
          },
        ],
      },
    ]);
    assert.deepEqual(parseRouterModels('<html>'), []);
  });

  for (const [routed, provider] of [
    ['org/coder', 'quick'],
    ['org/coder:fastest', 'quick'],
    ['org/coder:cheapest', 'slow'],
    ['org/coder:slow', 'slow'],
    ['org/coder:other', undefined],
    ['org/other', undefined],
  ] as const) {
    it(`is ${provider ?? 'nothing'} for ${routed}`, () =>
      assert.equal(offerOf(models, { dialect: 'hf-chat:auto', model: routed })?.provider, provider));
  }

  it('is that of the provider in the dialect', () =>
    assert.equal(offerOf(models, { dialect: 'hf-text:slow', model: 'org/coder' })?.provider, 'slow'));
});

describe('what the Hub finds', () => {
  const row = (
    id: string,
    ...served: readonly (readonly [provider: string, task: string, status?: string])[]
  ) => ({
    id,
    inferenceProviderMapping: served.map(([provider, task, status]) => ({
      provider,
      providerId: `p/${id}`,
      task,
      ...(status === undefined ? {} : { status }),
    })),
  });

  it('is what somebody serves for text, raw or as conversations', () =>
    assert.deepEqual(
      parseHubModels([
        row('org/talker', ['quick', 'conversational', 'live'], ['late', 'conversational', 'staging']),
        row('org/base', ['featherless-ai', 'text-generation']),
        row('org/painter', ['quick', 'text-to-image', 'live']),
        { id: 'org/older', inferenceProviderMapping: { slow: { providerId: 'x', task: 'conversational' } } },
        { no: 'id' },
      ]),
      [
        { id: 'org/talker', offers: [{ provider: 'quick', tools: false }] },
        { id: 'org/base', offers: [{ provider: 'featherless-ai', tools: false, raw: true }] },
        { id: 'org/older', offers: [{ provider: 'slow', tools: false }] },
      ],
    ));

  it('is nothing where the answer is none', () => assert.deepEqual(parseHubModels({ error: 'no' }), []));
});

describe('what it costs', () => {
  const price = { input: 1, output: 2 };

  it('adds up over a day and starts anew on the next', () => {
    const first = spendAfter(nothingSpent('d1'), 'd1', { promptTokens: 1e6 }, price);
    const second = spendAfter(first, 'd1', { completionTokens: 5e5 }, price);
    assert.deepEqual(second, { day: 'd1', dollars: 2, unpriced: 0 });
    assert.deepEqual(spendAfter(second, 'd1', {}, undefined), { day: 'd1', dollars: 2, unpriced: 1 });
    assert.deepEqual(spendAfter(second, 'd2', { promptTokens: 1e6 }, price), {
      day: 'd2',
      dollars: 1,
      unpriced: 0,
    });
  });

  it('reaches a cap on its day alone, and a cap of 0 never', () => {
    const spend = { day: 'd1', dollars: 2, unpriced: 0 };
    assert.deepEqual(
      [
        capReached(spend, 'd1', 2),
        capReached(spend, 'd1', 3),
        capReached(spend, 'd2', 2),
        capReached(spend, 'd1', 0),
      ],
      [true, false, false, false],
    );
  });

  it('is told for a thousand requests', () =>
    assert.equal(thousand({ promptTokens: 1_000, completionTokens: 100 }, price), 1.2));

  for (const [amount, text] of [
    [0, '$0'],
    [0.00031, '$0.00031'],
    [0.0045, '$0.0045'],
    [0.06, '$0.06'],
    [0.2, '$0.20'],
    [0.45, '$0.45'],
    [1.234, '$1.23'],
    [12.3, '$12'],
  ] as const) {
    it(`reads ${text}`, () => assert.equal(dollars(amount), text));
  }
});

describe('the chosen model', () => {
  const entry = (name: string, more: Partial<ModelEntry> = {}): ModelEntry => ({
    name,
    url: 'http://127.0.0.1:1',
    dialect: 'openai-completions',
    ...more,
  });
  const none = { window: {}, workspace: {}, user: {} };
  const configured = [entry('first'), entry('second')];

  it('is the first that is configured until another is chosen', () =>
    assert.equal(chosenModel(configured, none, 'inline')?.name, 'first'));

  it('is the window’s before the workspace’s before the user’s, for that role alone', () => {
    const scopes = {
      window: { inline: entry('w') },
      workspace: { inline: entry('ws'), chat: entry('ws') },
      user: { inline: entry('u'), chat: entry('u'), edit: entry('u') },
    };
    assert.deepEqual(
      (['inline', 'chat', 'edit', 'commit'] as const).map(
        (role) => chosenModel(configured, scopes, role)?.name,
      ),
      ['w', 'ws', 'u', 'first'],
    );
  });

  it('writes ghost text only if it is no model of the editor’s chat, which knows no completions', () => {
    const chat = entry('polly', { url: 'vscode-lm:parrot/polly' });
    assert.deepEqual(
      (['inline', 'chat'] as const).map((role) => chosenModel([chat, entry('second')], none, role)?.name),
      ['second', 'polly'],
    );
  });

  it('follows the setting when it is configured under the same name, also for a role it is not listed for', () => {
    const now = [entry('first'), entry('second', { url: 'http://127.0.0.1:2', roles: ['chat'] })];
    const scopes = { ...none, user: { inline: entry('second') } };
    assert.equal(chosenModel(now, scopes, 'inline')?.endpoint.url, 'http://127.0.0.1:2');
  });

  it('is taken back for some roles and kept for others', () => {
    const both = withChoice({}, ['inline', 'chat'], entry('a'));
    assert.deepEqual(withChoice(both, ['inline'], undefined), { chat: entry('a') });
  });

  it('survives in the storage, without what cannot be read', () => {
    const stored: unknown = JSON.parse(JSON.stringify({ inline: entry('a'), chat: { name: 'b' }, other: 1 }));
    assert.deepEqual(parseChoices(stored), { inline: entry('a') });
    assert.deepEqual(parseChoices('nonsense'), {});
  });

  it('bills nobody else any more when the account is gone', () =>
    assert.deepEqual(withoutPayers({ chat: entry('a', { billTo: 'lab' }) }), { chat: entry('a') }));

  it('comes first among the recent ones, each once', () =>
    assert.deepEqual(
      withRecent([entry('a'), entry('b')], entry('b'), 2).map(({ name }) => name),
      ['b', 'a'],
    ));
});
