/** Describes how a repository writes its commit messages, in words: an example could come back as the answer. */

const CONVENTIONAL = /^(build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(\([^)]+\))?!?: /;
const TICKET = /^\[?[A-Z][A-Z0-9]+-\d+\]?[:\s]/;
const EMOJI = /^(?:\p{Extended_Pictographic}|:[a-z_]+: )/u;
const PATH_PREFIX = /^[\w./-]+: \S/;

/** Messages of merges and bots say nothing of people's style. */
const FOREIGN = /^(?:Merge |Revert "|Bump |fixup!|squash!|amend!)/;

/** @param messages recent commit messages, the newest first; may be empty */
export function describeStyle(messages: readonly string[]): string {
  const own = messages
    .map((message) => message.trim())
    .filter((message) => message && !FOREIGN.test(message));
  const subjects = own.map((message) => message.split('\n')[0] ?? '');
  if (subjects.length < 3) return DEFAULT_STYLE;
  const most = (test: (subject: string) => boolean): boolean =>
    subjects.filter(test).length * 2 > subjects.length;
  const conventional = most((subject) => CONVENTIONAL.test(subject));
  const bare = subjects.map((subject) => subject.replace(CONVENTIONAL, '').replace(TICKET, '').trim());
  const capital = bare.filter((subject) => /^\p{Lu}/u.test(subject)).length * 2 > bare.length;
  const lengths = subjects.map(({ length }) => length).sort((a, b) => a - b);
  const length = lengths[Math.floor(lengths.length * 0.9)] ?? 72;
  return [
    conventional ? conventionalForm(subjects) : undefined,
    !conventional && most((subject) => PATH_PREFIX.test(subject))
      ? 'The subject begins with the part of the project it is about, in lower case, and a colon.'
      : undefined,
    most((subject) => EMOJI.test(subject))
      ? 'The subject begins with an emoji that stands for the kind of change.'
      : undefined,
    `${conventional ? 'The text behind the colon' : 'The subject'} begins with a ${capital ? 'capital' : 'small'} letter.`,
    most((subject) => subject.endsWith('.'))
      ? 'The subject ends with a period.'
      : 'The subject ends without a period.',
    `The subject has at most ${Math.min(100, Math.max(50, length))} characters.`,
    own.filter((message) => message.includes('\n\n')).length * 2 > own.length
      ? 'A blank line and a short body follow, which says why.'
      : 'There is only the subject, no body.',
    languageOf(subjects),
  ]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}

const DEFAULT_STYLE =
  'One subject line of at most 72 characters in the imperative, with a capital letter and without a period. ' +
  'Only if the reason is not plain from it, a blank line and a short body follow.';

function conventionalForm(subjects: readonly string[]): string {
  const scoped = subjects.filter((subject) => CONVENTIONAL.exec(subject)?.[2]).length * 2 > subjects.length;
  return (
    'The subject has the form of Conventional Commits: a type (feat, fix, docs, refactor, test, chore, …), ' +
    `${scoped ? 'a scope in parentheses, ' : ''}a colon, a blank and the text.`
  );
}

/** Only what the script itself tells. */
function languageOf(subjects: readonly string[]): string | undefined {
  const text = subjects.join(' ');
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const scripts: readonly (readonly [RegExp, string])[] = [
    [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'Japanese'],
    [/\p{Script=Hangul}/gu, 'Korean'],
    [/\p{Script=Han}/gu, 'Chinese'],
    [/\p{Script=Cyrillic}/gu, 'the language with Cyrillic letters that the file names and texts show'],
  ];
  const found = scripts.find(([script]) => (text.match(script)?.length ?? 0) > letters * 0.2);
  return found && `It is written in ${found[1]}.`;
}
