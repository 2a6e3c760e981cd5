/** Our registration with the editor: none while ghost text is off, and a fresh one whenever ghost text grows. */
import * as vscode from 'vscode';
import type { Clock } from '../core/ports.ts';
import { COMMIT_INPUT_SCHEME, SCHEMES } from './inlineQuery.ts';
import type { Settings } from './settings.ts';
import type { Switches } from './switches.ts';

export interface Registration {
  /** Registers a fresh provider and makes the editor ask it, which replaces the drawn text without a blank frame. */
  refresh(): void;
  dispose(): void;
}

/** `<publisher>.<name>` of package.json: how the editor names our providers. */
const PROVIDER_ID = 'ghoststream.ghoststream';
/** How long a replaced provider lives on, in milliseconds: what is drawn came from it until the fresh one answers. */
const AFTERLIFE_MS = 50;

type Provide = vscode.InlineCompletionItemProvider['provideInlineCompletionItems'];

/** Asks `provide` through the newest provider only; tells `freshAsked` of a fresh one's first question. */
export function createRegistration(
  settings: Settings,
  switches: Switches,
  clock: Clock,
  provide: Provide,
  freshAsked: (document: vscode.TextDocument) => void,
): Registration {
  let current: vscode.Disposable | undefined;
  const retired = new Map<vscode.Disposable, () => void>();

  const register = (onFirst: typeof freshAsked): vscode.Disposable => {
    let first = true;
    const provider: vscode.InlineCompletionItemProvider = {
      provideInlineCompletionItems: (...call) => {
        if (current !== registered) return undefined;
        if (first) onFirst(call[0]);
        first = false;
        return provide(...call);
      },
    };
    const registered = vscode.languages.registerInlineCompletionItemProvider(selector(settings), provider);
    return registered;
  };

  const retire = (old: vscode.Disposable): void => {
    const end = (): void => {
      retired.delete(old);
      old.dispose();
    };
    retired.set(old, clock.after(AFTERLIFE_MS, end));
  };

  const follow = (): void => {
    current?.dispose();
    // A provider that is registered takes part in the editor's race between extensions, even if it says nothing.
    current = switches.off === undefined ? register(() => undefined) : undefined;
  };

  const listeners = [switches.onDidChange(follow), settings.onDidChange(follow)];
  follow();

  return {
    refresh: () => {
      if (!current) return;
      const old = current;
      current = register(freshAsked);
      void vscode.commands.executeCommand('editor.action.inlineSuggest.trigger', {
        explicit: false,
        providerId: PROVIDER_ID,
      });
      retire(old);
    },
    dispose: () => {
      for (const [old, cancel] of retired) {
        cancel();
        old.dispose();
      }
      retired.clear();
      current?.dispose();
      current = undefined;
      vscode.Disposable.from(...listeners).dispose();
    },
  };
}

function selector(settings: Settings): vscode.DocumentSelector {
  const schemes = settings.inline.inCommitInput ? [...SCHEMES, COMMIT_INPUT_SCHEME] : SCHEMES;
  return schemes.map((scheme) => ({ scheme }));
}
