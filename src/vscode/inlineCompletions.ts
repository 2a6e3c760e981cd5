/** Ghost text: hands the editor's calls to the engine, and makes the text grow while its stream runs. */
import * as vscode from 'vscode';
import type { Answer, Query, Suggester, Suggestion } from '../core/completion/words.ts';
import { createGrowth, onlyClosers } from '../core/inline/growth.ts';
import { bestCut } from '../core/inline/patience.ts';
import { tabWouldIndent } from '../core/inline/indentTab.ts';
import { place } from '../core/inline/placing.ts';
import type { Clock } from '../core/ports.ts';
import { refusalOf } from './inlineGate.ts';
import { optionsOf, queryOf, type Call } from './inlineQuery.ts';
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
  /** The place that the editor asked about last. */
  let asked: { readonly call: Call; readonly version: number } | undefined;
  let tabHelped = false;
  let lastChange: { readonly document: vscode.TextDocument; readonly change: Query['change'] } | undefined;

  const registration = createRegistration(settings, switches, clock, provide, () => growth.asked());
  const growth = createGrowth(
    {
      refresh: () => registration.refresh(),
      unmoved: () => asked !== undefined && isUnmoved(asked.call, asked.version),
      recall: () => asked && suggester.recall(queryOf(asked.call))?.text,
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
    const grown = growth.active && asked?.call.document === document ? suggester.recall(query) : undefined;
    asked = { call, version: document.version };
    if (!grown) return ask(call, query, token, started);
    const text = growth.draw(grown.text);
    return items(call, [{ ...grown, text }], 'growth', started);
  }

  async function ask(
    call: Call,
    query: Query,
    token: vscode.CancellationToken,
    started: number,
  ): Promise<Items> {
    const { document } = call;
    const { version } = document;
    const abort = new AbortController();
    const cancellation = token.onCancellationRequested(() => abort.abort());
    const over = new Set<number>();
    const stopListening = suggester.onGrowth((_uri, ended, id) => ended && over.add(id));
    try {
      const answer = await suggester.suggest(query, abort.signal);
      log.debug(describe(answer));
      if (answer.type === 'silence') silences.note(answer);
      if (abort.signal.aborted && document.version === version) growth.stop();
      if (answer.type === 'silence' || abort.signal.aborted) return undefined;
      const [best, ...others] = answer.suggestions;
      const suggestions = [best, ...others];
      if (!answer.growing || over.has(best.id) || others.length > 0) growth.stop();
      else if (mayGrow(call)) {
        const text = growth.begin({ id: best.id, text: best.text, suffix: lineSuffix(call) });
        suggestions[0] = { ...best, text };
      } else {
        const growing = {
          recall: () => suggester.recall(query)?.text,
          onMore: (listener: (ended: boolean) => void) =>
            suggester.onGrowth((_uri, ended, id) => id === best.id && listener(ended)),
        };
        const text = await bestCut(growing, clock, abort.signal);
        if (text === undefined) return undefined;
        suggestions[0] = { ...best, text };
      }
      return items(call, suggestions, answer.source, started);
    } finally {
      stopListening();
      cancellation.dispose();
    }
  }

  function items(
    call: Call,
    suggestions: readonly Suggestion[],
    source: Offer['source'],
    started: number,
  ): Items {
    const { document, position } = call;
    const line = document.lineAt(position.line).text;
    const [best] = suggestions;
    if (best) {
      silences.end();
      helpTab(tabWouldIndent(line.slice(0, position.character), best.text, optionsOf(document).tabSize));
      offered({ id: best.id, document, position, text: best.text, source, ms: clock.now() - started });
    }
    return suggestions.flatMap((suggestion) => {
      const placed = place(suggestion, line, position.character);
      if (!placed) return [];
      const range = new vscode.Range(position.line, placed.start, position.line, placed.end);
      const item = new vscode.InlineCompletionItem(placed.insertText, range);
      item.command = { command: 'ghoststream.accepted', title: '', arguments: [suggestion.id] };
      return [item];
    });
  }

  /** The context key of the Tab binding that accepts where the editor would indent. */
  function helpTab(on: boolean): void {
    if (on === tabHelped) return;
    tabHelped = on;
    void vscode.commands.executeCommand('setContext', 'ghoststream.indents', on);
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
    if (asked) suggester.dismiss(asked.call.document.uri.toString());
    return vscode.commands.executeCommand('editor.action.inlineSuggest.hide');
  }

  return vscode.Disposable.from(
    registration,
    {
      dispose: suggester.onGrowth((_uri, ended, id) => growth.heard(id, ended)),
    },
    { dispose: () => growth.stop() },
    vscode.commands.registerCommand('ghoststream.dismiss', dismiss),
    vscode.workspace.onDidChangeTextDocument(({ document, reason, contentChanges }) => {
      const { Undo, Redo } = vscode.TextDocumentChangeReason;
      const change = reason === Undo ? 'undo' : reason === Redo ? 'redo' : undefined;
      lastChange = { document, change };
      // The closer that the editor adds hides a text that does not have it yet; only a new answer brings it back, and
      // the editor asks for one no sooner than the typing pauses.
      const [typed] = contentChanges;
      if (growth.active && asked?.call.document === document && typed && AUTO_CLOSED.has(typed.text))
        registration.refresh();
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => suggester.forget(uri.toString())),
  );
}

const AUTO_CLOSED: ReadonlySet<string> = new Set(['()', '[]', '{}', '""', "''", '``']);

function isUnmoved({ document, position }: Call, version: number): boolean {
  const editor = vscode.window.activeTextEditor;
  return (
    vscode.window.state.focused &&
    editor?.document === document &&
    document.version === version &&
    editor.selection.isEmpty &&
    editor.selection.active.isEqual(position)
  );
}

function lineSuffix({ document, position }: Call): string {
  return document.lineAt(position.line).text.slice(position.character);
}

/** One line for the log, without content. */
function describe(answer: Answer): string {
  if (answer.type === 'silence')
    return `nothing: ${answer.reason}${answer.detail ? ` (${answer.detail})` : ''}`;
  const [best] = answer.suggestions;
  return `suggestion ${best.id}: ${answer.source}, ${best.text.length} characters${answer.growing ? ', growing' : ''}`;
}
