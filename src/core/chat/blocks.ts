/** Reads a growing Markdown text block by block; a block that is finished is never read again. */
import { parseBlocks, type Block, type Definitions, type Parsed } from './markdown.ts';
import { closeFence, endFence, openFence, type OpenFence } from './fence.ts';
import { calm } from './unfinished.ts';

/** What the text looks like now, told as the difference to what is settled already. */
export interface Reading {
  /** How many blocks from the first stay as they were drawn. */
  readonly kept: number;
  /** How many children (items, rows) of `tail[0]` stay as they were drawn; they are not repeated in it. */
  readonly keptChildren: number;
  /** All that follows the kept blocks. */
  readonly tail: readonly Block[];
}

export interface BlockReader {
  push(text: string): void;
  /** Reads what can be shown while more may come. */
  read(): Reading;
  /** Reads the rest, once nothing more comes. */
  end(): Reading;
  /** The reference links seen so far; a paragraph may name one that is defined after it. */
  readonly definitions: Definitions;
}

// Longer blocks are cut in two: nobody reads them whole, and drawing them anew each frame would not be flat.
const LONGEST_PARAGRAPH = 4_000;
const LONGEST_CONTAINER = 32_000;
/** Items or rows. */
const MOST_CHILDREN = 200;

/** What to draw of the part that is not settled. */
type Show = (tail: string) => string;

/** Blocks with the offset in the whole text where each begins; the last block's children likewise. */
interface Located {
  readonly blocks: Block[];
  readonly starts: number[];
  readonly childStarts: readonly number[];
  /** The last block is a piece of a table whose head is this, or of a list, and its first item has this number. */
  readonly pieceOf?: { readonly head: string; readonly number: number | undefined };
}

/**
 * The cost of a read is that of the text since the last block began (in a list or table: since the last item or row;
 * in a code block: since the last read), not that of the whole text.
 */
