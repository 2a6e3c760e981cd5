/** One editor, a scripted model and a neighbor's extension, shared by the tests of what stands around ghost text. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../../../tools/host/settings.ts';
import { serve, type Answer, type ModelServer } from '../../fakes/modelServer.ts';
import { openEditor, type Editor } from './editor.ts';
import { sharedHost, temporaryFolder } from './hosts.ts';

export interface Desk {
  readonly editor: Editor;
  readonly server: ModelServer;
  /** Replaces the settings; resolves when the extension host has read them. */
  configure(settings?: Settings): Promise<void>;
  /**
   * Opens a new file with this content, the caret at `|` or at its end, and scripts the next answers (the last one is
   * repeated). Returns how many requests came since.
   */
  scene(name: string, content: string, ...answers: readonly Answer[]): Promise<() => number>;
  /** Scripts the next answers; returns how many requests came since. */
  script(...answers: readonly Answer[]): () => number;
}

const NEIGHBOR = path.resolve(import.meta.dirname, '../../fixtures/neighbor');

let desk: Promise<Desk> | undefined;

/** The same one for all tests of a run; the hooks around the run close its editor. */
export function sharedDesk(): Promise<Desk> {
  desk ??= openDesk();
  return desk;
}

async function openDesk(): Promise<Desk> {
  const server = await serve({ dialect: 'llama-infill', answers: [{ tokens: [] }] });
  const settings = (more: Settings, mark: number): Settings => ({
    'ghoststream.models': [{ name: 'Scripted', url: server.url, dialect: 'llama-infill' }],
    'neighbor.mark': String(mark),
    ...more,
  });
  const { builtIn, userDataDir } = await sharedHost({});
  const file = (): string => readFileSync(path.join(userDataDir, 'User/settings.json'), 'utf8');
  let mark = 0;
  let configured = '{}';
  /** Commands change the file too. */
  let written = '';
  const editor = await openEditor({
    files: { 'start.txt': '' },
    open: 'start.txt',
    settings: settings({}, mark),
    otherExtensions: [NEIGHBOR, knownNeighbor(), path.join(builtIn, 'emmet'), path.join(builtIn, 'ipynb')],
  });
  await editor.statusBar('Ghoststream').waitFor();
  await editor.statusBar('Neighbor 0').waitFor();

  const script: Desk['script'] = (...answers) => {
    const before = server.requests.length;
    server.script(answers.length > 0 ? answers : [{ tokens: [] }]);
    return () => server.requests.length - before;
  };
  const caretTo = async (marked: string): Promise<void> => {
    const [before = '', after] = marked.split('|');
    if (after === undefined) return;
    const lines = before.split('\n');
    await editor.press('Control+Home', ...lines.slice(1).map(() => 'ArrowDown'));
    for (let column = lines.at(-1)?.length ?? 0; column > 0; column--) await editor.press('ArrowRight');
  };
  return {
    editor,
    server,
    script,
    configure: async (more = {}) => {
      if (JSON.stringify(more) === configured && file() === written) return;
      configured = JSON.stringify(more);
      mark++;
      editor.settings(settings(more, mark));
      written = file();
      await editor.statusBar(`Neighbor ${mark}`).waitFor();
    },
    scene: async (name, content, ...answers) => {
      await editor.openFile(name, content.replace('|', ''));
      await caretTo(content);
      return script(...answers);
    },
  };
}

/** An extension under the name of an extension that is known to offer ghost text. */
function knownNeighbor(): string {
  const folder = temporaryFolder('twinny');
  const manifest = {
    ...{ name: 'twinny', publisher: 'rjmacarthy', displayName: 'Twinny', version: '1.0.0' },
    engines: { vscode: '^1.106.0' },
    main: './extension.js',
    activationEvents: ['onStartupFinished'],
  };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'extension.js'), 'exports.activate = () => undefined;');
  return folder;
}
