/** Makes elements. Nothing here, or anywhere in the page, takes HTML text: model output can only ever become text. */

export interface Props {
  readonly class?: string;
  readonly title?: string;
  readonly attrs?: Readonly<Record<string, string>>;
  readonly onClick?: (event: MouseEvent) => void;
}

export type Child = Node | string | undefined;

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (props.class) element.className = props.class;
  if (props.title) element.title = props.title;
  for (const [name, value] of Object.entries(props.attrs ?? {})) element.setAttribute(name, value);
  const target: HTMLElement = element;
  if (props.onClick) target.addEventListener('click', props.onClick);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** A codicon; `name` as in `copy`. It says nothing to a screen reader: its button does. */
export function icon(name: string): HTMLElement {
  return h('span', { class: `codicon codicon-${name}`, attrs: { 'aria-hidden': 'true' } });
}

export function iconButton(
  name: string,
  label: string,
  onClick: (event: MouseEvent) => void,
): HTMLButtonElement {
  return h(
    'button',
    { class: 'icon-button', title: label, attrs: { type: 'button', 'aria-label': label }, onClick },
    icon(name),
  );
}

export function textButton(label: string, onClick: () => void, style = 'text-button'): HTMLButtonElement {
  return h('button', { class: style, attrs: { type: 'button' }, onClick }, label);
}

/** Shows a tick in place of the button's icon for a moment. */
export function tick(button: HTMLElement): void {
  const shown = button.querySelector('.codicon');
  if (!shown) return;
  const before = shown.className;
  shown.className = 'codicon codicon-check';
  setTimeout(() => (shown.className = before), 1200);
}
