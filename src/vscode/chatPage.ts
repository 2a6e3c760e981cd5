/** One chat page, in the side bar or a tab: carries messages between it and the conversations. */
import * as v from 'valibot';
import * as vscode from 'vscode';
import { newestLeaf } from '../core/chat/conversation.ts';
import { exportJson, exportMarkdown } from '../core/chat/export.ts';
import {
  EMPTY_DRAFT,
  pageMessageSchema,
  toSent,
  type Draft,
  type HostMessage,
  type PageMessage,
} from '../core/chat/protocol.ts';
import type { Chats } from '../core/chat/session.ts';
import type { ChatEvent, Conversation } from '../core/chat/words.ts';
import { runCodeAction } from './chatCode.ts';
import type { ChatContext } from './chatContext.ts';
import type { OwnSlash } from './codeCommands.ts';
import { themeColors } from './chatColors.ts';
import { knownNames, openLink } from './chatLinks.ts';
import { openSymbol } from './chatSymbols.ts';
import { createDraftMeter } from './chatMeter.ts';
import type { ChatMemory } from './chatMemory.ts';
import { pageHtml, pageFolder } from './chatHtml.ts';
import { questionOf } from './chatSend.ts';
import type { DiskStore } from './chatStore.ts';
import type { Models } from './models.ts';
import { commandOf, run } from './remedies.ts';

/** What all pages share. */
export interface ChatDesk {
  readonly extensionUri: vscode.Uri;
  readonly chats: Chats;
  readonly store: DiskStore;
  readonly models: Models;
  readonly memory: ChatMemory;
  readonly context: ChatContext;
  readonly slash: OwnSlash;
}

export interface ChatPage {
  /** The conversation it shows. */
  readonly conversation: string | undefined;
  post(message: HostMessage): void;
  showList(): Promise<void>;
  showModel(): Promise<void>;
  showRunning(): void;
  showColors(): Promise<void>;
  open(conversation: string): Promise<void>;
  startNew(): Promise<void>;
  /** Puts a question together for the user, or sends it at once. */
  ask(text: string, references: readonly string[], how: 'send' | 'draft'): Promise<void>;
  dispose(): void;
}

