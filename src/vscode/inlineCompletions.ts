/** Ghost text: hands the editor's calls to the engine, and makes the text grow while its stream runs. */
import * as vscode from 'vscode';
import type { Answer, Query, Suggester, Suggestion } from '../core/completion/words.ts';
import { createGrowth, onlyClosers } from '../core/inline/growth.ts';
import { bestCut, type Stream } from '../core/inline/patience.ts';
import type { Clock } from '../core/ports.ts';
import { isNotInserting, refusalOf } from './inlineGate.ts';
import { createTabHelp, itemsOf } from './inlineItems.ts';
import { isUnmoved, lineSuffix, queryOf, type Call } from './inlineQuery.ts';
import { createRegistration } from './inlineRegistration.ts';
import type { Log } from './log.ts';
import type { Settings } from './settings.ts';
import type { Silences } from './silences.ts';
import type { Switches } from './switches.ts';

export interface InlineParts {
  readonly suggester: Suggester;
  readonly settings: Settings;
  readonly switches: Switches;
  readonly silences: Silences;
  readonly log: Log;
  readonly clock: Clock;
  /** Told what the editor was given, for the statistics. */
  readonly offered: (offer: Offer) => void;
}

/** What the editor was given. */
export interface Offer {
  readonly id: number;
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
  readonly text: string;
  readonly source: 'typed-along' | 'cache' | 'joined' | 'request' | 'growth';
  /** From the editor's call to the answer, in milliseconds. */
  readonly ms: number;
}

type Items = vscode.InlineCompletionItem[] | undefined;

