/** Reads what a link in an answer names: a place on the net, or a file and a line. */

export type LinkTarget =
  | { readonly type: 'web'; readonly url: string }
  | { readonly type: 'file'; readonly path: string; readonly line?: number; readonly endLine?: number }
  /** A scheme that is never opened, such as `command:` or `javascript:`. */
  | { readonly type: 'refused'; readonly scheme: string };

/** `path` has forward slashes, no `file://`, and may be relative to the workspace or absolute. */
export function readLink(href: string): LinkTarget {
  const text = decoded(href.trim());
  // One letter is a drive.
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'http' || scheme === 'https' || scheme === 'mailto')
    return { type: 'web', url: href.trim() };
  // `server.ts:12` is a file and a line, not a scheme.
  if (
    scheme !== undefined &&
    scheme !== 'file' &&
    scheme !== 'vscode-remote' &&
    !/^[^/\\:]+\.\w+:\d/.test(text)
  ) {
    return { type: 'refused', scheme };
  }
  const [, file = '', line, end] =
    LINE.exec(text.replace(/^(file|vscode-remote):\/\/(?:[^/]*(?=\/))?/i, '')) ?? [];
  return {
    type: 'file',
    path: file.replaceAll('\\', '/').replace(/^\/([a-z]:)/i, '$1'),
    ...(line === undefined ? {} : { line: Number(line) }),
    ...(end === undefined ? {} : { endLine: Number(end) }),
  };
}

/** What code in a sentence may name; whether there is such a file or symbol is another question. */
export function nameKind(text: string): 'file' | 'symbol' | undefined {
  if (text.length > 200) return undefined;
  if (FILE.test(text) && !/\s\s|\.\.\./.test(text)) return 'file';
  return text.length > 2 && SYMBOL.test(text) ? 'symbol' : undefined;
}

// A name with a suffix, folders before it, a line behind it.
const FILE = /^[\w@.~-]*[\\/]?[\w@./\\ -]*\.[a-z]\w{0,7}(?:[:#]L?\d+(?:[-:]L?\d+)?)?$/i;
// `name`, `Class.method`, `space::name`, `call()`
const SYMBOL = /^[A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*(?:\(\))?$/;

// `#L3`, `#L3-L9`, `:3`, `:3:7`, `:3-9`, `(3,7)`
const LINE = /^(.*?)(?:(?:#L?|:L?)(\d+)(?:(?:-L?)(\d+)|:\d+|,\d+)?|\((\d+),\d+\))?$/s;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
