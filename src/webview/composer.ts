/** Where the question is written: text, chips, pictures, and the buttons around them. */
import { EMPTY_DRAFT, type Draft, type Meter } from '../core/chat/protocol.ts';
import { referenceIcon, removable, selectionChip } from './chips.ts';
import { h, icon, iconButton } from './dom.ts';
import { readImages } from './images.ts';
import { drawMeter } from './meter.ts';
import { createSuggestList, type SuggestList, type SuggestRequest } from './suggestList.ts';
import { t } from './words.ts';

export interface ComposerActions {
  readonly send: (draft: Draft, withSelection: boolean) => void;
  readonly stop: () => void;
  readonly changed: (draft: Draft, withSelection: boolean) => void;
  readonly chooseModel: () => void;
  readonly suggest: SuggestRequest;
  readonly drop: (uris: readonly string[]) => void;
  readonly openSystem: () => void;
  /** The user's earlier questions, newest last. */
  readonly history: () => readonly string[];
}

export interface Composer {
  readonly element: HTMLElement;
  readonly suggestions: SuggestList;
  setDraft(draft: Draft): void;
  addReference(reference: string): void;
  insert(text: string): void;
  setRunning(running: boolean): void;
  setModel(name: string | null, meter: Meter | null): void;
  setSelection(label: string | null): void;
  focus(): void;
}