/** `place` names the page in the window's memory. */
export function createChatPage(
  webview: vscode.Webview,
  place: string,
  desk: ChatDesk,
  first: string | undefined,
): ChatPage {
  const { chats, store, models, memory, context, extensionUri } = desk;
  let current: string | undefined = first ?? memory.current(place);
  /** Messages before the page is there are lost: it asks for all of them when it is. */
  let ready = false;
  const whenReady: (() => void)[] = [];

  const post = (message: HostMessage): void => {
    if (ready) void webview.postMessage(message);
  };
  const conversation = async (): Promise<Conversation> => {
    if (current !== undefined) return chats.open(current);
    const created = chats.create();
    current = created.id;
    memory.setCurrent(place, created.id);
    return created;
  };
  const show = async (): Promise<void> => {
    const shown = await conversation();
    const draft = memory.draft(shown.id);
    meter.changed(draft, 'with-selection');
    post({ type: 'conversation', conversation: toSent(shown), draft, running: chats.running(shown.id) });
    await Promise.all([showList(), showModel()]);
  };
  const open = async (id: string): Promise<void> => {
    current = id;
    memory.setCurrent(place, id);
    await show();
  };
  const startNew = async (): Promise<void> => {
    current = undefined;
    await show();
    post({ type: 'focus' });
  };
  const showList = async (): Promise<void> => {
    const summaries = await store.list();
    post({ type: 'list', summaries });
  };
  const showModel = async (): Promise<void> => {
    const shown = await conversation();
    const model = models.current('chat', shown.model ?? undefined);
    const { used, leftOut, window } = chats.preview(shown, meter.question);
    post({ type: 'model', name: model?.name ?? null, meter: model ? { used, leftOut, window } : null });
  };
  const meter = createDraftMeter(context, () => void showModel());
  const send = async (draft: Draft, selection: 'with-selection' | 'alone'): Promise<void> => {
    const shown = await conversation();
    if (draft.text.trim() === '/clear') {
      await startNew();
      return;
    }
    memory.setDraft(shown.id, EMPTY_DRAFT);
    meter.changed(EMPTY_DRAFT, 'with-selection');
    const question = await questionOf(draft, selection, shown, desk).catch((error: unknown) => {
      // The page has cleared the input already.
      memory.setDraft(shown.id, draft);
      if (shown.id === current) post({ type: 'draft', draft });
      throw error;
    });
    if (question) await chats.ask(shown.id, question);
  };

  const receive = async (message: PageMessage): Promise<void> => {
    const id = current ?? (await conversation()).id;
    const apply = (event: ChatEvent): Promise<void> => chats.apply(id, event);
    switch (message.type) {
      case 'ready':
        ready = true;
        await show();
        post({ type: 'selection', label: context.selectionLabel() });
        await showColors();
        for (const resolve of whenReady.splice(0)) resolve();
        return;
      case 'open':
        return open(message.conversation);
      case 'new':
        return startNew();
      case 'send':
        return send(message.draft, message.withSelection ? 'with-selection' : 'alone');
      case 'draft':
        memory.setDraft(id, message.draft);
        meter.changed(message.draft, message.withSelection ? 'with-selection' : 'alone');
        return;
      case 'stop':
        chats.stop(id);
        return;
      case 'regenerate':
        return chats.regenerate(id, message.message);
      case 'continue':
        return chats.continue(id, message.message);
      case 'select':
        return apply({ type: 'select', leaf: newestLeaf(await chats.open(id), message.message) });
      case 'remove':
        return apply({ type: 'remove', id: message.message });
      case 'rename':
        return chats.apply(message.conversation, { type: 'rename', title: message.title });
      case 'pin':
        return chats.apply(message.conversation, { type: 'pin', pinned: message.pinned });
      case 'delete':
        return remove(message.conversation);
      case 'export':
        return exportConversation(await chats.open(message.conversation));
      case 'choose-model':
        return chooseModel(apply);
      case 'system':
        await apply({ type: 'system', text: message.text });
        return showModel();
      case 'search': {
        const summaries = await store.list();
        const query = message.query.trim();
        post(
          query === ''
            ? { type: 'list', summaries }
            : { type: 'list', summaries, matching: await store.search(query) },
        );
        return;
      }
      case 'suggest': {
        const suggestions = await context.suggest(message.kind, message.query);
        post({ type: 'suggestions', request: message.request, suggestions });
        return;
      }
      case 'drop':
        for (const reference of context.dropped(message.uris)) post({ type: 'reference', reference });
        return;
      case 'link':
        return openLink(message.href);
      case 'symbol':
        return openSymbol(message.name);
      case 'names':
        post({ type: 'names', asked: message.names, ...(await knownNames(message.names)) });
        return;
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        return;
      case 'code':
        return runCodeAction(message, await chats.open(id));
      case 'help':
        if (message.topic === 'less') return startNew();
        // Links to pages are links; asking again is a button.
        if (message.topic !== 'page') await run(commandOf(message.topic, 'chat'));
    }
  };

  const remove = async (id: string): Promise<void> => {
    const yes = vscode.l10n.t('Delete');
    const question = vscode.l10n.t('Delete this conversation? It cannot be brought back.');
    if ((await vscode.window.showWarningMessage(question, { modal: true }, yes)) !== yes) return;
    chats.forget(id);
    await store.remove(id);
    if (id === current) await startNew();
  };
  const chooseModel = async (apply: (event: ChatEvent) => Promise<void>): Promise<void> => {
    const all = models.all('chat');
    if (all.length === 0) {
      await vscode.commands.executeCommand('ghoststream.chooseModel');
      return;
    }
    const items = all.map(({ name, endpoint }) => ({
      label: name,
      description: endpoint.model ?? endpoint.url,
    }));
    const picked = await vscode.window.showQuickPick(items, {
      placeHolder: vscode.l10n.t('Model for this conversation'),
    });
    if (!picked) return;
    await apply({ type: 'model', model: picked.label });
    await showModel();
  };
  const showColors = async (): Promise<void> => post(await themeColors());

  webview.options = { enableScripts: true, localResourceRoots: [pageFolder(extensionUri)] };
  const listener = webview.onDidReceiveMessage((data: unknown) => {
    const parsed = v.safeParse(pageMessageSchema, data);
    if (!parsed.success) return;
    receive(parsed.output).catch((error: unknown) => {
      void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    });
  });
  webview.html = pageHtml(webview, extensionUri);

  return {
    get conversation() {
      return current;
    },
    post,
    open,
    startNew,
    showList,
    showModel,
    showColors,
    showRunning: () =>
      post({ type: 'running', answers: current === undefined ? [] : chats.running(current) }),
    ask: async (text, references, how) => {
      if (!ready) await new Promise<void>((resolve) => whenReady.push(resolve));
      if (how === 'send') {
        if (current !== undefined && chats.running(current).length > 0) await startNew();
        await send({ ...EMPTY_DRAFT, text, references: [...references] }, 'alone');
        return;
      }
      for (const reference of references) post({ type: 'reference', reference });
      post({ type: 'insert', text, send: false });
    },
    dispose: () => {
      listener.dispose();
      meter.dispose();
    },
  };
}

async function exportConversation(conversation: Conversation): Promise<void> {
  const formats = [
    { label: 'Markdown', language: 'markdown', text: exportMarkdown },
    { label: 'JSON', language: 'json', text: exportJson },
  ];
  const picked = await vscode.window.showQuickPick(formats, { placeHolder: vscode.l10n.t('Export as') });
  if (!picked) return;
  const document = await vscode.workspace.openTextDocument({
    language: picked.language,
    content: picked.text(conversation),
  });
  await vscode.window.showTextDocument(document);
}
