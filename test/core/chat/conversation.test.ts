/** A conversation is what its events add up to: branches, removals, answers that go on. */
import assert from 'node:assert/strict';
import {
  branch,
  emptyConversation,
  newestLeaf,
  reduce,
  siblings,
  titleOf,
} from '../../../src/core/chat/conversation.ts';
import { decodeEvents, encodeEvents, joinDeltas, replay } from '../../../src/core/chat/log.ts';
import type { ChatEvent, Conversation } from '../../../src/core/chat/words.ts';

const question = (id: string, parent: string | null, text = id): ChatEvent => ({
  type: 'question',
  id,
  parent,
  at: 1,
  text,
  context: [],
});
const answer = (id: string, parent: string, text = id): ChatEvent[] => [
  { type: 'answer', id, parent, at: 1, model: 'm' },
  { type: 'text', id, text },
  { type: 'finish', id, at: 2, reason: 'eos_token' },
];
const TWO_TURNS: readonly ChatEvent[] = [
  { type: 'create', id: 'c', at: 1 },
  question('q1', null, 'How does it work?\nReally'),
  ...answer('a1', 'q1'),
  question('q2', 'a1'),
  ...answer('a2', 'q2'),
];
const build = (...events: readonly ChatEvent[]): Conversation =>
  events.reduce(reduce, emptyConversation('c', 0));
const ids = (conversation: Conversation): string[] => branch(conversation).map(({ id }) => id);

describe('a conversation', () => {
  it('shows the branch that was added last', () => {
    assert.deepEqual(ids(build(...TWO_TURNS)), ['q1', 'a1', 'q2', 'a2']);
  });

  it('keeps the old branch when a question is edited, and goes back to it', () => {
    const edited = build(...TWO_TURNS, question('q2b', 'a1'), ...answer('a2b', 'q2b'));
    assert.deepEqual(ids(edited), ['q1', 'a1', 'q2b', 'a2b']);
    const [first, second] = branch(edited)
      .slice(2, 3)
      .flatMap((message) => siblings(edited, message));
    assert.deepEqual([first?.id, second?.id], ['q2', 'q2b']);
    const back = reduce(edited, { type: 'select', leaf: newestLeaf(edited, 'q2') });
    assert.deepEqual(ids(back), ['q1', 'a1', 'q2', 'a2']);
  });

  it('removes a message with all that follows it and shows its neighbor', () => {
    const two = build(...TWO_TURNS, question('q2b', 'a1'), ...answer('a2b', 'q2b'));
    assert.deepEqual(ids(reduce(two, { type: 'remove', id: 'q2b' })), ['q1', 'a1', 'q2', 'a2']);
    assert.deepEqual(ids(reduce(build(...TWO_TURNS), { type: 'remove', id: 'q2' })), ['q1', 'a1']);
    assert.deepEqual(ids(reduce(build(...TWO_TURNS), { type: 'remove', id: 'q1' })), []);
  });

  it('takes its title from the first question until the user names it', () => {
    const conversation = build(...TWO_TURNS);
    assert.equal(titleOf(conversation), 'How does it work?');
    assert.equal(titleOf(reduce(conversation, { type: 'rename', title: 'Mine' })), 'Mine');
  });

  it('is the same when events are read twice', () => {
    const once = build(...TWO_TURNS.filter(({ type }) => type !== 'text'));
    const twice = build(...[...TWO_TURNS, ...TWO_TURNS].filter(({ type }) => type !== 'text'));
    assert.deepEqual(twice, once);
  });

  it('keeps the text of an answer that failed and goes on behind it', () => {
    const failure = { kind: 'server', message: 'queue full', retryable: true };
    const conversation = build(
      question('q', null),
      { type: 'answer', id: 'a', parent: 'q', at: 1, model: 'm' },
      { type: 'text', id: 'a', text: 'Hel' },
      { type: 'fail', id: 'a', at: 2, failure },
      { type: 'resume', id: 'a', at: 3 },
      { type: 'text', id: 'a', text: 'lo' },
      { type: 'finish', id: 'a', at: 4, reason: 'eos_token' },
    );
    const message = conversation.messages.get('a');
    assert.deepEqual(message?.role === 'assistant' && [message.text, message.state], [
      'Hello',
      { type: 'finished', reason: 'eos_token' },
    ]);
  });
});

describe('the stored form', () => {
  it('gives back what was stored', () => {
    assert.deepEqual(decodeEvents(encodeEvents(TWO_TURNS, 'w')), TWO_TURNS);
  });

  it('loses only the line that a crash has torn', () => {
    const first = encodeEvents(TWO_TURNS.slice(0, 2));
    const torn = encodeEvents(TWO_TURNS.slice(2, 3)).slice(0, 30);
    const after = encodeEvents(TWO_TURNS.slice(3));
    assert.deepEqual(decodeEvents(first + torn + after), [...TWO_TURNS.slice(0, 2), ...TWO_TURNS.slice(3)]);
  });

  it('passes over lines of later versions and of its own window', () => {
    const text = `{"v":99,"e":{"type":"future"}}\n${encodeEvents(TWO_TURNS, 'mine')}`;
    assert.deepEqual(decodeEvents(text), TWO_TURNS);
    assert.deepEqual(decodeEvents(text, 'mine'), []);
  });

  it('joins neighboring text of one answer and no other', () => {
    const text = (id: string, piece: string): ChatEvent => ({ type: 'text', id, text: piece });
    assert.deepEqual(joinDeltas([text('a', '1'), text('a', '2'), text('b', '3'), text('a', '4')]), [
      text('a', '12'),
      text('b', '3'),
      text('a', '4'),
    ]);
    assert.deepEqual(replay('c', TWO_TURNS), build(...TWO_TURNS));
  });
});
