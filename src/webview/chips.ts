/** The chips in the composer: what goes with the question. */
import type { Image } from '../core/chat/words.ts';
import { h, icon, iconButton } from './dom.ts';
import { t } from './words.ts';

/** By kind of what is put beside a question. */
export const CHIP_ICONS = {
  file: 'file',
  folder: 'folder',
  symbol: 'symbol-class',
  problems: 'warning',
  selection: 'selection',
  terminal: 'terminal',
  changes: 'git-commit',
} as const;

/** The icon of a reference such as `@file:src/a.ts`. */
export function referenceIcon(reference: string): string {
  const kind = /^@(\w+)/.exec(reference)?.[1] ?? '';
  return Object.entries(CHIP_ICONS).find(([name]) => name === kind)?.[1] ?? 'mention';
}

/** The selection or file that goes along by itself; a click leaves it out or takes it in again. */
export function selectionChip(label: string, state: 'on' | 'off', toggle: () => void): HTMLElement {
  const on = state === 'on';
  return h(
    'button',
    {
      class: on ? 'chip' : 'chip off',
      attrs: { type: 'button', 'aria-pressed': String(on) },
      title: on ? t('Goes with the question. Click to leave it out.') : t('Left out. Click to add it.'),
      onClick: toggle,
    },
    icon(on ? 'eye' : 'eye-closed'),
    label,
  );
}

export function removable(label: string, iconName: string, remove: () => void, image?: Image): HTMLElement {
  const picture =
    image &&
    h('img', { class: 'thumbnail', attrs: { src: `data:${image.mimeType};base64,${image.data}`, alt: '' } });
  return h(
    'span',
    { class: 'chip' },
    picture ?? icon(iconName),
    label,
    iconButton('close', t('Remove {0}', label), remove),
  );
}
