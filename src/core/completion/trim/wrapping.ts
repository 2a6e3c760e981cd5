/** Markdown fences, wrapper tags and talk around the code are taken off (kind 3). */
import type { Caret } from './caret.ts';
import { cut, NOTHING, pass, type Passed, type Stage } from './stage.ts';

const FENCE = '```';

/** Tags that prompts ask a model to wrap its answer in. Their closing halves are among the control tokens. */
const TAGS = [
  '<COMPLETION>',
  '<completion>',
  '<MIDDLE>',
  '<CODE>',
  '<FILL>',
  '<ANSWER>',
  '[CODE]',
  '[MIDDLE]',
];

/** How people's helpers start to talk, as a person would write it: code rarely starts so. */
const TALK = [
  ...[
    'Here is',
    "Here's",
    'Here are',
    'Sure',
    'Certainly',
    'Of course',
    'Absolutely',
    'It looks like',
    'It seems',
  ],
  ...[
    "I'm",
    'I am',
    'I apologize',
    'I cannot',
    "I can't",
    "I'll",
    'I will',
    "I've",
    'I have',
    'I think',
    'As an AI',
  ],
  ...[
    'To complete',
    'To implement',
    'To fix',
    'The complet',
    'The missing',
    'The answer',
    'The result',
    'The solution',
    'The correct',
    'The following',
    'The code',
  ],
  ...[
    'The function',
    'This code',
    'This function',
    'Below is',
    'Based on',
    "Let's",
    'Let me',
    'Okay',
    'OK',
    'Great',
  ],
  ...['You can', 'You could', 'You are', "You're", 'We can', 'We need', 'In this', 'Unfortunately', 'Sorry'],
];

/** Starts of an explanation below the code. */
const AFTERWORD =
  /^(This (function|code|method|class|will|is|returns|uses)|The (above|function|code|method)|Explanation\b|Note(?: that|:)|Here,? (we|I|the|is)|In this (code|example)|I('ve| have|'m) |You can |Let me know|Hope this)/;