export function createBlockReader(): BlockReader {
  const definitions: Definitions = {};
  let text = '';
  let heldReturn = '';
  /** The part of the text before it is settled. */
  let offset = 0;
  let kept = 0;
  let keptChildren = 0;
  /** The head of the table whose rows are being read: it stands before them when they are parsed. */
  let tableHead = '';
  /** What is being read goes on with a block that was cut. */
  let piece: Located['pieceOf'];
  let fence: OpenFence | undefined;

  const read = (show: Show): Reading => {
    const located = splitLong(fence ? readFence(fence, show) : parse(offset, show));
    const reading = { kept, keptChildren, tail: located.blocks };
    settle(located);
    return reading;
  };

  const readFence = (open: OpenFence, show: Show): Located => {
    const { block, end } = show === calm ? closeFence(text, open) : endFence(text, open);
    if (end === undefined) return { blocks: [block], starts: [offset], childStarts: [] };
    const rest = parse(end, show);
    return {
      blocks: [block, ...rest.blocks],
      starts: [offset, ...rest.starts],
      childStarts: rest.childStarts,
    };
  };

  const parse = (from: number, show: Show): Located => {
    const head = from === offset ? tableHead : '';
    const source = show(head + text.slice(from));
    const parsed = parseBlocks(source, definitions);
    const located = locate(parsed, source, from - head.length);
    return cutLong(head === '' ? located : withoutHead(located), show);
  };

  /** Cuts the last block while it is too long to be drawn again and again. */
  const cutLong = (located: Located, show: Show): Located => {
    const last = located.blocks.at(-1);
    const start = Math.max(located.starts.at(-1) ?? 0, located.childStarts.at(-1) ?? 0, offset);
    const longest = last?.type === 'paragraph' ? LONGEST_PARAGRAPH : LONGEST_CONTAINER;
    if (!last || last.type === 'code' || text.length - start <= longest) return located;
    const blocks = located.blocks.slice(0, -1);
    const starts = located.starts.slice(0, -1);
    for (let from = located.starts.at(-1) ?? 0; from < text.length;) {
      const cut = text.length - from <= longest ? text.length : cutBefore(text, from, from + longest);
      const piece = cut === text.length ? show(text.slice(from)) : text.slice(from, cut);
      const cutOff = locate(parseBlocks(piece, definitions), piece, from);
      blocks.push(...cutOff.blocks);
      starts.push(...cutOff.starts);
      from = cut;
    }
    return { blocks, starts, childStarts: [] };
  };

  /** Cuts the last block where it has too many items or rows. */
  const splitLong = (located: Located): Located => {
    const { starts, childStarts } = located;
    const blocks = [...located.blocks];
    const last = blocks.pop();
    if (!last) return located;
    const goesOn = blocks.length === 0;
    const number = goesOn && piece ? piece.number : last.level;
    const mark = goesOn && piece ? { info: 'continued' } : {};
    const numbered = { ...last, ...mark, ...(number === undefined ? {} : { level: number }) };
    const room = MOST_CHILDREN - (goesOn ? keptChildren : 0);
    if (childStarts.length <= room) return { ...located, blocks: [...blocks, numbered] };
    const head = last.type === 'table' ? tableHead || text.slice(starts.at(-1), childStarts[1]) : '';
    const cut = {
      blocks: [...blocks, { ...numbered, children: last.children.slice(0, room) }],
      starts: [...starts],
    };
    let from = room;
    const numberOf = (index: number): number | undefined =>
      number === undefined ? undefined : number + index + MOST_CHILDREN - room;
    for (; from < childStarts.length; from += MOST_CHILDREN) {
      const level = numberOf(from);
      const children = last.children.slice(from, from + MOST_CHILDREN);
      cut.blocks.push({ ...last, ...(level === undefined ? {} : { level }), info: 'continued', children });
      cut.starts.push(childStarts[from] ?? offset);
    }
    from -= MOST_CHILDREN;
    return { ...cut, childStarts: childStarts.slice(from), pieceOf: { head, number: numberOf(from) } };
  };

  /** From now on, only the last block (or its last child) is read again. */
  const settle = ({ blocks, starts, childStarts, pieceOf }: Located): void => {
    const before = blocks.length - 1;
    const last = blocks[before];
    if (!last) return;
    if (before > 0) {
      kept += before;
      keptChildren = 0;
      tableHead = pieceOf?.head ?? '';
      piece = pieceOf;
      fence = undefined;
      offset = starts[before] ?? offset;
    }
    fence ??= openFence(text, offset, last);
    const child = childStarts.at(-1);
    if (
      child === undefined ||
      child <= offset ||
      childStarts.length < (tableHead === '' && last.type === 'table' ? 3 : 2)
    )
      return;
    if (last.type === 'table' && tableHead === '') tableHead = text.slice(offset, childStarts[1]);
    keptChildren += childStarts.length - 1;
    offset = child;
  };

  return {
    definitions,
    push: (more) => {
      const joined = heldReturn + more;
      heldReturn = joined.endsWith('\r') ? '\r' : '';
      text += joined
        .slice(0, joined.length - heldReturn.length)
        .replace(/\r\n?/g, '\n')
        .replace(/\0/g, '\uFFFD');
    },
    read: () => read(calm),
    end: () => {
      text += heldReturn === '' ? '' : '\n';
      heldReturn = '';
      return read((tail) => tail);
    },
  };
}

function locate(parsed: Parsed, source: string, base: number): Located {
  const lines = [...parsed.lines, ...parsed.childLines];
  const at = lineOffsets(source, Math.max(0, ...lines));
  const place = (line: number): number => base + (at[line] ?? source.length);
  return {
    blocks: [...parsed.blocks],
    starts: parsed.lines.map(place),
    childStarts: parsed.childLines.map(place),
  };
}

/** The head was put before the rows for parsing only and is drawn already. */
function withoutHead(located: Located): Located {
  const [table, ...rest] = located.blocks;
  if (table?.type !== 'table') return located;
  const blocks = [{ ...table, children: table.children.slice(1) }, ...rest];
  return {
    ...located,
    blocks,
    childStarts: rest.length > 0 ? located.childStarts : located.childStarts.slice(1),
  };
}

/** Where each line begins, up to line `last`. */
function lineOffsets(text: string, last: number): number[] {
  const offsets = [0];
  for (let at = text.indexOf('\n'); at >= 0 && offsets.length <= last; at = text.indexOf('\n', at + 1)) {
    offsets.push(at + 1);
  }
  return offsets;
}

/** The last good place to cut before `limit`: a line's end, a blank, or else between two characters. */
function cutBefore(text: string, from: number, limit: number): number {
  const half = from + (limit - from) / 2;
  for (const mark of ['\n', ' ']) {
    const at = text.lastIndexOf(mark, limit - 1);
    if (at > half) return at + 1;
  }
  // Not inside a surrogate pair.
  return /[\uD800-\uDBFF]/.test(text[limit - 1] ?? '') ? limit - 1 : limit;
}
