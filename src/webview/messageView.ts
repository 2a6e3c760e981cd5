/** Draws one message: a question with its chips, or an answer that may still grow. */
import type { CodeAction } from '../core/chat/protocol.ts';
import type { ChatAnswer, Failure, Message, Question } from '../core/chat/words.ts';
import { CHIP_ICONS } from './chips.ts';
import { h, icon, iconButton, textButton, tick } from './dom.ts';
import type { Frames } from './frames.ts';
import { createMarkdownView, type MarkdownView } from './markdownView.ts';
import { createReasoningView } from './reasoningView.ts';
import { t } from './words.ts';

/** What a message's buttons do. */
export interface MessageActions {
  readonly copy: (text: string) => void;
  readonly edit: (message: Question) => void;
  readonly remove: (message: Message) => void;
  readonly regenerate: (message: ChatAnswer) => void;
  readonly goOn: (message: ChatAnswer) => void;
  readonly stop: () => void;
  readonly select: (message: Message) => void;
  readonly link: (href: string) => void;
  readonly code: (action: CodeAction, code: string, info: string, message: Message) => void;
}

export interface MessageView {
  readonly element: HTMLElement;
  /** The message as it is now, and its place among its branches. */
  update(message: Message, place: Place): void;
  /** A try failed and the next waits for `seconds`; 0 when it does not wait any more. */
  waiting(seconds: number, reason: string): void;
  /** Takes it off the page, with what it would still draw. */
  dispose(): void;
}

export interface Place {
  readonly branches: readonly Message[];
  /** Whether this window runs the answer. One that says it runs and does not was cut by a crash or runs elsewhere. */
  readonly live: boolean;
}

export function createMessageView(message: Message, frames: Frames, actions: MessageActions): MessageView {
  return message.role === 'user' ? questionView(message, actions) : answerView(message, frames, actions);
}

function questionView(first: Question, actions: MessageActions): MessageView {
  const bar = h('div', { class: 'message-bar' });
  const chips = first.context.map((item) =>
    h(
      'span',
      item.uri === undefined
        ? { class: 'chip' }
        : {
            class: 'chip link',
            attrs: { 'data-link': item.uri + lineMark(item.lines), role: 'link', tabindex: '0' },
          },
      icon(CHIP_ICONS[item.kind]),
      item.label,
    ),
  );
  const images = (first.images ?? []).map(({ mimeType, data }) =>
    h('img', {
      class: 'picture',
      attrs: { src: `data:${mimeType};base64,${data}`, alt: t('Attached picture') },
    }),
  );
  const body = h('div', { class: 'question-text', attrs: { dir: 'auto' } }, first.text);
  const shown = h('div', { class: 'bubble' }, ...images, body, h('div', { class: 'chips' }, ...chips));
  const element = h('article', { class: 'message question', attrs: { 'aria-label': t('You') } }, shown, bar);
  const update = (message: Message, place: Place): void => {
    if (message.role !== 'user') return;
    bar.replaceChildren(
      ...branchButtons(message, place, actions),
      iconButton('edit', t('Edit and resend'), () => actions.edit(message)),
      copyButton(message.text, actions),
      iconButton('trash', t('Delete from here'), () => actions.remove(message)),
    );
  };
  return { element, update, waiting: () => undefined, dispose: () => element.remove() };
}

const lineMark = (lines: readonly [number, number] | undefined): string =>
  lines ? `#L${lines[0]}-L${lines[1]}` : '';

function answerView(first: ChatAnswer, frames: Frames, actions: MessageActions): MessageView {
  let latest = first;
  const onCode = (action: CodeAction, code: string, info: string): void =>
    actions.code(action, code, info, latest);
  const reasoning = createReasoningView(frames);
  const tools = h('div', { class: 'tool-calls' });
  const markdown: MarkdownView = createMarkdownView(h('div', { class: 'markdown' }), frames, onCode);
  const state = h('div', { class: 'state' });
  const bar = h('div', { class: 'message-bar' });
  const element = h(
    'article',
    { class: 'message answer', attrs: { 'aria-label': t('Answer') } },
    reasoning.element,
    markdown.element,
    tools,
    state,
    bar,
  );
  let length = 0;
  let ended = false;

  const update = (message: Message, place: Place): void => {
    if (message.role !== 'assistant') return;
    latest = message;
    reasoning.update(message);
    const grew = message.text.length > length;
    if (grew) {
      markdown.append(message.text.slice(length));
      length = message.text.length;
    }
    const running = message.state.type === 'running' && place.live;
    element.classList.toggle('running', running);
    element.setAttribute('aria-busy', String(running));
    if (running) {
      ended = false;
      const quiet = message.text === '' && message.reasoning === '';
      if (state.className !== 'state thinking') {
        state.className = 'state thinking';
        state.replaceChildren(icon('loading codicon-modifier-spin'), t('Waiting for the model…'));
      }
      state.hidden = !quiet;
      bar.replaceChildren();
      drawToolCalls(tools, message);
      return;
    }
    if (!ended || grew) markdown.end();
    ended = true;
    drawToolCalls(tools, message);
    drawState(state, message, actions);
    bar.replaceChildren(
      ...branchButtons(message, place, actions),
      copyButton(message.text, actions),
      iconButton('refresh', t('Answer again'), () => actions.regenerate(message)),
      iconButton('trash', t('Delete from here'), () => actions.remove(message)),
      h('span', { class: 'by' }, by(message)),
    );
  };
  return {
    element,
    update,
    waiting: (seconds, reason) => {
      state.hidden = seconds === 0;
      state.className = 'state waiting';
      const label = t('{0} Trying again in {1} s.', reason, seconds);
      state.replaceChildren(icon('watch'), h('span', {}, label), textButton(t('Cancel'), actions.stop));
    },
    dispose: () => {
      markdown.dispose();
      element.remove();
    },
  };
}