export function createComposer(actions: ComposerActions): Composer {
  let draft: Draft = EMPTY_DRAFT;
  let selection: string | null = null;
  let withSelection = true;
  let running = false;
  let recalled: number | undefined;

  const input = h('textarea', {
    class: 'input',
    attrs: {
      rows: '1',
      dir: 'auto',
      placeholder: t('Ask a question, / for commands, @ for context'),
      'aria-label': t('Question'),
    },
  });
  const chips = h('div', { class: 'chips' });
  const editing = h('div', { class: 'editing' });
  const sendButton = iconButton('send', t('Send (Enter)'), () => submit());
  const stopButton = iconButton('debug-stop', t('Stop'), actions.stop);
  const model = h('button', {
    class: 'model',
    attrs: { type: 'button', 'aria-haspopup': 'true' },
    title: t('Choose the model'),
    onClick: actions.chooseModel,
  });
  const meter = h('span', {
    class: 'meter',
    attrs: { role: 'meter', 'aria-label': t('Context window'), 'aria-valuemin': '0' },
  });
  const attach = iconButton('mention', t('Add context'), () => {
    insert('@');
    input.dispatchEvent(new Event('input'));
  });
  const instructions = iconButton('settings', t('Instructions for this conversation'), actions.openSystem);

  const change = (part: Partial<Draft>): void => {
    draft = { ...draft, ...part };
    actions.changed(draft, withSelection);
    drawChips();
  };
  const suggestions = createSuggestList(input, actions.suggest, (suggestion) => {
    if (suggestion.reference !== undefined) addReference(suggestion.reference);
    change({ text: input.value });
  });

  const submit = (): void => {
    if (running || (draft.text.trim() === '' && draft.images.length === 0)) return;
    actions.send(draft, withSelection && selection !== null);
    withSelection = true;
    recalled = undefined;
    setDraft(EMPTY_DRAFT);
  };
  const setDraft = (next: Draft): void => {
    draft = next;
    if (input.value !== next.text) input.value = next.text;
    drawChips();
  };
  const insert = (text: string): void => {
    input.focus();
    const { selectionStart, selectionEnd, value } = input;
    input.value = value.slice(0, selectionStart) + text + value.slice(selectionEnd);
    input.selectionStart = input.selectionEnd = selectionStart + text.length;
    change({ text: input.value });
  };
  const addReference = (reference: string): void => {
    if (!draft.references.includes(reference)) change({ references: [...draft.references, reference] });
  };
  const addImages = async (files: readonly File[]): Promise<void> => {
    const images = await readImages(files);
    change({ images: [...draft.images, ...images] });
  };

  const drawChips = (): void => {
    const list: HTMLElement[] = [];
    if (selection !== null) {
      const chip = selectionChip(selection, withSelection ? 'on' : 'off', () => {
        withSelection = !withSelection;
        change({});
      });
      list.push(chip);
    }
    for (const reference of draft.references) {
      list.push(
        removable(reference, referenceIcon(reference), () =>
          change({ references: draft.references.filter((r) => r !== reference) }),
        ),
      );
    }
    for (const image of draft.images) {
      list.push(
        removable(
          t('Picture'),
          'file-media',
          () => change({ images: draft.images.filter((i) => i !== image) }),
          image,
        ),
      );
    }
    chips.replaceChildren(...list);
    chips.hidden = list.length === 0;
    editing.hidden = draft.editing === null;
    editing.replaceChildren(
      icon('edit'),
      h('span', {}, t('Editing an earlier question')),
      iconButton('close', t('Cancel editing'), () => setDraftAndTell(EMPTY_DRAFT)),
    );
    sendButton.disabled = draft.text.trim() === '' && draft.images.length === 0;
  };
  const setDraftAndTell = (next: Draft): void => {
    setDraft(next);
    actions.changed(next, withSelection);
    input.focus();
  };

  /** Arrow keys at the text's edges go through earlier questions. */
  const recall = (step: -1 | 1): boolean => {
    const history = actions.history();
    if (recalled === undefined && (step === 1 || draft.text !== '')) return false;
    const next = (recalled ?? history.length) + step;
    if (next < 0 || next > history.length) return true;
    recalled = next === history.length ? undefined : next;
    change({ text: history[next] ?? '' });
    setDraft(draft);
    return true;
  };

  input.addEventListener('input', () => {
    recalled = undefined;
    change({ text: input.value });
    suggestions.update();
  });
  input.addEventListener('keydown', (event) => {
    // The key belongs to an input method, whose Enter chooses a candidate.
    if (event.isComposing || event.key === 'Process') return;
    if (suggestions.key(event)) return;
    const atStart = input.selectionStart === 0 && input.selectionEnd === 0;
    const atEnd = input.selectionStart === input.value.length;
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      submit();
    } else if (event.key === 'Escape' && running) actions.stop();
    else if (event.key === 'Escape' && draft.editing !== null) setDraftAndTell(EMPTY_DRAFT);
    else if (event.key === 'ArrowUp' && (atStart || (recalled !== undefined && atEnd)) && recall(-1))
      event.preventDefault();
    else if (event.key === 'ArrowDown' && atEnd && recall(1)) event.preventDefault();
  });
  input.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])].filter((file) => file.type.startsWith('image/'));
    if (files.length === 0) return;
    event.preventDefault();
    void addImages(files);
  });

  const element = h(
    'div',
    { class: 'composer' },
    suggestions.element,
    editing,
    chips,
    input,
    h(
      'div',
      { class: 'composer-bar' },
      attach,
      model,
      instructions,
      meter,
      h('span', { class: 'space' }),
      sendButton,
      stopButton,
    ),
  );
  element.addEventListener('dragover', (event) => {
    event.preventDefault();
    element.classList.add('dropping');
  });
  element.addEventListener('dragleave', () => element.classList.remove('dropping'));
  element.addEventListener('drop', (event) => {
    event.preventDefault();
    element.classList.remove('dropping');
    const list = event.dataTransfer?.getData('application/vnd.code.uri-list') ?? '';
    const uris = (list === '' ? (event.dataTransfer?.getData('text/uri-list') ?? '') : list).split(/\r?\n/);
    actions.drop(uris.filter((uri) => uri !== '' && !uri.startsWith('#')));
    void addImages([...(event.dataTransfer?.files ?? [])].filter((file) => file.type.startsWith('image/')));
  });
  stopButton.hidden = true;
  drawChips();

  return {
    element,
    suggestions,
    setDraft,
    addReference,
    insert,
    setRunning: (next) => {
      running = next;
      sendButton.hidden = running;
      stopButton.hidden = !running;
    },
    setModel: (name, value) => {
      model.replaceChildren(h('span', {}, name ?? t('No model')), icon('chevron-down'));
      drawMeter(meter, value);
    },
    setSelection: (label) => {
      selection = label;
      drawChips();
    },
    focus: () => input.focus(),
  };
}
