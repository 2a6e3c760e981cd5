/** Tool calls arrive in pieces, several at a time. */
import assert from 'node:assert/strict';
import { createToolCallParts, readArguments } from '../../../src/core/model/toolCalls.ts';

describe('streamed tool calls', () => {
  it('are put together side by side, ids kept', () => {
    const parts = createToolCallParts();
    parts.add({ type: 'tool-call-delta', index: 1, id: 'b', name: 'read' });
    parts.add({ type: 'tool-call-delta', index: 0, id: 'a', name: 'list', arguments: '{"dir":' });
    parts.add({ type: 'tool-call-delta', index: 1, arguments: '{}' });
    parts.add({ type: 'tool-call-delta', index: 0, arguments: '"."}' });
    parts.add({ type: 'tool-call-delta', index: 2, name: 'nameless' });
    assert.deepEqual(parts.whole(), [
      { id: 'a', name: 'list', arguments: '{"dir":"."}' },
      { id: 'b', name: 'read', arguments: '{}' },
      { id: 'call_2', name: 'nameless', arguments: '' },
    ]);
  });

  it('have arguments that are an object, or none', () => {
    const read = (text: string) => readArguments({ id: 'a', name: 'f', arguments: text });
    assert.deepEqual(
      [read('{"a":1}'), read(''), read('{"a":'), read('[1]'), read('null')],
      [{ a: 1 }, {}, undefined, undefined, undefined],
    );
  });
});
