/** Runs in a worker: colors lines of code with TextMate grammars and the theme's rules. */
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';
import { createShikiPrimitive, type LanguageRegistration } from '@shikijs/primitive';
import { EncodedTokenMetadata, INITIAL, type StateStack } from '@shikijs/primitive/textmate';
import type { FromWorker, ToWorker, Span } from './highlightWords.ts';

const shiki = createShikiPrimitive({
  engine: createJavaScriptRegexEngine({ forgiving: true }),
  themes: [],
  langs: [],
  warnings: false,
});
/** For each block, the grammar's state before each line. */
const states = new Map<number, StateStack[]>();
let theme = '';
let themes = 0;

// Longer lines are left plain, as in VS Code's editor.
const LONGEST_LINE = 2_000;
const LINE_BUDGET_MS = 100;
/** The first lines in a language compile its expressions, which takes longer than a line may on a busy machine. */
const COMPILE_BUDGET_MS = 1_500;
/** Stands for the text's own color, which the page knows. */
const PLAIN = '#010203';

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  switch (data.type) {
    case 'theme': {
      theme = `theme-${++themes}`;
      const settings = [...data.tokenColors].map(({ scope, settings }) => ({
        ...(scope === undefined ? {} : { scope: typeof scope === 'string' ? scope : [...scope] }),
        settings: { ...settings },
      }));
      shiki.loadThemeSync({ name: theme, type: 'dark', fg: PLAIN, bg: '#030201', settings });
      return;
    }
    case 'grammar':
      shiki.loadLanguageSync(data.grammar as LanguageRegistration[]);
      return;
    case 'forget':
      states.delete(data.block);
      return;
    case 'lines': {
      const answer: FromWorker = { block: data.block, from: data.from, lines: color(data) };
      postMessage(answer);
    }
  }
});

function color({ block, language, from, lines }: Extract<ToWorker, { type: 'lines' }>): Span[][] {
  const before = states.get(block) ?? [];
  states.set(block, before);
  before.length = from + 1;
  before[from] ??= INITIAL;
  const grammar = shiki.getLanguage(language);
  const { colorMap } = shiki.setTheme(theme);
  const retryUntil = performance.now() + COMPILE_BUDGET_MS;
  return lines.map((line, offset) => {
    const state = before[from + offset] ?? INITIAL;
    if (line.length > LONGEST_LINE) {
      before[from + offset + 1] = state;
      return [];
    }
    let result = grammar.tokenizeLine2(line, state, LINE_BUDGET_MS);
    // Compiled expressions are kept, so each try gets further.
    while (result.stoppedEarly && performance.now() < retryUntil)
      result = grammar.tokenizeLine2(line, state, LINE_BUDGET_MS);
    // Half a line would color what follows it as a comment or a text.
    before[from + offset + 1] = result.stoppedEarly ? state : result.ruleStack;
    return result.stoppedEarly ? [] : spans(result.tokens, line.length, colorMap);
  });
}

/** `tokens` are pairs: where a token begins, and its looks as bits. */
function spans(tokens: Uint32Array, length: number, colors: readonly string[]): Span[] {
  const found: Span[] = [];
  for (let i = 0; i < tokens.length; i += 2) {
    const metadata = tokens[i + 1] ?? 0;
    const color = colors[EncodedTokenMetadata.getForeground(metadata)] ?? PLAIN;
    const end = tokens[i + 2] ?? length;
    const style = EncodedTokenMetadata.getFontStyle(metadata);
    const shown = color.toLowerCase() === PLAIN ? '' : color;
    const last = found.at(-1);
    const size = end - (tokens[i] ?? 0);
    if (last?.[1] === shown && last[2] === style) found[found.length - 1] = [last[0] + size, shown, style];
    else found.push([size, shown, style]);
  }
  return found;
}
