/** The settings of ghost text, read once and again whenever one changes. */
import * as vscode from 'vscode';

export interface InlineSettings {
  readonly enabled: boolean;
  readonly trigger: 'automatic' | 'manual';
  readonly growth: 'auto' | 'off';
  readonly withSuggestWidget: 'extend' | 'hide';
  /** On or off by language id; `*` stands for all others. */
  readonly languages: Readonly<Record<string, boolean>>;
  /** Glob patterns. */
  readonly excludedFiles: readonly string[];
  readonly inComments: boolean;
  readonly inCommitInput: boolean;
  readonly firstTokenTimeoutMs: number;
  /** From 0 to 1; 0 shows every answer. */
  readonly minimumProbability: number;
  /** Ask for what follows a suggestion before it is accepted, also where a request may cost something. */
  readonly askAhead: boolean;
  readonly statistics: boolean;
  /** The editor's own switch for every extension's ghost text. */
  readonly editorAllows: boolean;
  readonly screenReader: boolean;
  /** `editor.cursorStyle`: a caret that looks otherwise says that an emulation such as Vim's is not inserting. */
  readonly cursorStyle: string;
}

export interface Settings {
  readonly inline: InlineSettings;
  readonly onDidChange: vscode.Event<void>;
  dispose(): void;
}

const WATCHED = [
  'ghoststream',
  'editor.inlineSuggest.enabled',
  'editor.accessibilitySupport',
  'editor.cursorStyle',
];

export function createSettings(): Settings {
  const changed = new vscode.EventEmitter<void>();
  let inline = read();
  const listener = vscode.workspace.onDidChangeConfiguration((event) => {
    if (!WATCHED.some((section) => event.affectsConfiguration(section))) return;
    inline = read();
    changed.fire();
  });
  return {
    get inline() {
      return inline;
    },
    onDidChange: changed.event,
    dispose: () => {
      listener.dispose();
      changed.dispose();
    },
  };
}

/** Changes one of our settings: in the workspace where it is set there, or else for the user. */
export async function change(name: string, value: unknown): Promise<void> {
  const ours = vscode.workspace.getConfiguration('ghoststream');
  const { Global, Workspace } = vscode.ConfigurationTarget;
  const target = ours.inspect(name)?.workspaceValue === undefined ? Global : Workspace;
  await ours.update(name, value, target);
}

/** How long an answer in the chat, or a model that is being loaded, may let wait for its first token. */
export function chatFirstTokenTimeoutMs(): number {
  return vscode.workspace.getConfiguration('ghoststream').get('chat.firstTokenTimeout', 60) * 1000;
}

function read(): InlineSettings {
  const ours = vscode.workspace.getConfiguration('ghoststream');
  const editor = vscode.workspace.getConfiguration('editor');
  return {
    enabled: ours.get('inline.enabled', true),
    trigger: ours.get('inline.trigger', 'automatic'),
    growth: ours.get('inline.growth', 'auto'),
    withSuggestWidget: ours.get('inline.withSuggestWidget', 'extend'),
    languages: ours.get('inline.languages', {}),
    excludedFiles: ours.get('inline.excludedFiles', []),
    inComments: ours.get('inline.inComments', true),
    inCommitInput: ours.get('inline.inCommitInput', false),
    firstTokenTimeoutMs: ours.get('inline.firstTokenTimeout', 5000),
    minimumProbability: ours.get('inline.minimumProbability', 0),
    askAhead: ours.get('inline.askAhead', false),
    statistics: ours.get('statistics.enabled', true),
    editorAllows: editor.get('inlineSuggest.enabled', true),
    screenReader: editor.get('accessibilitySupport') === 'on',
    cursorStyle: editor.get('cursorStyle', 'line'),
  };
}
