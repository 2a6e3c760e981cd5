/** Token-level data, reasoning, tool calls and usage: every form that servers use becomes the same events. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { DialectId, ModelEvent } from '../../../src/core/model/words.ts';
import { createThinkSplitter } from '../../../src/core/model/dialects/thinking.ts';
import { askOnce, TEXT } from './ask.ts';

const sse = (...records: object[]): string =>
  records.map((record) => `data: ${JSON.stringify(record)}\n\n`).join('');
const chat = (delta: object, rest: object = {}): object => ({ choices: [{ index: 0, delta, ...rest }] });
const DONE = 'data: [DONE]\n\n';

const finish = (finishReason: string): object => ({ type: 'finish', finishReason });
const text = (value: string): object => ({ type: 'text-delta', text: value });
const thought = (value: string): object => ({ type: 'reasoning-delta', text: value });

const FORMS: [name: string, dialect: DialectId, raw: string, events: readonly object[]][] = [
  [
    'reasoning_content and reasoning',
    'openai-chat',
    sse(chat({ reasoning_content: 'hm' }), chat({ reasoning: ' so' }), chat({ content: 'yes' })) + DONE,
    [thought('hm'), thought(' so'), text('yes'), finish('eos_token')],
  ],
  [
    '<think> cut over deltas',
    'openai-chat',
    sse(
      ...['<th', 'ink>\nhm', ' so</', 'think>', '\n\n', 'yes', ' <think>no'].map((content) =>
        chat({ content }),
      ),
    ) + DONE,
    [thought('hm'), thought(' so'), text('yes'), text(' <think>no'), finish('eos_token')],
  ],
  [
    'a thought that never ends',
    'openai-chat',
    sse(chat({ content: '<think>hm </thi' }), chat({}, { finish_reason: 'length' })) + DONE,
    [thought('hm '), thought('</thi'), finish('length')],
  ],
  [
    'Mistral’s lists of parts',
    'openai-chat',
    sse(
      chat({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] }),
      chat({ content: [{ type: 'text', text: 'yes' }] }),
    ) + DONE,
    [thought('hm'), text('yes'), finish('eos_token')],
  ],
  [
    'a tool call in pieces',
    'openai-chat',
    sse(
      chat({
        tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'read', arguments: '' } }],
      }),
      chat({ tool_calls: [{ index: 0, function: { arguments: '{"a"' } }] }),
      chat({
        tool_calls: [
          { index: 0, function: { arguments: ':1}' } },
          { index: 1, id: 'c2', function: { name: 'ls' } },
        ],
      }),
      chat({}, { finish_reason: 'tool_calls' }),
    ) + DONE,
    [
      { type: 'tool-call-delta', index: 0, id: 'c1', name: 'read', arguments: '' },
      { type: 'tool-call-delta', index: 0, arguments: '{"a"' },
      { type: 'tool-call-delta', index: 0, arguments: ':1}' },
      { type: 'tool-call-delta', index: 1, id: 'c2', name: 'ls' },
      finish('tool_calls'),
    ],
  ],
  [
    'Ollama’s whole tool calls and thoughts',
    'ollama-chat',
    [
      { message: { role: 'assistant', content: '', thinking: 'hm' }, done: false },
      {
        message: { content: '', tool_calls: [{ function: { name: 'read', arguments: { a: null } } }] },
        done: false,
      },
      { message: { content: '' }, done: true, done_reason: 'stop', eval_count: 3 },
    ]
      .map((record) => `${JSON.stringify(record)}\n`)
      .join(''),
    [
      thought('hm'),
      { type: 'tool-call-delta', index: 0, id: 'call_0', name: 'read', arguments: '{"a":null}' },
      { ...finish('tool_calls'), usage: { completionTokens: 3 } },
    ],
  ],
  [
    'usage by itself, and first events without choices',
    'openai-chat',
    sse(
      { id: '1', object: 'ping' },
      { choices: [] },
      chat({ role: 'assistant', content: null }),
      chat({ content: 'ok' }),
      {
        choices: [],
        usage: {
          prompt_tokens: 2,
          completion_tokens: 1,
          total_tokens: 3,
          prompt_tokens_details: { cached_tokens: 1 },
        },
      },
    ) + DONE,
    [
      text('ok'),
      { type: 'usage', promptTokens: 2, completionTokens: 1, cachedTokens: 1 },
      { ...finish('eos_token'), usage: { promptTokens: 2, completionTokens: 1, cachedTokens: 1 } },
    ],
  ],
  [
    'two sequences of vLLM, with log probabilities in lists',
    'openai-completions',
    sse(
      {
        choices: [
          {
            index: 0,
            text: 'a',
            logprobs: { tokens: ['a'], token_logprobs: [-0.5], top_logprobs: [{ b: -2, a: -0.5 }] },
          },
        ],
      },
      {
        choices: [
          { index: 1, text: 'x', logprobs: { tokens: ['x'], token_logprobs: [null], top_logprobs: null } },
        ],
      },
      { choices: [{ index: 1, text: '', finish_reason: 'length' }] },
      { choices: [{ index: 0, text: '', finish_reason: 'stop', stop_reason: '\n' }] },
    ) + DONE,
    [
      {
        ...text('a'),
        token: {
          text: 'a',
          logprob: -0.5,
          top: [
            { text: 'a', logprob: -0.5 },
            { text: 'b', logprob: -2 },
          ],
        },
      },
      { ...text('x'), token: { text: 'x' }, sequence: 1 },
      { type: 'sequence-finish', sequence: 1, finishReason: 'length' },
      finish('stop_sequence'),
    ],
  ],
  [
    'a character over several tokens',
    'openai-completions',
    sse({
      choices: [
        {
          text: '你',
          logprobs: { tokens: ['bytes:\\xe4', 'bytes:\\xbd\\xa0'], token_logprobs: [-1, -2] },
          finish_reason: 'length',
        },
      ],
    }) + DONE,
    [
      { ...text(''), token: { text: 'bytes:\\xe4', logprob: -1 } },
      { ...text('你'), token: { text: 'bytes:\\xbd\\xa0', logprob: -2 } },
      finish('length'),
    ],
  ],
  [
    'older llama.cpp',
    'llama-completion',
    sse(
      {
        content: 'a',
        completion_probabilities: [{ content: 'a', probs: [{ tok_str: 'a', prob: 1 }] }],
        stop: false,
      },
      { content: '', stop: true, stopped_word: true },
    ),
    [
      { ...text('a'), token: { text: 'a', logprob: 0, top: [{ text: 'a', logprob: 0 }] } },
      finish('stop_sequence'),
    ],
  ],
  [
    'a number as stop reason: an end token',
    'openai-completions',
    sse({ choices: [{ text: 'a', finish_reason: 'stop', stop_reason: 151643 }] }) + DONE,
    [text('a'), finish('eos_token')],
  ],
  [
    'fields of types that no document knows',
    'openai-chat',
    sse({
      choices: [
        {
          index: 'zero',
          delta: { content: 'a', reasoning: 7, tool_calls: 'none' },
          logprobs: 3,
          finish_reason: null,
        },
      ],
      usage: 'much',
    }) + DONE,
    [text('a'), finish('eos_token')],
  ],
];

describe('the events of an answer', () => {
  for (const [name, dialect, raw, events] of FORMS) {
    it(`are the same whoever speaks: ${name}`, async () => {
      const answer = await askOnce(
        dialect,
        { raw },
        {
          ...(dialect === 'openai-completions'
            ? { request: { ...TEXT, ...(name.startsWith('two') ? { sequences: 2 } : {}) } }
            : {}),
        },
      );
      assert.deepEqual([answer.error, answer.events], [undefined, events]);
    });
  }

  it('hold a token’s text back when it is a control token', async () => {
    const raw =
      'data:{"index":1,"token":{"id":1,"text":"a","logprob":-1,"special":false},"generated_text":null,"details":null}\n\n' +
      'data:{"index":2,"token":{"id":2,"text":"<|endoftext|>","logprob":-1,"special":true},"generated_text":"a","details":{"finish_reason":"eos_token","generated_tokens":2,"seed":3}}\n\n';
    const { text: said, events } = await askOnce('tgi', { raw });
    assert.equal(said, 'a');
    assert.deepEqual(events.slice(1), [
      { ...text(''), token: { id: 2, text: '<|endoftext|>', logprob: -1, special: true } },
      { ...finish('eos_token'), seed: 3, usage: { completionTokens: 2 } },
    ]);
  });
});

describe('thoughts at the start of an answer', () => {
  it('are told from the answer however the text is cut', () => {
    const read = (pieces: readonly string[]): [thoughts: string, answer: string] => {
      const splitter = createThinkSplitter();
      const events: ModelEvent[] = [
        ...pieces.flatMap((piece) => [...splitter.split({ type: 'text-delta', text: piece })]),
        ...splitter.end(),
      ];
      const join = (type: ModelEvent['type']): string =>
        events.map((event) => (event.type === type && 'text' in event ? event.text : '')).join('');
      return [join('reasoning-delta'), join('text-delta')];
    };
    fc.assert(
      fc.property(
        fc.constantFrom(
          '<think>a</think>b',
          ' \n<think>\na < b </thin </think>\n\n b <think> c',
          '<think></think>b',
          '<thin air',
          'a <think>b</think>',
          '<think>open',
          '   ',
        ),
        fc.array(fc.nat({ max: 40 }), { maxLength: 10 }),
        (whole, cuts) => {
          const at = [0, ...cuts.filter((cut) => cut <= whole.length), whole.length].sort((x, y) => x - y);
          const pieces = at.slice(1).map((end, index) => whole.slice(at[index], end));
          assert.deepEqual(read(pieces), read([whole]));
        },
      ),
      { numRuns: 500 },
    );
    assert.deepEqual(read(['<think>\na</think>\n\nb']), ['a', 'b']);
  });
});