export function registerInlineCompletions(parts: InlineParts): vscode.Disposable {
  const { suggester, settings, switches, silences, log, clock, offered } = parts;
  /** What the editor asked last. */
  let asked: Call | undefined;
  let lastChange: { readonly document: vscode.TextDocument; readonly change: Query['change'] } | undefined;
  const helpTab = createTabHelp();

  const registration = createRegistration(settings, switches, clock, provide, (document) => {
    if (asked?.document === document && asked.version === document.version) growth.asked();
    else growth.overtaken();
  });
  const growth = createGrowth(
    {
      refresh: () => registration.refresh(),
      unmoved: () => asked !== undefined && isUnmoved(asked),
      recall: () => asked && suggester.recall(queryOf(asked))?.text,
      growing: (on) => void vscode.commands.executeCommand('setContext', 'ghoststream.growing', on),
    },
    clock,
  );

  function provide(
    document: vscode.TextDocument,
    position: vscode.Position,
    context: vscode.InlineCompletionContext,
    token: vscode.CancellationToken,
  ): Items | Promise<Items> {
    const started = clock.now();
    const call: Call = {
      document,
      version: document.version,
      position,
      trigger: context.triggerKind === vscode.InlineCompletionTriggerKind.Invoke ? 'invoke' : 'automatic',
      selected: context.selectedCompletionInfo,
      change: lastChange?.document === document ? lastChange.change : undefined,
    };
    const refusal = refusalOf(call, settings.inline);
    if (refusal) {
      silences.note(refusal);
      log.debug(`nothing: ${refusal.reason}${refusal.detail ? ` (${refusal.detail})` : ''}`);
      return undefined;
    }
    const query = queryOf(call);
    const grown = growth.active && asked?.document === document ? suggester.recall(query) : undefined;
    asked = call;
    if (!grown) return ask(call, query, token, started);
    return give(call, [{ ...grown, text: growth.draw(grown.text) }], 'growth', started);
  }

  /** Asks the engine, and begins to grow what is not whole yet. */
  async function ask(
    call: Call,
    query: Query,
    token: vscode.CancellationToken,
    started: number,
  ): Promise<Items> {
    const abort = new AbortController();
    const cancellation = token.onCancellationRequested(() => abort.abort());
    const over = new Set<number>();
    const stopListening = suggester.onGrowth((_uri, ended, id) => ended && over.add(id));
    try {
      const answer = await suggester.suggest(query, abort.signal);
      log.debug(describe(answer));
      if (answer.type === 'silence') silences.note(answer);
      // Canceled though nothing was typed: another extension's text is on the screen.
      if (abort.signal.aborted && call.document.version === call.version) growth.stop();
      if (answer.type === 'silence' || abort.signal.aborted) return undefined;
      const [best, ...others] = answer.suggestions;
      if (!answer.growing || over.has(best.id) || others.length > 0) {
        growth.stop();
        return give(call, answer.suggestions, answer.source, started);
      }
      const text = mayGrow(call)
        ? growth.begin({ id: best.id, text: best.text, suffix: lineSuffix(call) })
        : await bestCut(streamOf(best, query), clock, abort.signal);
      return text === undefined ? undefined : give(call, [{ ...best, text }], answer.source, started);
    } finally {
      stopListening();
      cancellation.dispose();
    }
  }

  function streamOf({ id }: Suggestion, query: Query): Stream {
    return {
      recall: () => suggester.recall(query)?.text,
      onMore: (listener) => suggester.onGrowth((_uri, ended, of) => of === id && listener(ended)),
    };
  }

  function give(
    call: Call,
    suggestions: readonly [Suggestion, ...Suggestion[]],
    source: Offer['source'],
    started: number,
  ): Items {
    const [{ id, text }] = suggestions;
    const { document, position } = call;
    silences.end();
    helpTab(call, text);
    offered({ id, document, position, text, source, ms: clock.now() - started });
    return itemsOf(call, suggestions);
  }

  function mayGrow(call: Call): boolean {
    const { growth: wanted, screenReader } = settings.inline;
    return (
      wanted === 'auto' &&
      !screenReader &&
      growth.works &&
      onlyClosers(lineSuffix(call)) &&
      vscode.window.activeTextEditor?.document === call.document
    );
  }

  function dismiss(): Thenable<unknown> {
    growth.stop();
    if (asked) suggester.dismiss(asked.document.uri.toString());
    return hide();
  }

  /** Turned off or snoozed: at once, also what is drawn and what still runs. */
  function leave(): void {
    if (switches.off === undefined) return;
    growth.stop();
    suggester.forget();
    if (asked && isUnmoved(asked)) void hide();
  }

  /** Vim's normal mode: the caret is still in a place where the editor would go on drawing. */
  function leaveInserting(editor: vscode.TextEditor): void {
    if (editor.document !== asked?.document || !isNotInserting(editor, settings.inline.cursorStyle)) return;
    growth.stop();
    void hide();
  }

  return vscode.Disposable.from(
    registration,
    { dispose: suggester.onGrowth((_uri, ended, id) => growth.heard(id, ended)) },
    { dispose: () => growth.stop() },
    switches.onDidChange(leave),
    vscode.window.onDidChangeTextEditorOptions(({ textEditor }) => leaveInserting(textEditor)),
    vscode.commands.registerCommand('ghoststream.dismiss', dismiss),
    vscode.workspace.onDidChangeTextDocument(({ document, reason, contentChanges }) => {
      const { Undo, Redo } = vscode.TextDocumentChangeReason;
      const change = reason === Undo ? 'undo' : reason === Redo ? 'redo' : undefined;
      lastChange = { document, change };
      // The closer that the editor adds hides a text that does not have it yet; only a new answer brings it back, and
      // the editor asks for one no sooner than the typing pauses.
      const [typed] = contentChanges;
      if (growth.active && asked?.document === document && typed && AUTO_CLOSED.has(typed.text))
        registration.refresh();
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => suggester.forget(uri.toString())),
  );
}

function hide(): Thenable<unknown> {
  return vscode.commands.executeCommand('editor.action.inlineSuggest.hide');
}

const AUTO_CLOSED: ReadonlySet<string> = new Set(['()', '[]', '{}', '""', "''", '``']);

/** One line for the log, without content. */
function describe(answer: Answer): string {
  if (answer.type === 'silence')
    return `nothing: ${answer.reason}${answer.detail ? ` (${answer.detail})` : ''}`;
  const [best] = answer.suggestions;
  return `suggestion ${best.id}: ${answer.source}, ${best.text.length} characters${answer.growing ? ', growing' : ''}`;
}
