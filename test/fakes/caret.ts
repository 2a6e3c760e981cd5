/** Documents written as text with `|` at the caret, as the editor's adapter would ask about them. */
import { WINDOW, type Query } from '../../src/core/completion/words.ts';

/** The query for a document; `|` (the last one, if there are several) is the caret. */
export function at(text: string, more: Partial<Query> = {}): Query {
  const caret = text.lastIndexOf('|');
  return place(text.slice(0, caret), text.slice(caret + 1), more);
}

/** The query for the texts left and right of the caret, cut to the window as the adapter cuts them. */
export function place(before: string, after: string, more: Partial<Query> = {}): Query {
  let prefix = before.slice(-WINDOW.prefix);
  if (prefix.length < before.length) prefix = prefix.slice(prefix.indexOf('\n') + 1);
  return {
    uri: 'file:///work/a.ts',
    path: 'a.ts',
    language: 'typescript',
    prefix,
    suffix: after.slice(0, WINDOW.suffix),
    line: before.split('\n').length - 1,
    eol: '\n',
    tabSize: 4,
    insertSpaces: true,
    trigger: 'automatic',
    ...more,
  };
}
