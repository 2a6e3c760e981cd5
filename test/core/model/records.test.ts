/** Framing: the same records from the same text, however it is cut; every odd spelling that servers use. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createRecords, MAX_RECORD, type WireRecord } from '../../../src/core/model/records.ts';

function read(pieces: readonly string[]): WireRecord[] {
  const records = createRecords();
  return [...pieces.flatMap((piece) => [...records.push(piece)]), ...records.end()];
}

const a = { type: 'record', form: 'event', value: { a: 1 } } as const;
const b = { type: 'record', form: 'event', value: { b: '\u2028' } } as const;
const whole = (value: object): WireRecord => ({ type: 'record', form: 'whole', value: { ...value } });
const done = { type: 'done' } as const;

const BODIES: [name: string, body: string, records: readonly WireRecord[]][] = [
  ['events', 'data: {"a":1}\n\ndata: {"b":"\u2028"}\n\ndata: [DONE]\n\n', [a, b, done]],
  ['CRLF', 'data: {"a":1}\r\n\r\ndata: {"b":"\u2028"}\r\n\r\n', [a, b]],
  ['CR', 'data: {"a":1}\r\rdata: {"b":"\u2028"}\r\r', [a, b]],
  ['mixed line ends', 'data: {"a":1}\r\n\ndata: {"b":"\u2028"}\n\r\n', [a, b]],
  ['no blank behind the colon', 'data:{"a":1}\n\n', [a]],
  ['many blank lines', '\n\n\ndata: {"a":1}\n\n\n\n\ndata: {"b":"\u2028"}\n\n', [a, b]],
  ['no blank line at the end', 'data: {"a":1}\n\ndata: {"b":"\u2028"}', [a, b]],
  ['no line end at the end', 'data: {"a":1}', [a]],
  ['a CR at the end', 'data: {"a":1}\r', [a]],
  ['comments', ': hi\n\ndata: {"a":1}\n\n:\n\n: {"x":1}\n\n', [a]],
  ['empty data', 'id: 1\ndata: {"a":1}\n\ndata: \n\ndata:\n\ndata\n\ndata: {"b":"\u2028"}\n\n', [a, b]],
  ['other fields', 'retry: 10\nid: 7\nevent: message\ndata: {"a":1}\n\n', [a]],
  ['data over lines', 'data: {"a":\ndata: 1}\n\n', [a]],
  ['things that are no objects', 'data: null\n\ndata: 7\n\ndata: "x"\n\ndata: [1]\n\ndata: {"a":1}\n\n', [a]],
  ['pings', 'event: ping\ndata: {"type":"ping"}\n\ndata: ping\n\ndata: {"a":1}\n\n', [a]],
  ['[DONE] in any spelling', 'data: {"a":1}\n\ndata:  [done] \n\n', [a, done]],
  [
    'an error event',
    'data: {"a":1}\n\nevent: error\ndata: {"m":1}\n\n',
    [a, { type: 'error', value: { m: 1 } }],
  ],
  ['an error line', 'data: {"a":1}\n\nerror: {"m":1}\n\n', [a, { type: 'error', value: { m: 1 } }]],
  ['words at the end', 'data: {"a":1}\n\nno more\n', [a, { type: 'error', value: 'no more' }]],
  [
    'words alone',
    'no healthy upstream',
    [{ type: 'broken', what: 'plain text', said: 'no healthy upstream' }],
  ],
  [
    'an event of words',
    'data: {"a":1}\n\ndata: oh no\n\ndata: {"b":1}\n\n',
    [a, { type: 'broken', what: 'an event that is not JSON', said: 'oh no' }],
  ],
  ['JSON lines', '{"x":1}\n{"y":2}\n', [whole({ x: 1 }), whole({ y: 2 })]],
  ['JSON lines with CRLF and blank lines', '{"x":1}\r\n\r\n{"y":2}', [whole({ x: 1 }), whole({ y: 2 })]],
  ['a cut JSON line', '{"x":1}\n{"y":', [whole({ x: 1 })]],
  [
    'a broken JSON line',
    '{"x":1}\noh no\n',
    [whole({ x: 1 }), { type: 'broken', what: 'a line that is not JSON', said: 'oh no' }],
  ],
  ['one JSON text', '{"x":{"y":[1,2]}}', [whole({ x: { y: [1, 2] } })]],
  ['one JSON text over lines', '\n{\n  "x": 1,\n  "y": [\n 2 ]\n}\n', [whole({ x: 1, y: [2] })]],
  ['a list', '[{"x":1}]', [whole({ x: 1 })]],
  [
    'a web page',
    '<!DOCTYPE html>\n<html><head><title>Sign in</title></head>',
    [{ type: 'broken', what: 'a web page', said: 'Sign in' }],
  ],
  ['nothing', '', []],
  ['blanks', ' \n\n ', []],
];

describe('framing', () => {
  for (const [name, body, records] of BODIES) {
    it(`reads ${name}`, () => assert.deepEqual(read([body]), records));

    it(`reads ${name} the same when it comes character by character`, () => {
      assert.deepEqual(read(Array.from(body)), records);
    });
  }

  it('does not depend on where the text is cut', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...BODIES.map(([, body]) => body)),
        fc.array(fc.nat({ max: 80 }), { maxLength: 12 }),
        (body, cuts) => {
          const at = [0, ...cuts.filter((cut) => cut <= body.length), body.length].sort((x, y) => x - y);
          const pieces = at.slice(1).map((end, index) => body.slice(at[index], end));
          assert.deepEqual(read(pieces), read([body]));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('gives back what any valid stream was made of, whatever its line ends, comments and cuts', () => {
    const event = fc.record({
      value: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
      eol: fc.constantFrom('\n', '\r\n', '\r'),
      before: fc.constantFrom('', ': note', 'id: 3', 'retry: 5'),
      blank: fc.constantFrom('', ' '),
    });
    fc.assert(
      fc.property(
        fc.array(event, { minLength: 1, maxLength: 6 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 20 })),
        (events, steps) => {
          const body = events
            .map(
              ({ value, eol, before, blank }) =>
                `${before ? before + eol : ''}data:${blank}${JSON.stringify(value)}${eol}${eol}`,
            )
            .join('');
          const pieces: string[] = [];
          for (let at = 0; at < body.length;) {
            const step = Number(steps.next().value);
            pieces.push(body.slice(at, at + step));
            at += step;
          }
          const expected = events.map(({ value }) => ({
            type: 'record',
            form: 'event',
            value: JSON.parse(JSON.stringify(value)) as object,
          }));
          assert.deepEqual(read(pieces), expected);
        },
      ),
      { numRuns: 300 },
    );
  });

  for (const [name, start] of [
    ['an event', 'data: {"a":"'],
    ['a JSON line', '{"a":"'],
    ['a comment', ':'],
  ] as const) {
    it(`ends ${name} longer than 4 MB, without reading on`, () => {
      const records = createRecords();
      const piece = 'x'.repeat(65_536);
      let pieces = 0;
      let found: readonly WireRecord[] = records.push(start);
      while (found.length === 0 && pieces < 200) {
        found = records.push(piece);
        pieces++;
      }
      assert.deepEqual(
        [found.map(({ type }) => type), pieces <= MAX_RECORD / piece.length + 1],
        [['broken'], true],
      );
      assert.deepEqual(records.push('"}\n\ndata: {"a":1}\n\n'), []);
    });
  }
});
