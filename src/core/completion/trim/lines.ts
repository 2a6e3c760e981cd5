/** A stage that judges the answer line by line. */
import { cut, OVER, pass, type Passed, type Stage } from './stage.ts';

export type Verdict =
  /** The line and those that waited stand. */
  | 'keep'
  /** The next line decides about this one. */
  | 'wait'
  /** The answer ends before the lines that waited. */
  | 'drop'
  /** The lines that waited stand, the answer ends before this one. */
  | 'stop'
  /** The line stands and is the last. */
  | 'last';

export interface LineJudge {
  /**
   * Judges a finished line (without its line end; the last one may lack it). Lines count from 0. `end` says that the
   * answer is over.
   */
  judge(line: string, index: number, end: boolean): Verdict;
  /**
   * Whether the first line with text, as far as it is written, has to wait for more. Once it does not it flows on as it
   * comes, and can no longer be dropped. Without this function the answer's first line never waits, and one behind
   * blank lines does.
   */
  holdsFirst?(written: string, index: number): boolean;
  /**
   * Whether the answer ends before the open line, as far as it is written; asked for lines after the first. It must
   * agree with `judge`: what ends early would have been judged `stop` when finished.
   */
  endsAt?(written: string, index: number): boolean;
  /** What becomes of lines that still wait at the end; default `keep`. */
  readonly waiting?: 'keep' | 'drop';
}

export function byLines(rule: LineJudge): Stage {
  let index = 0;
  /** The open line; of the first one with text, the part that has not flowed on. */
  let open = '';
  /** What has flowed on of it. */
  let flowed = '';
  let flowing = false;
  let asked = 0;
  /** No line with text came before. */
  let lead = true;
  let waiting = '';

  /** Asks character by character, so that it does not matter how the line came. */
  function flows(written: string): boolean {
    while (!flowing && asked < written.length)
      flowing = !(rule.holdsFirst?.(written.slice(0, ++asked), index) ?? index > 0);
    return flowing;
  }

  function finish(end: string, over: boolean): Passed {
    const line = flowed + open;
    const rest = open + end;
    // A first line that flows stands, whether or not all of it has gone out yet.
    const shown = lead && waiting === '' && flows(line);
    const verdict = rule.judge(line, index, over);
    index++;
    lead &&= line.trim() === '';
    flowing = false;
    asked = 0;
    open = '';
    flowed = '';
    switch (verdict) {
      case 'keep':
      case 'last': {
        const text = waiting + rest;
        waiting = '';
        return { text, over: verdict === 'last' };
      }
      case 'wait':
        // What flowed stands: only the line end can wait.
        waiting += rest;
        return pass('');
      case 'drop':
      case 'stop':
        if (shown) return cut(waiting + rest.slice(0, rest.length - end.length));
        return verdict === 'drop' ? OVER : cut(waiting);
    }
  }

  return {
    push(text) {
      let out = '';
      let from = 0;
      for (;;) {
        const newline = text.indexOf('\n', from);
        open += newline < 0 ? text.slice(from) : text.slice(from, newline);
        if (newline < 0) break;
        const passed = finish('\n', false);
        out += passed.text;
        if (passed.over) return cut(out);
        from = newline + 1;
      }
      if (lead && waiting === '' && open !== '' && flows(flowed + open)) {
        flowed += open;
        out += open;
        open = '';
      }
      if (index > 0 && open !== '' && rule.endsAt?.(open, index)) return cut(out + waiting);
      return pass(out);
    },
    end() {
      const passed = open === '' && flowed === '' ? pass('') : finish('', true);
      if (passed.over) return passed;
      return rule.waiting === 'drop' ? cut(passed.text) : pass(passed.text + waiting);
    },
  };
}
