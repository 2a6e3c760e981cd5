/** Follows a code block that is still being written: only its new lines are looked at. */
import type { Block } from './markdown.ts';

export interface OpenFence {
  readonly info: string;
  /** The fence's characters, such as three backticks. */
  readonly mark: string;
  /** Where the code begins in the text. */
  readonly from: number;
  /** No line that begins before this offset closes the fence. */
  scanned: number;
}

/** The fence that stands at `offset`, if `block` is code whose end was not seen. Indented fences are left to the parser. */
export function openFence(text: string, offset: number, block: Block): OpenFence | undefined {
  if (block.type !== 'code' || !block.unfinished) return undefined;
  const mark = /^(`{3,}|~{3,})/.exec(text.slice(offset, offset + 100))?.[0];
  const lineEnd = text.indexOf('\n', offset);
  if (mark === undefined || lineEnd < 0) return undefined;
  return { info: block.info ?? '', mark, from: lineEnd + 1, scanned: lineEnd + 1 };
}

/** The code so far, and the offset behind the closing fence once it is there. */
export function closeFence(text: string, fence: OpenFence): { block: Block; end?: number } {
  let at = fence.scanned;
  for (let lineEnd = text.indexOf('\n', at); lineEnd >= 0; lineEnd = text.indexOf('\n', at)) {
    if (isClosing(text.slice(at, lineEnd), fence.mark)) {
      return { block: code(fence, text.slice(fence.from, Math.max(fence.from, at - 1))), end: lineEnd + 1 };
    }
    at = lineEnd + 1;
  }
  fence.scanned = at;
  const rest = text.slice(at);
  // The last line may become the closing fence: it is not shown until it is something else.
  const shown = /^ {0,3}(`+|~+)?[ \t]*$/.test(rest) ? at - 1 : text.length;
  const block = code(fence, text.slice(fence.from, Math.max(fence.from, shown)));
  return { block: { ...block, unfinished: true } };
}

/** The same at the end of the whole text, where nothing is held back. */
export function endFence(text: string, fence: OpenFence): { block: Block; end?: number } {
  return closeFence(text.endsWith('\n') ? text : `${text}\n`, fence);
}

function code(fence: OpenFence, content: string): Block {
  return { type: 'code', content, info: fence.info, children: [] };
}

function isClosing(line: string, mark: string): boolean {
  const match = /^ {0,3}(`+|~+)[ \t]*$/.exec(line);
  return match?.[1]?.startsWith(mark) ?? false;
}
