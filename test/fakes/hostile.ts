/** Answers that a malicious or broken server may give: each would fill the memory or hold the editor for ever. */
import { constants, createGzip } from 'node:zlib';
import type { Answer } from './modelServer.ts';

function* endless(piece: string): Generator<string> {
  for (;;) yield piece;
}

const KB64 = 65_536;
const event = `data: ${JSON.stringify({ choices: [{ index: 0, text: 'word ', finish_reason: null }] })}\n\n`;

/** Writes gzip without end: about a thousand bytes of text for each byte on the wire. */
function bomb(text: string): Answer {
  return {
    handle: (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
      const gzip = createGzip({ level: 9, flush: constants.Z_SYNC_FLUSH });
      gzip.pipe(response);
      response.once('close', () => gzip.destroy());
      gzip.on('error', () => undefined);
      const fill = (): void => {
        while (!gzip.destroyed && gzip.write(text));
        if (!gzip.destroyed) gzip.once('drain', fill);
      };
      fill();
    },
  };
}

/** For `openai-completions`. */
export const HOSTILE: readonly (readonly [name: string, answer: Answer])[] = [
  ['a line without end', { raw: endless('x'.repeat(KB64)) }],
  [
    'an event without end',
    {
      raw: (function* () {
        yield 'data: {"a":"';
        yield* endless('x'.repeat(KB64));
      })(),
    },
  ],
  ['a data line after the other', { raw: endless(`data: ${'x'.repeat(1000)}\n`.repeat(64)) }],
  [
    'an event of 20 MB',
    {
      raw: (function* () {
        yield 'data: {"a":"';
        for (let at = 0; at < 320; at++) yield 'x'.repeat(KB64);
        yield '"}\n\n';
      })(),
    },
  ],
  [
    'a JSON text without end',
    {
      raw: (function* () {
        yield '{"a":"';
        yield* endless('x'.repeat(KB64));
      })(),
    },
  ],
  ['JSON lines without end', { raw: endless('{"a":1}\n'.repeat(8192)) }],
  ['comments without end', { raw: endless(': comment\n\n'.repeat(6000)) }],
  ['empty lines without end', { raw: endless('\n'.repeat(KB64)) }],
  ['carriage returns without end', { raw: endless('\r'.repeat(KB64)) }],
  ['blanks without end', { raw: endless(' '.repeat(KB64)) }],
  ['tokens without end', { raw: endless(event.repeat(500)) }],
  [
    'a web page without end',
    {
      raw: (function* () {
        yield '<html>';
        yield* endless('<p>'.repeat(20_000));
      })(),
    },
  ],
  ['an error page without end', { status: 500, raw: endless('x'.repeat(KB64)) }],
  ['a gzip bomb of one line', bomb('x'.repeat(KB64 * 16))],
  ['a gzip bomb of comments', bomb(': comment\n\n'.repeat(KB64))],
  ['a gzip bomb of tokens', bomb(event.repeat(5000))],
  [
    'half a gzip',
    { headers: { 'content-encoding': 'gzip' }, raw: Buffer.from('1f8b08000000000000034b', 'hex') },
  ],
  ['noise as gzip', { headers: { 'content-encoding': 'gzip' }, raw: 'data: {"choices":[]}\n\n' }],
  [
    'an encoding nobody knows',
    { headers: { 'content-encoding': 'zstd-x' }, raw: 'data: {"choices":[]}\n\n' },
  ],
  [
    'a flood of headers',
    {
      headers: Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x-${at}`, 'y'.repeat(100)])),
      tokens: ['x'],
    },
  ],
  ['JSON nested a million deep', { raw: `data: ${'['.repeat(1_000_000)}\n\n` }],
  ['a token of 3 MB', { raw: `data: ${JSON.stringify({ choices: [{ text: 'x'.repeat(3_000_000) }] })}\n\n` }],
];
