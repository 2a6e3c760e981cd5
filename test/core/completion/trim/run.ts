/** Feeds a text to a trimming stage in every way a stream could be cut, and demands one result. */
import assert from 'node:assert/strict';
import type { Stage } from '../../../../src/core/completion/trim/stage.ts';

/** What the stage lets through of `input`; asserts that whole, by character and by word agree. */
export function through(make: () => Stage, input: string): string {
  const results = [[input], Array.from(input), input.split(/(?<=\s)|(?=\s)/), input.split('')].map(
    (pieces) => {
      const stage = make();
      let out = '';
      for (const piece of pieces) {
        const passed = stage.push(piece);
        out += passed.text;
        if (passed.over) return out;
      }
      return out + stage.end().text;
    },
  );
  const [first, ...others] = results;
  for (const other of others) assert.equal(other, first, 'depends on how the stream was cut');
  return first ?? '';
}
