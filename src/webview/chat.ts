/** The chat panel's page: shows the conversation that the extension sends and sends back what the user does. */
import { reduce } from '../core/chat/conversation.ts';
import { fromSent, type HostMessage, type PageMessage } from '../core/chat/protocol.ts';
import type { ChatEvent, Conversation, Summary } from '../core/chat/words.ts';
import { createAnnouncer } from './announce.ts';
import { setColors } from './colors.ts';
import { createComposer } from './composer.ts';
import { h, iconButton, textButton } from './dom.ts';
import { createFrames } from './frames.ts';
import { createHistory } from './history.ts';
import { listenToLinks } from './links.ts';
import { askForNames, showKnown } from './names.ts';
import { createScroll } from './scroll.ts';
import { createTranscript } from './transcript.ts';
import { setTranslations, t } from './words.ts';
import './chat.css';

interface VsCodeApi {
  postMessage(message: PageMessage): void;
  /** Brings a tab back to its conversation after a restart. */
  setState(state: { readonly conversation: string }): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

const texts: unknown = JSON.parse(document.getElementById('texts')?.textContent ?? '{}');
if (typeof texts === 'object' && texts !== null) setTranslations({ ...texts });

const api = acquireVsCodeApi();
const post = (message: PageMessage): void => api.postMessage(message);

let conversation: Conversation | undefined;
let summaries: readonly Summary[] = [];
let matching: readonly string[] | undefined;
let running: readonly string[] = [];

const announcer = createAnnouncer();
const frames = createFrames(() => transcript.settled());
const transcript = createTranscript(frames, {
  copy: (text) => post({ type: 'copy', text }),
  edit: (message) => {
    const draft = {
      text: message.text,
      references: [],
      images: [...(message.images ?? [])],
      editing: message.id,
    };
    composer.setDraft(draft);
    post({ type: 'draft', draft, withSelection: true });
    composer.focus();
  },
  remove: ({ id }) => post({ type: 'remove', message: id }),
  regenerate: ({ id }) => post({ type: 'regenerate', message: id }),
  goOn: ({ id }) => post({ type: 'continue', message: id }),
  stop: () => post({ type: 'stop' }),
  select: ({ id }) => post({ type: 'select', message: id }),
  link: (href) => post({ type: 'link', href }),
  code: (action, code, info, { id }) => post({ type: 'code', action, code, info, message: id }),
});
const welcome = h('div', { class: 'welcome' });
const scroll = createScroll(h('div', {}, welcome, transcript.element));
const composer = createComposer({
  send: (draft, withSelection) => {
    post({ type: 'send', draft, withSelection });
    scroll.toLatest();
  },
  stop: () => post({ type: 'stop' }),
  changed: (draft, withSelection) => post({ type: 'draft', draft, withSelection }),
  chooseModel: () => post({ type: 'choose-model' }),
  suggest: (request, kind, query) => post({ type: 'suggest', request, kind, query }),
  drop: (uris) => post({ type: 'drop', uris: [...uris] }),
  openSystem: () => openSystem(),
  history: () =>
    [...(conversation?.messages.values() ?? [])].flatMap((m) => (m.role === 'user' ? [m.text] : [])),
});
const history = createHistory(
  {
    open: (id) => {
      history.hide();
      post({ type: 'open', conversation: id });
    },
    search: (query) => post({ type: 'search', query }),
    rename: (id, title) => post({ type: 'rename', conversation: id, title }),
    pin: (id, pinned) => post({ type: 'pin', conversation: id, pinned }),
    exportIt: (id) => post({ type: 'export', conversation: id }),
    remove: (id) => post({ type: 'delete', conversation: id }),
  },
  () => composer.focus(),
);
const title = h('button', {
  class: 'title',
  attrs: { type: 'button', 'aria-haspopup': 'true', dir: 'auto' },
  title: t('Conversations'),
  onClick: () => toggleHistory(),
});
const header = h(
  'header',
  {},
  title,
  iconButton('history', t('Conversations'), () => toggleHistory()),
  iconButton('add', t('New conversation'), () => post({ type: 'new' })),
);

document.body.append(
  header,
  history.element,
  scroll.element,
  scroll.jump,
  composer.element,
  announcer.element,
);
listenToLinks(document.body, post);
askForNames((names) => post({ type: 'names', names: [...names] }));
window.addEventListener('message', ({ data }: MessageEvent<HostMessage>) => receive(data));
window.addEventListener('focus', () => {
  if (document.activeElement === document.body) composer.focus();
});
post({ type: 'ready' });

function receive(message: HostMessage): void {
  switch (message.type) {
    case 'conversation':
      conversation = fromSent(message.conversation);
      running = message.running;
      api.setState({ conversation: conversation.id });
      composer.setDraft(message.draft);
      show();
      showList();
      scroll.toLatest();
      return;
    case 'events':
      if (message.conversation === conversation?.id) takeEvents(conversation, message.events);
      return;
    case 'list':
      summaries = message.summaries;
      matching = message.matching;
      showList();
      return;
    case 'running':
      running = message.answers;
      show();
      return;
    case 'waiting':
      transcript.waiting(message.answer, message.seconds, message.reason);
      return;
    case 'model':
      composer.setModel(message.name, message.meter);
      return;
    case 'selection':
      composer.setSelection(message.label);
      return;
    case 'suggestions':
      composer.suggestions.show(message.request, message.suggestions);
      return;
    case 'names':
      showKnown(message.asked, message);
      return;
    case 'draft':
      composer.setDraft(message.draft);
      return;
    case 'reference':
      composer.addReference(message.reference);
      return;
    case 'insert':
      composer.insert(message.text);
      return;
    case 'colors':
      setColors(message);
      return;
    case 'focus':
      composer.focus();
  }
}

function takeEvents(before: Conversation, events: readonly ChatEvent[]): void {
  let after = before;
  for (const event of events) {
    after = reduce(after, event);
    tell(after, event);
  }
  conversation = after;
  // Events may come faster than frames.
  frames.request(show);
}

/** For those who hear the page. */
function tell(after: Conversation, event: ChatEvent): void {
  if (!('id' in event) || event.type === 'create') return;
  const message = after.messages.get(event.id);
  if (message?.role !== 'assistant') return;
  if (event.type === 'text') announcer.grown(event.id, message.text);
  if (event.type === 'finish') announcer.ended(event.id, message.text, t('Answer complete.'));
  if (event.type === 'stop') announcer.ended(event.id, message.text, t('Stopped.'));
}

/** As a step of a frame; there is never more to do. */
function show(): boolean {
  if (conversation) {
    transcript.show(conversation, running);
    welcome.hidden = conversation.messages.size > 0;
    composer.setRunning(running.length > 0);
  }
  return false;
}

function toggleHistory(): void {
  history.toggle();
  showList();
}

function showList(): void {
  if (!conversation) return;
  const { id } = conversation;
  const named = summaries.find((each) => each.id === id)?.title ?? '';
  title.textContent = named === '' ? t('New conversation') : named;
  title.setAttribute('aria-label', t('Conversations: {0}', title.textContent));
  if (!history.element.hidden) history.show(summaries, id, matching);
}

function openSystem(): void {
  const field = h('textarea', { class: 'input', attrs: { rows: '6', 'aria-label': t('Instructions') } });
  field.value = conversation?.system ?? '';
  const dialog = h(
    'dialog',
    { attrs: { 'aria-label': t('Instructions for this conversation') } },
    h('h2', {}, t('Instructions for this conversation')),
    field,
    h(
      'div',
      { class: 'dialog-buttons' },
      textButton(
        t('Save'),
        () => {
          post({ type: 'system', text: field.value });
          dialog.close();
        },
        'primary-button',
      ),
      textButton(t('Cancel'), () => dialog.close()),
    ),
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    composer.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}
