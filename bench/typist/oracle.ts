/** A scripted model that knows what will be typed, and is wrong as often as it is told to be. */
import type { Script } from '../../test/fakes/scriptedModel.ts';
import type { Habits } from './habits.ts';

export interface OracleOptions {
  readonly firstTokenMs: number;
  readonly tokenMs: number;
  /** Share of answers that go wrong on their first line, and of lines after it that do. */
  readonly wrong: number;
}

/** The layout under which the oracle gets prefix and suffix back out of the prompt. */
export const ORACLE_FIM = '<P>{prefix}<S>{suffix}<M>';

/** Pieces about as long as a tokenizer's: a blank with up to six letters, one or two signs, blanks. */
const TOKENS = /[ ]?\w{1,6}|\n[ \t]*|[ ]?[^\w\s]{1,2}|[ \t]+/g;

export const tokensOf = (text: string): string[] => text.match(TOKENS) ?? [];

/** Answers a prompt about the gap that `target` fills after `head`. */
export function answerFor(
  prompt: string,
  head: string,
  target: string,
  habits: Habits,
  { firstTokenMs, tokenMs, wrong }: OracleOptions,
): Script {
  const prefix = prompt.slice('<P>'.length, prompt.indexOf('<S>'));
  const at = whereIs(prefix, head, target);
  const script = (text: string): Script => ({ tokens: tokensOf(text).slice(0, 128), firstTokenMs, tokenMs });
  // Something nobody will type stands left of the caret: whatever is said is of no use.
  if (at === undefined)
    return script(otherText(target, Math.floor(habits.draw('lost', prefix.length) * 1e6)));
  const lines = target.slice(at).split(/(?<=\n)/);
  let answer = '';
  for (const [index, line] of lines.entries()) {
    // Each place has its luck: asked again at the same place the model says the same.
    if (habits.draw(`wrong${index > 0 ? '-later' : ''}`, at + answer.length) >= wrong) {
      answer += line;
      continue;
    }
    const tokens = tokensOf(line);
    const right = Math.min(
      Math.floor(habits.draw('goes-wrong', at + answer.length) * 3),
      Math.max(0, tokens.length - 1),
    );
    const begun = tokens.slice(0, right).join('');
    answer += begun + otherText(target, at + answer.length, line.slice(begun.length));
    break;
  }
  return script(answer);
}

/** Where in the target the caret stands: the text before it ends with the end of the prompt's prefix. */
function whereIs(prefix: string, head: string, target: string): number | undefined {
  const whole = head + target;
  const tail = prefix.slice(-300);
  for (let at = whole.indexOf(tail); at >= 0; at = whole.indexOf(tail, at + 1)) {
    const caret = at + tail.length - head.length;
    if (caret >= 0) return caret;
  }
  return undefined;
}

/** Plausible text of the same file that begins otherwise than `instead`. */
function otherText(target: string, at: number, instead = ''): string {
  const lines = target.split('\n').map((line) => line.trim());
  for (let n = 0; n < lines.length; n++) {
    const line = lines[(at * 7 + n * 3 + 1) % lines.length] ?? '';
    if (line.length > 4 && !line.startsWith(instead.trimStart().slice(0, 1) || '\n')) return `${line}\n`;
  }
  return 'undefined;\n';
}
