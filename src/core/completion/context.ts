/** Chooses what else of the workspace the model sees: by weight, in an order that stays, so that servers' caches hit. */
import type { ContextFile } from '../model/words.ts';
import type { Clock } from '../ports.ts';
import { isUnreadable } from './excluded.ts';
import type { PromptContext } from './prompt.ts';
import { similarSnippets, type SourceFile } from './snippets.ts';
import type { Query } from './words.ts';

/** What the edge can tell of the file's surroundings; each part may be missing. Paths are as shown to the model. */
export interface Surroundings {
  /** The workspace's name. */
  readonly repository?: string;
  /** The file's first lines, where the query's window does not reach them. */
  readonly head?: string;
  /** Definitions of the symbols near the caret, from the language service. */
  readonly definitions?: readonly SourceFile[];
  /** Open and recently used files, the most recent first. */
  readonly files?: readonly SourceFile[];
  /** What was changed lately in other files, with some lines around it, the last first. */
  readonly edits?: readonly SourceFile[];
  readonly diagnostics?: readonly { readonly line: number; readonly message: string }[];
  /** The notebook's code cells before this one, in their order. */
  readonly cells?: readonly string[];
}

/** Asks the edge; should answer within about 100 ms with what it has, and is not waited for longer. */
export type Gather = (query: Query) => Promise<Surroundings>;

export interface ContextPorts {
  readonly clock: Clock;
  readonly gather: Gather;
  /** Files that never reach a model. */
  readonly excluded: (path: string) => boolean;
}

/** The choice for a caret; `fresh` ones cost nothing, others start gathering at once. Never rejects. */
export interface Context {
  at(query: Query): Promise<PromptContext>;
  forget(uri?: string): void;
}

export const NOTHING: PromptContext = { files: [] };

/** Not waited for longer: a request in time is worth more than a better one. */
const DEADLINE = 120;
/** A choice serves this long and this far around its caret. */
const FRESH_MS = 30_000;
const NEAR_LINES = 40;
const SNIPPETS = 6;

export function createContext({ clock, gather, excluded }: ContextPorts): Context {
  const chosen = new Map<
    string,
    { readonly line: number; readonly at: number; readonly choice: PromptContext }
  >();

  async function look(query: Query): Promise<PromptContext> {
    const surroundings = await gather(query);
    const choice = choose(query, surroundings, excluded);
    chosen.delete(query.uri);
    chosen.set(query.uri, { line: query.line, at: clock.now(), choice });
    for (const uri of chosen.keys()) if (chosen.size > 30) chosen.delete(uri);
    return choice;
  }

  return {
    at(query) {
      const last = chosen.get(query.uri);
      const fresh = last && clock.now() - last.at < FRESH_MS && Math.abs(last.line - query.line) < NEAR_LINES;
      if (fresh) return Promise.resolve(last.choice);
      return new Promise((resolve) => {
        const give = (choice: PromptContext): void => {
          cancel();
          resolve(choice);
        };
        const cancel = clock.after(DEADLINE, () => {
          // What comes later serves the next request; what was chosen before is better than nothing.
          resolve(last?.choice ?? NOTHING);
        });
        look(query).then(give, () => give(last?.choice ?? NOTHING));
      });
    },
    forget(uri) {
      if (uri === undefined) chosen.clear();
      else chosen.delete(uri);
    },
  };
}

/** The parts to show, most telling kinds first, each text once, nothing of the file itself, nothing excluded. */
export function choose(
  query: Query,
  surroundings: Surroundings,
  excluded: (path: string) => boolean,
): PromptContext {
  const usable = (files: readonly SourceFile[] = []): SourceFile[] =>
    files.filter(({ path, text }) => path !== query.path && !excluded(path) && !isUnreadable(text));
  const around = `${query.prefix.slice(-1500)}${query.suffix.slice(0, 500)}`;
  const weighted = [
    ...usable(surroundings.definitions).map((file) => ({ ...file, weight: 2 })),
    ...usable(surroundings.edits).map((file, index) => ({ ...file, weight: 1 - index / 10 })),
    ...similarSnippets(around, usable(surroundings.files), SNIPPETS).map((snippet) => ({
      ...snippet,
      weight: snippet.score,
    })),
  ].sort((a, b) => b.weight - a.weight);
  const { repository, head, cells = [], diagnostics = [] } = surroundings;
  return {
    files: distinct(weighted),
    ...(repository === undefined ? {} : { repository }),
    ...(head === undefined ? {} : { head }),
    ...(cells.length > 0 ? { cells } : {}),
    ...(diagnostics.length > 0 ? { problems: nearest(diagnostics, query.line) } : {}),
  };
}

/** Drops a part that another one holds already. */
function distinct(files: readonly SourceFile[]): ContextFile[] {
  const kept: ContextFile[] = [];
  for (const { path, text } of files) {
    const body = text.trim();
    if (body !== '' && !kept.some((other) => other.path === path && overlaps(other.text, body))) {
      kept.push({ path, text: text.trimEnd() });
    }
  }
  return kept;
}

const overlaps = (a: string, b: string): boolean => a.includes(b) || b.includes(a.trim());

const PROBLEM_LINES = 30;

function nearest(
  diagnostics: readonly { readonly line: number; readonly message: string }[],
  line: number,
): string[] {
  return diagnostics
    .filter((diagnostic) => Math.abs(diagnostic.line - line) <= PROBLEM_LINES)
    .sort((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line))
    .slice(0, 3)
    .map((diagnostic) => `line ${diagnostic.line + 1}: ${diagnostic.message}`);
}
