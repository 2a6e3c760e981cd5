/** What the model is sent: the instructions, the newest question, and as much before it as fits. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { emptyConversation, reduce } from '../../../src/core/chat/conversation.ts';
import { buildRequest, tokens } from '../../../src/core/chat/request.ts';
import type { ChatEvent, ContextItem, Conversation } from '../../../src/core/chat/words.ts';

const LONG = 'word '.repeat(400);

function conversation(
  turns: readonly (readonly [string, string])[],
  last: string,
  context: ContextItem[] = [],
): Conversation {
  const events: ChatEvent[] = turns.flatMap(([asked, answered], i): ChatEvent[] => [
    { type: 'question', id: `q${i}`, parent: i === 0 ? null : `a${i - 1}`, at: 1, text: asked, context: [] },
    { type: 'answer', id: `a${i}`, parent: `q${i}`, at: 1, model: 'm' },
    { type: 'reasoning', id: `a${i}`, text: 'secret thoughts' },
    { type: 'text', id: `a${i}`, text: answered },
    { type: 'finish', id: `a${i}`, at: 2, reason: 'eos_token' },
  ]);
  events.push({ type: 'system', text: 'Be brief.' });
  events.push({
    type: 'question',
    id: 'last',
    parent: turns.length === 0 ? null : `a${turns.length - 1}`,
    at: 3,
    text: last,
    context,
  });
  return events.reduce(reduce, emptyConversation('c', 0));
}

describe('the request', () => {
  it('holds all messages while they fit, without what the model thought', () => {
    const { request, leftOut } = buildRequest(conversation([['one', 'two']], 'three'), 'last', 8192);
    assert.deepEqual(
      [request.messages, leftOut],
      [
        [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'one' },
          { role: 'assistant', content: 'two' },
          { role: 'user', content: 'three' },
        ],
        0,
      ],
    );
  });

  it('leaves the oldest messages out when they do not fit, never the instructions or the question', () => {
    const turns = Array.from({ length: 10 }, () => [LONG, LONG] as const);
    const { request, leftOut, used } = buildRequest(conversation(turns, 'now'), 'last', 4096);
    assert.equal(request.messages[0]?.role, 'system');
    assert.deepEqual(request.messages.at(-1), { role: 'user', content: 'now' });
    assert.ok(leftOut > 0 && used <= 4096 * 0.75);
  });

  it('fits whatever the window, and leaves room for the answer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 512, max: 40_000 }), fc.integer({ min: 0, max: 20 }), (window, count) => {
        const turns = Array.from({ length: count }, () => [LONG, LONG] as const);
        const item: ContextItem = { kind: 'file', label: 'a.ts', text: 'x = 1;\n'.repeat(3000) };
        const { request, used } = buildRequest(conversation(turns, 'now', [item]), 'last', window);
        const sent = request.messages.reduce((sum, { content }) => sum + tokens(JSON.stringify(content)), 0);
        assert.ok(used <= window && sent <= window, `${used} and ${sent} of ${window}`);
        assert.ok((request.maxTokens ?? 0) >= window / 4);
      }),
      { numRuns: 50 },
    );
  });

  it('asks to go on behind the part of an answer that is there', () => {
    const half = conversation([['one', 'The first step is to']], 'unused');
    const { request } = buildRequest(half, 'a0', 8192);
    const [, asked, part, goOn] = request.messages;
    assert.deepEqual(
      [asked, part, goOn?.role],
      [{ role: 'user', content: 'one' }, { role: 'assistant', content: 'The first step is to' }, 'user'],
    );
  });

  it('quotes code with a fence longer than any in it', () => {
    const item: ContextItem = { kind: 'file', label: 'a.md', language: 'markdown', text: '```js\nx\n```' };
    const { request } = buildRequest(conversation([], 'why?', [item]), 'last', 8192);
    assert.equal(request.messages[1]?.content, 'File: a.md\n````markdown\n```js\nx\n```\n````\n\nwhy?');
  });
});