function by({ model, at, endedAt, usage }: ChatAnswer): string {
  const seconds = endedAt === undefined ? 0 : (endedAt - at) / 1000;
  const count = usage?.completionTokens;
  return [
    model,
    seconds > 0.1 ? `${seconds.toFixed(1)} s` : '',
    count ? (count === 1 ? t('1 token') : t('{0} tokens', count)) : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function drawToolCalls(parent: HTMLElement, { toolCalls }: ChatAnswer): void {
  if (parent.childElementCount === 0 && toolCalls.length === 0) return;
  const views = toolCalls.map(({ name, arguments: given }) =>
    h(
      'details',
      { class: 'tool-call' },
      h('summary', {}, icon('tools'), t('The model asked for the tool {0}; tools are not run here', name)),
      h('pre', {}, given),
    ),
  );
  parent.replaceChildren(...views);
}

function drawState(state: HTMLElement, message: ChatAnswer, actions: MessageActions): void {
  const goOn = (): HTMLElement => textButton(t('Continue'), () => actions.goOn(message));
  const again = (): HTMLElement => textButton(t('Try again'), () => actions.regenerate(message));
  state.hidden = false;
  switch (message.state.type) {
    case 'running':
    case 'stopped':
      state.className = 'state stopped';
      state.replaceChildren(
        icon('debug-stop'),
        message.state.type === 'stopped' ? t('Stopped.') : t('Interrupted.'),
        message.text === '' ? again() : goOn(),
      );
      return;
    case 'failed': {
      const { failure } = message.state;
      state.className = 'state failed';
      state.replaceChildren(
        icon('error'),
        h('span', { attrs: { role: 'alert' } }, failure.message),
        ...[help(failure), message.text === '' ? undefined : goOn(), again()].filter(
          (child) => child !== undefined,
        ),
      );
      return;
    }
    case 'finished':
      drawFinish(state, message, goOn);
  }
}

/** The one action that helps; undefined where that is to ask again, which is always offered. */
function help({ kind, remedy, helpUrl }: Failure): HTMLElement | undefined {
  const link = (label: string, target: Record<string, string>): HTMLElement =>
    h('a', { attrs: { ...target, role: 'link', tabindex: '0' } }, label);
  switch (remedy) {
    case undefined:
    case 'again':
      return undefined;
    case 'page': {
      const label =
        kind === 'out-of-credit' ? t('Open the billing page') : t('Open the access token’s settings');
      return link(label, { 'data-link': helpUrl ?? '' });
    }
    case 'token':
      return link(t('Set the access token'), { 'data-help': remedy });
    case 'model':
      return link(kind === 'no-model' ? t('Choose a model') : t('Change the model'), { 'data-help': remedy });
    case 'patience':
      return link(t('Wait longer'), { 'data-help': remedy });
    case 'less':
      return link(t('Begin a new conversation'), { 'data-help': remedy });
    case 'log':
      return link(t('Show the log'), { 'data-help': remedy });
  }
}

function drawFinish(state: HTMLElement, message: ChatAnswer, goOn: () => HTMLElement): void {
  const { reason } = message.state.type === 'finished' ? message.state : { reason: '' };
  state.className = 'state';
  if (reason === 'length') {
    state.replaceChildren(icon('info'), t('The answer reached its length limit.'), goOn());
  } else if (reason === 'content_filter') {
    state.replaceChildren(icon('info'), t('The server cut the answer by its content filter.'));
  } else if (message.text.trim() === '' && message.toolCalls.length === 0) {
    state.replaceChildren(icon('info'), t('The model gave an empty answer.'));
  } else {
    state.replaceChildren();
    state.hidden = true;
  }
}

function copyButton(text: string, actions: MessageActions): HTMLElement {
  const button = iconButton('copy', t('Copy message'), () => {
    actions.copy(text);
    tick(button);
  });
  return button;
}

function branchButtons(message: Message, { branches }: Place, actions: MessageActions): HTMLElement[] {
  if (branches.length < 2) return [];
  const index = branches.findIndex(({ id }) => id === message.id);
  const to = (step: -1 | 1, name: string, label: string): HTMLElement => {
    const target = branches[index + step];
    const button = iconButton(name, label, () => target && actions.select(target));
    button.disabled = !target;
    return button;
  };
  return [
    to(-1, 'chevron-left', t('Previous version')),
    h(
      'span',
      { class: 'branch', attrs: { 'aria-label': t('Version {0} of {1}', index + 1, branches.length) } },
      `${index + 1}/${branches.length}`,
    ),
    to(1, 'chevron-right', t('Next version')),
  ];
}
