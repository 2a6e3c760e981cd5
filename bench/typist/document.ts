/** The document under a person's hands, with what an editor does by itself: closing pairs, indenting new lines. */

const PAIRS: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '{': '}',
  '"': '"',
  "'": "'",
  '`': '`',
};

export interface Document {
  readonly before: string;
  readonly after: string;
  /** Characters of the target that are in the document left of the caret. */
  readonly done: number;
  /** Presses the key for the next character of the target; false when a bare caret move was enough. */
  typeNext(): boolean;
  /** Presses a key that the target does not ask for. */
  slip(letter: string): void;
  backspace(): void;
  /** Inserts accepted text, all of which the target has next. */
  accept(text: string, replaceSuffix: number): void;
}

/** Somebody is about to type `target` between `head` and `tail`. */
export function openDocument(head: string, target: string, tail: string): Document {
  let before = head;
  /** What the editor closed and nobody typed over yet, nearest first. */
  let closers = '';
  let done = 0;
  let slipped = '';

  const typed = (text: string): void => {
    before += text;
    done += text.length;
  };

  return {
    get before() {
      return before + slipped;
    },
    get after() {
      return closers + tail;
    },
    get done() {
      return done;
    },
    typeNext() {
      const key = target[done] ?? '';
      if (key === '\n') {
        const indent = /^\n[ \t]*/.exec(target.slice(done))?.[0] ?? '\n';
        // The bracket that closes this block already stands below: the caret only moves there.
        if (closers.startsWith(indent) && target.startsWith(closerOf(closers), done)) {
          const closer = closerOf(closers);
          closers = closers.slice(closer.length);
          typed(closer);
          return false;
        }
        // Between a pair Enter puts the closing one on a line of its own.
        if (/[([{]$/.test(before) && /^[)\]}]/.test(closers)) {
          const line = /^[ \t]*/.exec(before.slice(before.lastIndexOf('\n') + 1))?.[0] ?? '';
          closers = `\n${line}${closers}`;
        }
        typed(/^\n[ \t]*(?=\n|$)/.test(target.slice(done)) ? '\n' : indent);
        return true;
      }
      if (closers.startsWith(key) && key !== '') {
        closers = closers.slice(1);
        typed(key);
        return true;
      }
      const closer = PAIRS[key];
      const word = /\w$/.test(before) && /["'`]/.test(key);
      if (closer !== undefined && !word && /^[\s)\]};,]|^$/.test(closers + tail)) closers = closer + closers;
      typed(key);
      return true;
    },
    slip(letter) {
      slipped += letter;
    },
    backspace() {
      slipped = slipped.slice(0, -1);
    },
    accept(text, replaceSuffix) {
      closers = closers.slice(replaceSuffix);
      typed(text);
    },
  };
}

/** The line break, the indentation and the bracket that `closers` begins with. */
function closerOf(closers: string): string {
  return /^\s*[)\]}]/.exec(closers)?.[0] ?? closers;
}
