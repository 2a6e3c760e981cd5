/** Counts brackets and quotes in a piece of code without knowing its language. */

const OPENER: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const QUOTES = '"\'`';

/** Where the first closing bracket stands that the text itself did not open; strings are not told apart. */
export function firstUnmatched(text: string): number | undefined {
  const open: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === '(' || char === '[' || char === '{') open.push(char);
    else {
      const opener = OPENER[char];
      if (opener !== undefined && open.pop() !== opener) return at;
    }
  }
  return undefined;
}

/** How many of `closers`, from the first on, `text` closes itself: brackets it did not open, quotes it has an odd number of. */
export function closedBy(text: string, closers: string): number {
  let from = 0;
  for (let n = 0; n < closers.length; n++) {
    const closer = closers[n] ?? '';
    const found = QUOTES.includes(closer) ? oddQuote(text, closer, from) : unmatched(text, closer, from);
    if (found === undefined) return n;
    from = found + 1;
  }
  return closers.length;
}

function oddQuote(text: string, quote: string, from: number): number | undefined {
  let first: number | undefined;
  let count = 0;
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
    if (text[at - 1] === '\\') continue;
    first ??= at;
    count++;
  }
  return count % 2 === 1 ? first : undefined;
}

function unmatched(text: string, closer: string, from: number): number | undefined {
  const at = firstUnmatched(text.slice(from));
  if (at !== undefined && text[from + at] === closer) return from + at;
  // Angle brackets and closing tags open nothing that can be counted: covered where they end the text.
  return OPENER[closer] === undefined && text.includes(closer, from) ? text.indexOf(closer, from) : undefined;
}
