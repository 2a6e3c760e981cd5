/** Draws a code block that may still grow: finished lines are never drawn again, the copy button stays in reach. */
import type { Block } from '../core/chat/markdown.ts';
import type { CodeAction } from '../core/chat/protocol.ts';
import { h, iconButton, tick } from './dom.ts';
import { highlight } from './highlight.ts';
import { t } from './words.ts';

export type OnCode = (action: CodeAction, code: string, info: string) => void;

export interface CodeView {
  readonly element: HTMLElement;
  /** False when the block is not what it was, grown. */
  update(block: Block): boolean;
}

// The layout of a line without end takes seconds; what is hidden is still copied.
const LONGEST_LINE = 5_000;
const MOST_LINES = 20_000;
// Laid out, or passed over, as one: a block costs no more the longer it gets.
const LINES_TOGETHER = 40;

const ACTIONS: readonly { action: CodeAction; icon: string; label: string; shell?: true }[] = [
  { action: 'copy', icon: 'copy', label: 'Copy' },
  { action: 'insert', icon: 'insert', label: 'Insert at cursor' },
  { action: 'replace', icon: 'replace', label: 'Replace selection' },
  { action: 'apply', icon: 'git-pull-request-go-to-changes', label: 'Apply to a file…' },
  { action: 'new-file', icon: 'new-file', label: 'Insert into new file' },
  { action: 'run', icon: 'terminal', label: 'Run in terminal…', shell: true },
];
const SHELLS = /^(sh|bash|zsh|fish|shell|console|powershell|pwsh|ps1|cmd|bat|terminal)?$/i;

export function createCodeView(first: Block, onCode: OnCode): CodeView {
  const info = first.info ?? '';
  const language = /^[^\s{:,]+/.exec(info)?.[0] ?? '';
  let text = '';
  const code = h('code');
  const actions = ACTIONS.filter(({ shell }) => !shell || SHELLS.test(language)).map(
    ({ action, icon, label }) => {
      const button = iconButton(icon, t(label), () => {
        onCode(action, text, info);
        if (action === 'copy') tick(button);
      });
      return button;
    },
  );
  const bar = h(
    'div',
    { class: 'code-bar' },
    h('span', { class: 'code-language' }, language || 'text'),
    h(
      'span',
      { class: 'code-actions', attrs: { role: 'toolbar', 'aria-label': t('Code actions') } },
      ...actions,
    ),
  );
  const attrs = {
    tabindex: '0',
    role: 'region',
    'aria-label': t('Code: {0}', language || 'text'),
    dir: 'ltr',
  };
  const element = h('div', { class: 'code' }, bar, h('pre', { attrs }, code));
  const lines: HTMLElement[] = [];
  const colors = highlight(language, element, (index) => lines[index]);

  const grow = (more: string): void => {
    const from = Math.max(0, lines.length - 1);
    const last = text.lastIndexOf('\n') + 1;
    text += more;
    // Only the last line and what follows it is new.
    const fresh = text.slice(last).split('\n');
    for (const [offset, line] of fresh.entries()) {
      const index = from + offset;
      if (index >= MOST_LINES) break;
      const shown = line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)} …` : line;
      const known = lines[index];
      if (known) {
        if (known.textContent !== shown) known.textContent = shown;
        continue;
      }
      if (index > 0) code.lastElementChild?.append('\n');
      if (index % LINES_TOGETHER === 0) code.append(h('span', { class: 'lines' }));
      const added = h('span', { class: 'line' }, shown);
      lines.push(added);
      code.lastElementChild?.append(added);
    }
    colors.lines(
      from,
      fresh.map((line) => (line.length > LONGEST_LINE ? '' : line)),
    );
  };
  grow(first.content);
  element.classList.toggle('unfinished', first.unfinished ?? false);
  return {
    element,
    update: (block) => {
      if ((block.info ?? '') !== info || !block.content.startsWith(text)) return false;
      if (block.content.length > text.length) grow(block.content.slice(text.length));
      element.classList.toggle('unfinished', block.unfinished ?? false);
      return true;
    },
  };
}
