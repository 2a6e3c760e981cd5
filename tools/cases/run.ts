/** Runs one case through the engine that the editor calls, in every way the model's text may arrive. */
import { createSuggester } from '../../src/core/completion/suggest.ts';
import type { LoadSyntax } from '../../src/core/completion/syntax.ts';
import type { Answer, Query, Suggester, Suggestion } from '../../src/core/completion/words.ts';
import { fakeClock, type FakeClock } from '../../test/fakes/clock.ts';
import { createScriptedModel, type ScriptedModel } from '../../test/fakes/scriptedModel.ts';
import type { Case, CompletionCase, ReuseCase } from './table.ts';

export interface Outcome {
  readonly id: string;
  readonly ok: boolean;
  readonly got: string | null;
  /** Characters right of the caret that `got` covers. */
  readonly replace: number;
  readonly expected: string | null;
  /** What else is wrong than the text: ways that disagree, a suggestion taken back. */
  readonly problem?: string;
}

interface Offer {
  readonly text: string | null;
  readonly replace: number;
  readonly problem?: string;
}

/** One way for the text to arrive. */
interface Way {
  readonly tokens: readonly string[];
  readonly firstTokenMs: number;
}

/** Milliseconds to the first token; nothing may depend on them. */
const DELAYS = [0, 400];
const TOKEN_MS = 15;
/** Tables of what memory holds name no language. */
const REUSE_LANGUAGE = 'javascript';

export async function runCase(entry: Case, loadSyntax?: LoadSyntax): Promise<Outcome> {
  const offers: Offer[] = [];
  // The virtual clock does not wait for the disk.
  await loadSyntax?.('language' in entry ? entry.language : REUSE_LANGUAGE);
  for (const way of waysOf('modelOutput' in entry ? entry.modelOutput : entry.ghost)) {
    const desk = createDesk(way, loadSyntax);
    offers.push(await ('modelOutput' in entry ? complete(entry, desk) : reuse(entry, desk)));
    desk.suggester.dispose();
  }
  const [got = NOTHING, ...others] = offers;
  const other = others.find(({ text, replace }) => text !== got.text || replace !== got.replace);
  const problem =
    offers.find((offer) => offer.problem)?.problem ??
    (other && `depends on how the text arrives: ${JSON.stringify(other.text)}`);
  return {
    id: entry.id,
    ok: problem === undefined && isExpected(entry, got),
    got: got.text,
    replace: got.replace,
    expected: entry.expected,
    ...(problem === undefined ? {} : { problem }),
  };
}

interface Desk {
  readonly clock: FakeClock;
  readonly model: ScriptedModel;
  readonly suggester: Suggester;
  /** Lets time pass until nothing runs any more. */
  readonly finish: () => Promise<void>;
}

function createDesk(way: Way, loadSyntax: LoadSyntax | undefined): Desk {
  const clock = fakeClock();
  const model = createScriptedModel(clock, () => ({ ...way, tokenMs: TOKEN_MS }));
  const suggester = createSuggester(
    // The table counts requests: the one for the text after a suggestion is beside the question.
    { ahead: 'never' },
    {
      clock,
      model: () => ({ name: 'scripted', endpoint: { url: 'http://scripted', dialect: 'llama-infill' } }),
      stream: model.stream,
      ...(loadSyntax ? { loadSyntax } : {}),
    },
  );
  return {
    clock,
    model,
    suggester,
    finish: () => clock.pass(2000 + way.firstTokenMs + (way.tokens.length + 1) * TOKEN_MS),
  };
}

const NOTHING: Offer = { text: null, replace: 0 };

/** What is offered in the end, and whether everything shown on the way was a beginning of it. */
async function complete(entry: CompletionCase, { clock, suggester, finish }: Desk): Promise<Offer> {
  const query = queryAt(entry.prefix, entry.suffix, entry.language);
  const shown: string[] = [];
  let last: Suggestion | undefined;
  const show = (suggestion: Suggestion | undefined): void => {
    if (!suggestion) return;
    last = suggestion;
    shown.push(suggestion.text);
  };
  suggester.onGrowth(() => show(suggester.recall(query)));
  const asked = suggester.suggest(query, new AbortController().signal).then((answer: Answer) => {
    if (answer.type === 'suggestions') show(answer.suggestions[0]);
  });
  await finish();
  await Promise.race([asked, clock.pass(60_000)]);
  // The promise of the first answer may settle behind the last growth: what stands in the end is what memory holds.
  last = suggester.recall(query) ?? last;
  if (!last) return NOTHING;
  const { text, replaceSuffix } = last;
  const taken = shown.find((earlier) => !text.startsWith(earlier));
  return {
    text,
    replace: replaceSuffix,
    ...(taken === undefined ? {} : { problem: `took back ${JSON.stringify(taken)}` }),
  };
}

/** What memory offers at the second place after the first was answered, or while its request runs. */
async function reuse(entry: ReuseCase, { clock, model, suggester, finish }: Desk): Promise<Offer> {
  const signal = new AbortController().signal;
  void suggester.suggest(queryAt(entry.prefixBefore, entry.suffixBefore, REUSE_LANGUAGE), signal);
  const now = queryAt(entry.prefixNow, entry.suffixNow, REUSE_LANGUAGE);
  if (entry.inFlight) {
    await clock.pass(1);
    void suggester.suggest(now, signal);
  }
  await finish();
  const found = suggester.recall(now);
  if (!found) return NOTHING;
  return {
    text: found.text,
    replace: found.replaceSuffix,
    ...(model.served.length > 1 ? { problem: 'asked the model again' } : {}),
  };
}

function queryAt(prefix: string, suffix: string, language: string): Query {
  const before = prefix.replaceAll('\r\n', '\n');
  const after = suffix.replaceAll('\r\n', '\n');
  const indented = /^([ \t]+)\S/m.exec(before + after)?.[1] ?? '    ';
  return {
    uri: 'file:///case',
    path: 'case',
    language,
    prefix: before,
    suffix: after,
    line: before.split('\n').length - 1,
    eol: prefix.includes('\r\n') ? '\r\n' : '\n',
    tabSize: 4,
    insertSpaces: !indented.startsWith('\t'),
    // In the middle of a word the editor's own calls are not answered.
    trigger: /[\p{L}\p{N}_$]$/u.test(before) && /^[\p{L}\p{N}_$]/u.test(after) ? 'invoke' : 'automatic',
  };
}

function isExpected(entry: Case, got: Offer): boolean {
  if (!('modelOutput' in entry)) return got.text === entry.expected;
  return [entry, ...entry.acceptAlso].some(
    ({ expected, replaceSuffix }) =>
      documentOf(entry, expected, replaceSuffix) === documentOf(entry, got.text, got.replace),
  );
}

/** The document after accepting, without what no reader sees: kinds of line ends, blanks at their end, last newlines. */
function documentOf({ prefix, suffix }: CompletionCase, text: string | null, replace: number): string | null {
  if (text === null || text === '') return null;
  const whole = (prefix + text + suffix.slice(replace)).replaceAll('\r\n', '\n');
  return whole.replace(/[ \t]+$/gm, '').replace(/\n+$/, '');
}

/** By tokens as a model's vocabulary would have them, whole, and character by character; early and late. */
function waysOf(text: string): readonly Way[] {
  const words = text.match(/ ?[\p{L}\p{N}_]+|\r?\n[ \t]*|[ \t]+|[^\p{L}\p{N}_\s]{1,2}/gu) ?? [];
  return [words, [text], text.split('')].flatMap((tokens) =>
    DELAYS.map((firstTokenMs) => ({ tokens, firstTokenMs })),
  );
}
