/** What a trimming stage is, and how stages are put behind one another. */

/**
 * One rule of trimming, as a stream: characters in, characters that stand out.
 * What a stage returns depends on the characters read so far, never on how they were cut into pieces, and is never
 * taken back: what a later character could still change is held until that character came.
 */
export interface Stage {
  /** Reads the next characters of the answer. */
  push(text: string): Passed;
  /** The answer is over: returns what was held back and stands. */
  end(): Passed;
}

export interface Passed {
  /** Characters that stand. */
  readonly text: string;
  /** The stage cut the answer behind `text`: nothing that follows can be used. */
  readonly over: boolean;
}

export const NOTHING: Passed = { text: '', over: false };
export const OVER: Passed = { text: '', over: true };

export const pass = (text: string): Passed => (text === '' ? NOTHING : { text, over: false });
export const cut = (text: string): Passed => (text === '' ? OVER : { text, over: true });

/** A stage and the name its cuts are reported by. */
export interface NamedStage {
  readonly name: string;
  readonly stage: Stage;
}

export interface Line extends Passed {
  /** Name of the stage that cut the answer. */
  readonly rule?: string;
}

/** Runs text through stages in their order. A cut ends the stages behind it, which hand out what they hold. */
export function chain(stages: readonly NamedStage[]): { push(text: string): Line; end(): Line } {
  /** `text` enters the stage number `from`; those before `open` get no more after it. */
  function run(text: string, from: number, ended: boolean): Line {
    let rule: string | undefined;
    for (const { name, stage } of stages.slice(from)) {
      const passed = text === '' ? NOTHING : stage.push(text);
      text = passed.text;
      if (passed.over) {
        // A stage further down cut at an earlier place: had the text come slowly, it would have been the only one.
        rule = name;
        ended = true;
      } else if (ended) {
        const rest = stage.end();
        text += rest.text;
        if (rest.over) rule ??= name;
      } else if (text === '') return NOTHING;
    }
    return rule === undefined ? { text, over: ended } : { text, over: true, rule };
  }
  return { push: (text) => run(text, 0, false), end: () => run('', 0, true) };
}
