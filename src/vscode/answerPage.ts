/** A quick editor for an answer: a read-only Markdown page beside the code, which grows while the model writes. */
import * as vscode from 'vscode';
import { withoutReasoning } from '../core/edit/reasoning.ts';
import type { CodeParts } from './codeCommands.ts';
import { followText, modelOrAsk, showModelError } from './modelText.ts';

export interface AnswerPages {
  /** Resolves when the answer is over. Closing its page closes the request. */
  ask(title: string, question: string): Promise<void>;
  dispose(): void;
}

const SCHEME = 'ghoststream-answer';
/** Milliseconds between two drawings. */
const DRAW_MS = 80;

export function createAnswerPages({ models, ports }: Pick<CodeParts, 'models' | 'ports'>): AnswerPages {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const texts = new Map<string, string>();
  const provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? '',
  });
  let count = 0;

  const ask = async (title: string, question: string): Promise<void> => {
    const model = await modelOrAsk(models, 'chat');
    if (!model) return;
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${nameOf(title)}.md`, query: String(++count) });
    const key = uri.toString();
    texts.set(key, '');
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, {
      viewColumn: vscode.ViewColumn.Beside,
      preview: false,
      preserveFocus: true,
    });
    const abort = new AbortController();
    const closed = vscode.window.tabGroups.onDidChangeTabs((event) => {
      if (
        event.closed.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === key)
      ) {
        abort.abort();
      }
    });
    let drawing: ReturnType<typeof setTimeout> | undefined;
    const draw = (): void => {
      drawing = undefined;
      changed.fire(uri);
    };
    try {
      await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: model.name }, () =>
        followText(
          { model, messages: [{ role: 'user', content: question }] },
          ports,
          abort.signal,
          (answer) => {
            texts.set(key, withoutReasoning(answer));
            drawing ??= setTimeout(draw, DRAW_MS);
            return 'more';
          },
        ),
      );
    } catch (error) {
      if (!abort.signal.aborted) await showModelError(error, () => ask(title, question));
    } finally {
      closed.dispose();
      clearTimeout(drawing);
      draw();
    }
  };

  return {
    ask,
    dispose: () => {
      provider.dispose();
      changed.dispose();
    },
  };
}

function nameOf(title: string): string {
  return title
    .replace(/[/\\\n]+/g, ' ')
    .slice(0, 40)
    .trim();
}
