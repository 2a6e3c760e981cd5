/** The chat in VS Code: the side bar's view, editor tabs and commands. All behind them is loaded on first use. */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { ChatPage } from './chatPage.ts';
import type { ChatParts, ChatRoom } from './chatRoom.ts';

export interface Chat {
  /** Shows the panel with a question from elsewhere in the product, sent at once or left to the user. */
  ask(text: string, references: readonly string[], how: 'send' | 'draft'): Promise<void>;
  dispose(): void;
}

const VIEW = 'ghoststream.chat';
const PANEL = 'ghoststream.chatPanel';

export function registerChat(parts: ChatParts): Chat {
  let loading: Promise<ChatRoom> | undefined;
  const room = (): Promise<ChatRoom> =>
    (loading ??= import('./chatRoom.ts').then(({ createChatRoom }) => createChatRoom(parts)));

  let side: ChatPage | undefined;
  const waiting: ((page: ChatPage) => void)[] = [];
  const openSide = async (): Promise<ChatPage> => {
    await vscode.commands.executeCommand(`${VIEW}.focus`);
    return side ?? new Promise((resolve) => waiting.push(resolve));
  };
  const adopt = async (panel: vscode.WebviewPanel, conversation?: string): Promise<void> => {
    panel.iconPath = vscode.Uri.joinPath(parts.context.extensionUri, 'media', 'chat.svg');
    const [, end] = (await room()).add(panel.webview, `tab:${randomUUID()}`, conversation);
    panel.onDidDispose(end);
  };

  const disposables = vscode.Disposable.from(
    vscode.window.registerWebviewViewProvider(VIEW, {
      resolveWebviewView: async (view) => {
        const [page, end] = (await room()).add(view.webview, 'side');
        side = page;
        view.onDidDispose(() => {
          if (side === page) side = undefined;
          end();
        });
        for (const resolve of waiting.splice(0)) resolve(page);
      },
    }),
    vscode.window.registerWebviewPanelSerializer(PANEL, {
      deserializeWebviewPanel: (panel, state) => adopt(panel, conversationOf(state)),
    }),
    vscode.commands.registerCommand('ghoststream.chat.open', async () => {
      await openSide();
    }),
    vscode.commands.registerCommand('ghoststream.chat.new', async () => (await openSide()).startNew()),
    vscode.commands.registerCommand('ghoststream.chat.openInEditor', () =>
      adopt(
        vscode.window.createWebviewPanel(PANEL, vscode.l10n.t('Chat'), vscode.ViewColumn.Active),
        side?.conversation,
      ),
    ),
  );
  return {
    ask: async (text, references, how) => (await openSide()).ask(text, references, how),
    dispose: () => {
      disposables.dispose();
      void loading?.then((loaded) => loaded.dispose());
    },
  };
}

/** What a tab's page remembered. */
function conversationOf(state: unknown): string | undefined {
  return typeof state === 'object' &&
    state !== null &&
    'conversation' in state &&
    typeof state.conversation === 'string'
    ? state.conversation
    : undefined;
}