/** `chat`: the model was asked in a conversation, so that a fence is wrapping in Markdown too. */
export function wrapping(
  caret: Caret,
  origin: 'completion' | 'chat',
): Stage & { readonly fenced: () => boolean } {
  const { language, literal, onBlank } = caret;
  const inFence = caret.languageId === 'markdown' && oddFences(caret);
  const text = language.prose && !inFence;
  const repairsTalk =
    !text && literal === undefined && !(language.markup && language.blocks === 'indentation');
  /** A conversation quotes a few words of code between single backticks, where the language has none of its own. */
  const quotes = origin === 'chat' && !text && literal === undefined && !hasBackticks(caret);
  let state: 'start' | 'code' | 'fenced' | 'quoted' | 'talk' | 'announced' = 'start';
  let held = '';
  let written = false;

  /** At the start of the answer: how many characters to skip, or undefined while that is open. */
  function start(all: string): number | undefined {
    const head = all.trimStart();
    const blanks = all.length - head.length;
    const tag = TAGS.find((name) => head.startsWith(name));
    if (tag) return blanks + tag.length;
    if (TAGS.some((name) => name.startsWith(head))) return undefined;
    if (head.startsWith(FENCE)) {
      if (text && origin !== 'chat' && !/^```(markdown|md)\s/.test(`${head} `)) {
        state = 'code';
        return 0;
      }
      const newline = head.indexOf('\n');
      if (newline < 0) return undefined;
      state = 'fenced';
      // Behind a comment the code must start on a line of its own.
      const keepsLineEnd = !onBlank && literal?.what === 'comment' && literal.close === '';
      return blanks + newline + (keepsLineEnd ? 0 : 1);
    }
    if (FENCE.startsWith(head)) return undefined;
    if (quotes && head.startsWith('`') && !head.startsWith('``')) {
      state = 'quoted';
      return blanks + 1;
    }
    if (repairsTalk) {
      const newline = head.indexOf('\n');
      const line = newline < 0 ? head : head.slice(0, newline);
      const mayTalk =
        TALK.some((phrase) => phrase.startsWith(line) || line.startsWith(phrase)) && !CODE.test(bare(line));
      if (newline < 0 && mayTalk) return undefined;
      if (mayTalk && talks(line)) {
        state = line.trimEnd().endsWith(':') ? 'announced' : 'talk';
        return blanks + newline + 1;
      }
    }
    state = 'code';
    return 0;
  }

  /** Skips talk in front of the code. */
  function seek(): boolean {
    for (;;) {
      const newline = held.indexOf('\n');
      const line = (newline < 0 ? held : held.slice(0, newline)).trimStart();
      if (state === 'announced' && line !== '' && !FENCE.startsWith(line) && !line.startsWith(FENCE)) {
        state = 'code';
        return true;
      }
      if (newline < 0) return false;
      held = held.slice(newline + 1);
      if (line.startsWith(FENCE)) {
        state = 'fenced';
        return true;
      }
      if (state === 'talk' && line.trimEnd().endsWith(':')) state = 'announced';
    }
  }

  /** Lets lines through up to a closing fence or an afterword. The first one with text flows, later ones come whole. */
  function body(ended: boolean): Passed {
    let out = '';
    for (;;) {
      const newline = held.indexOf('\n');
      const line = newline < 0 ? held : held.slice(0, newline);
      const head = line.trimStart();
      if (closes(head)) return cut(out);
      const inline = state === 'fenced' || state === 'quoted' ? line.indexOf(markOf(state)) : -1;
      if (inline >= 0) return cut(out + line.slice(0, inline));
      if (newline >= 0 || ended) {
        if (written && !inFirst && !flowed && line === head && isAfterword(line)) return cut(out);
        written ||= head !== '';
        inFirst = false;
        flowed = false;
        out += newline < 0 ? line : held.slice(0, newline + 1);
        held = newline < 0 ? '' : held.slice(newline + 1);
        if (newline < 0) return pass(out);
        continue;
      }
      if (written && !flowed && !inFirst && !text) return pass(out);
      const waits = !flowed && fences && FENCE.startsWith(head);
      const keep = waits ? 0 : line.length - (state === 'fenced' ? backticks(line) : 0);
      flowed ||= keep > 0;
      written ||= keep > 0 && head !== '';
      held = held.slice(keep);
      return pass(out + line.slice(0, keep));
    }
  }
  let inFirst = true;
  let flowed = false;
  /** Whether a line that starts with a fence can only be the end of the answer. */
  const fences = !text && !inFence && (literal === undefined || literal.what.length === 1);
  const closes = (head: string): boolean =>
    !flowed && (fences || state === 'fenced') && head.startsWith(FENCE);
  const isAfterword = (line: string): boolean =>
    repairsTalk && AFTERWORD.test(line) && talks(line) && line.split(' ').length > 3;

  return {
    fenced: () => state === 'fenced',
    push(piece) {
      held += piece;
      while (state === 'start') {
        const skip = start(held);
        if (skip === undefined) return NOTHING;
        held = held.slice(skip);
        if (held === '') return NOTHING;
      }
      if ((state === 'talk' || state === 'announced') && !seek()) return NOTHING;
      return body(false);
    },
    end() {
      if (state === 'start') {
        const head = held.trim();
        if (head.startsWith(FENCE) && !(text && origin !== 'chat')) return NOTHING;
        if (
          TALK.some((phrase) => head.startsWith(phrase)) &&
          repairsTalk &&
          talks(head) &&
          head.includes(' ')
        )
          return NOTHING;
        return pass(TAGS.includes(head) ? '' : held);
      }
      if (state === 'talk' || state === 'announced') return NOTHING;
      return body(true);
    },
  };
}

/** Signs that code is made of and sentences are not. */
const CODE = /[=(){}[\];<>]|\w\.\w/;
/** The line without what sentences put in backticks and parentheses, which may be open still. */
const bare = (line: string): string => line.replace(/`[^`]*(?:`|$)/g, '').replace(/\(.*?(?:\)|$)/g, '');
/** Reads like a sentence: several words, or one that calls out. */
const talks = (line: string): boolean => !CODE.test(bare(line)) && /\S\s+\S|^\w+!/.test(line.trim());

const markOf = (state: 'fenced' | 'quoted'): string => (state === 'fenced' ? FENCE : '`');

const hasBackticks = ({ language, languageId }: Caret): boolean =>
  language.longQuotes.includes('`') || ['shellscript', 'sql', 'perl', 'php', 'ruby'].includes(languageId);

const backticks = (line: string): number => /`{0,2}$/.exec(line)?.[0].length ?? 0;

function oddFences(caret: Caret): boolean {
  return [...caret.above, caret.left].filter((line) => line.trimStart().startsWith(FENCE)).length % 2 === 1;
}
