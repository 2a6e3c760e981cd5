/** One stream feeds two suggestions: what was cut off behind a whole statement or block serves after it was accepted. */
import type { Held } from './memory.ts';
import { createTrimmer } from './trim/trimmer.ts';
import type { Query } from './words.ts';

/** Rules that end a suggestion where it is whole; what they cut is code for later. All others cut what nobody wants. */
const WHOLE = new Set(['extent', 'block-end', 'length']);

/** The answer for the place behind `held`, out of the rest of `raw`; undefined when nothing good is left. */
export function followUp(
  held: Held,
  rule: string | undefined,
  raw: string,
  query: Query,
  id: number,
): Held | undefined {
  const { text, replaceSuffix } = held.ghost;
  if (rule === undefined || !WHOLE.has(rule) || text === '') return undefined;
  const answer = raw.replaceAll('\r\n', '\n');
  const at = answer.indexOf(text);
  // The rules may have changed the start of the text; then the rest cannot be told for sure.
  if (at < 0 || answer.slice(0, at).trim() !== '') return undefined;
  const after = afterAccept(query, text, replaceSuffix);
  const trimmer = createTrimmer(after, { trigger: 'automatic', origin: 'completion', stops: [] });
  // The stream was closed while it ran: its last line may be half a line.
  const left = answer.slice(at + text.length);
  trimmer.push(left.slice(0, left.lastIndexOf('\n') + 1));
  const rest = trimmer.end('cut');
  if (rest.text.trim() === '') return undefined;
  return {
    ...held,
    id,
    origin: { ...held.origin, prefix: after.prefix, suffix: after.suffix, line: after.line },
    ghost: { text: rest.text, replaceSuffix: rest.replaceSuffix },
    state: 'ended',
  };
}

/** The caret as it will be once a suggestion was accepted. */
export function afterAccept(query: Query, text: string, replaceSuffix: number): Query {
  const lines = text.split('\n').length - 1;
  const { column, selected: _selected, change: _change, ...rest } = query;
  return {
    ...rest,
    prefix: query.prefix + text,
    suffix: query.suffix.slice(replaceSuffix),
    line: query.line + lines,
    ...(column === undefined
      ? {}
      : { column: lines === 0 ? column + text.length : text.length - text.lastIndexOf('\n') - 1 }),
  };
}
