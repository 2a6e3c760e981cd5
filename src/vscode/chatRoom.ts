/** All that the chat's pages share: the conversations, their store, the context around them. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import * as vscode from 'vscode';
import { createChats } from '../core/chat/session.ts';
import type { ModelPorts } from '../core/model/client.ts';
import { registerProposals } from './chatCode.ts';
import { createChatContext } from './chatContext.ts';
import { createChatMemory } from './chatMemory.ts';
import { createChatPage, type ChatDesk, type ChatPage } from './chatPage.ts';
import { createChatStore } from './chatStore.ts';
import { clock } from './clock.ts';
import type { OwnSlash } from './codeCommands.ts';
import type { Models } from './models.ts';
import { chatFirstTokenTimeoutMs } from './settings.ts';
import { streamChatModel } from './vendorModel.ts';

export interface ChatParts {
  readonly models: Models;
  readonly ports: ModelPorts;
  readonly context: vscode.ExtensionContext;
  readonly slash: OwnSlash;
}

export interface ChatRoom {
  /** Fills a webview with a page; `place` names it in the window's memory. The function ends it. */
  add(webview: vscode.Webview, place: string, conversation?: string): [ChatPage, () => void];
  dispose(): void;
}

export function createChatRoom({ models, ports, context: extension, slash }: ChatParts): ChatRoom {
  const { extensionUri } = extension;
  const pages = new Set<ChatPage>();
  const showing = (id: string): ChatPage[] => [...pages].filter(({ conversation }) => conversation === id);
  const memory = createChatMemory(extension.workspaceState);
  const context = createChatContext(slash);
  const store = createChatStore(path.join(extension.globalStorageUri.fsPath, 'chat'), randomUUID(), {
    onEvents: (id, events) => chats.receive(id, events),
    onList: () => {
      for (const page of pages) void page.showList();
    },
  });
  const chats = createChats({
    store,
    clock,
    stream: streamChatModel,
    model: ports,
    timers: readTimers(),
    random: Math.random,
    now: Date.now,
    chatModel: (name) => models.current('chat', name ?? undefined),
    onEvents: (id, events) => {
      const only = events.every(({ type }) => type === 'text' || type === 'reasoning');
      for (const page of showing(id)) {
        page.post({ type: 'events', conversation: id, events });
        if (!only) void page.showModel();
      }
    },
    onRunning: (id) => {
      for (const page of showing(id)) page.showRunning();
    },
    onWaiting: (id, answer, seconds, reason) => {
      for (const page of showing(id)) page.post({ type: 'waiting', answer, seconds, reason });
    },
    onStoreError: () => {
      void vscode.window.showErrorMessage(
        vscode.l10n.t(
          'The conversation could not be saved. Is the disk full? What is shown stays until the window closes.',
        ),
      );
    },
  });
  const desk: ChatDesk = { extensionUri, chats, store, models, memory, context, slash };
  void store.prune(historyLimit(), new Set());

  /** Adds a page; the function that is returned with it ends it. */
  const add = (webview: vscode.Webview, place: string, first?: string): [ChatPage, () => void] => {
    const page = createChatPage(webview, place, desk, first);
    pages.add(page);
    return [
      page,
      () => {
        pages.delete(page);
        page.dispose();
      },
    ];
  };

  const listeners = vscode.Disposable.from(
    registerProposals(),
    context.onDidChangeSelection(() => {
      const label = context.selectionLabel();
      for (const page of pages) page.post({ type: 'selection', label });
    }),
    vscode.window.onDidChangeActiveColorTheme(() => {
      for (const page of pages) void page.showColors();
    }),
    models.onDidChange(() => {
      for (const page of pages) void page.showModel();
    }),
    context,
    store,
  );
  return {
    add,
    dispose: () => {
      listeners.dispose();
      for (const page of pages) page.dispose();
      void memory.flush();
      void chats.dispose();
    },
  };
}

function readTimers(): { firstByteMs: number; idleMs: number; totalMs: number } {
  return { firstByteMs: chatFirstTokenTimeoutMs(), idleMs: 60_000, totalMs: Number.POSITIVE_INFINITY };
}

function historyLimit(): number {
  return vscode.workspace.getConfiguration('ghoststream').get('chat.historyLimit', 200) * 1_000_000;
}
