/** Cuts a streamed answer to what should be offered at the caret: the stages of trimming in their order. */
import type { Syntax } from '../syntax.ts';
import type { Place, Query, Trimmed, Trimmer } from '../words.ts';
import { controlTokens } from './controlTokens.ts';
import { fences } from './fences.ts';
import { lineEnds } from './lineEnds.ts';
import { restOfLine } from './restOfLine.ts';
import { chain, type Line, type NamedStage } from './stage.ts';
import { trailing } from './trailing.ts';

export interface TrimOptions {
  /** On `invoke` the answer may start inside a word. */
  readonly trigger: Query['trigger'];
  /** Where the text comes from: a `chat` model talks around its code and wraps it. */
  readonly origin: 'completion' | 'chat';
  /** The model's own stop strings, beside the control tokens that are cut for every model. */
  readonly stops: readonly string[];
  /** The language's parser, loaded before the first text, so that the result does not depend on time. */
  readonly syntax?: Syntax;
}

/** `place` has `\n` line ends. */
export function createTrimmer(place: Place, options: TrimOptions): Trimmer {
  const rest = /^.*/.exec(place.suffix)?.[0] ?? '';
  const stages: readonly NamedStage[] = [
    { name: 'line-ends', stage: lineEnds() },
    {
      name: 'control-token',
      stage: controlTokens(options.stops, place.prefix.slice(-8192) + place.suffix.slice(0, 8192)),
    },
    { name: 'fence', stage: fences() },
    { name: 'rest-of-line', stage: restOfLine(rest) },
    { name: 'trailing', stage: trailing(rest) },
  ];
  const line = chain(stages);
  let text = '';
  let done = false;
  let rule: string | undefined;
  function take(passed: Line): Trimmed {
    text += passed.text;
    done ||= passed.over;
    rule ??= passed.rule;
    return { text, replaceSuffix: 0, done, ...(rule === undefined ? {} : { rule }) };
  }
  const current = (): Trimmed => take({ text: '', over: done });
  return {
    push: (piece) => (done ? current() : take(line.push(piece))),
    end: (_how) => (done ? current() : take(line.end())),
  };
}
