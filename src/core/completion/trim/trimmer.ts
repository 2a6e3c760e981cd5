/** Cuts a streamed answer to what should be offered at the caret: the stages of trimming in their order. */
import type { Syntax } from '../syntax.ts';
import type { Place, Query, Trimmed, Trimmer } from '../words.ts';
import { controlTokens } from './controlTokens.ts';
import { badStart } from './badStart.ts';
import { blankStart } from './blankStart.ts';
import { blockEnd } from './blockEnd.ts';
import { caretOf } from './caret.ts';
import { drawable } from './drawable.ts';
import { echo } from './echo.ts';
import { extent } from './extent.ts';
import { indentation } from './indentation.ts';
import { joint } from './joint.ts';
import { promptEchoes } from './promptEchoes.ts';
import { endOfThoughts, reasoning } from './reasoning.ts';
import { repeatedLines, repetitionInLine } from './repetition.ts';
import { suffixRun } from './suffixRun.ts';
import { wrapping } from './wrapping.ts';
import { lineEnds } from './lineEnds.ts';
import { restOfLine } from './restOfLine.ts';
import { chain, type Line, type NamedStage } from './stage.ts';
import { syntaxEnd } from './syntaxEnd.ts';
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
  const caret = caretOf(place);
  const rest = restOfLine(caret);
  const coveredBy = (length: number): number => rest.covers.findLast(({ at }) => at <= length)?.covered ?? 0;
  const wrap = wrapping(caret, options.origin);
  const around = place.prefix.slice(-8192) + place.suffix.slice(0, 8192);
  const stages: readonly NamedStage[] = [
    { name: 'line-ends', stage: lineEnds() },
    { name: 'blank', stage: blankStart() },
    { name: 'control-token', stage: controlTokens(options.stops, around, caret.language) },
    { name: 'reasoning', stage: reasoning() },
    { name: 'reasoning', stage: endOfThoughts(around) },
    { name: 'wrapping', stage: wrap },
    { name: 'bad-start', stage: badStart(caret) },
    { name: 'echo', stage: echo(caret) },
    { name: 'prompt-echo', stage: promptEchoes(caret) },
    { name: 'joint', stage: joint(caret) },
    { name: 'indentation', stage: indentation(caret, wrap.fenced) },
    { name: 'repetition', stage: repetitionInLine(caret) },
    { name: 'repeated-lines', stage: repeatedLines(caret) },
    { name: 'rest-of-line', stage: rest },
    { name: 'suffix', stage: suffixRun(caret) },
    { name: 'block-end', stage: blockEnd(caret) },
    { name: 'syntax', stage: syntaxEnd(caret, place, options.syntax) },
    { name: 'extent', stage: extent(caret) },
    { name: 'length', stage: drawable() },
    { name: 'trailing', stage: trailing((offered) => (coveredBy(offered) > 0 ? '' : caret.rest)) },
  ];
  const line = chain(stages);
  let text = '';
  let done = false;
  let rule: string | undefined;
  function take(passed: Line): Trimmed {
    text += passed.text;
    done ||= passed.over;
    rule ??= passed.rule;
    return { text, replaceSuffix: coveredBy(text.length), done, ...(rule === undefined ? {} : { rule }) };
  }
  const current = (): Trimmed => take({ text: '', over: done });
  return {
    push: (piece) => (done ? current() : take(line.push(piece))),
    // A cut answer ends in the middle of something: what was held back for the rest of its line is not known.
    end: (how) => (done || (how === 'cut' && text !== '') ? current() : take(line.end())),
  };
}
