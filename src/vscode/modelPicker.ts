/** The picker of models: what was chosen lately, what is configured or found here, what the Hub offers now, or any name. */
import * as vscode from 'vscode';
import { rolesOf, type ModelEntry, type Role } from '../core/model/choice.ts';
import type { Scope } from '../core/model/choices.ts';
import { offerOf, type RouterModel } from '../core/model/routerModels.ts';
import type { Clock } from '../core/ports.ts';
import type { UsualServer } from '../local/listening.ts';
import { acceptsPrice } from './costNotice.ts';
import { hubEntry, pickRoute, type RouteParts } from './modelRoute.ts';
import {
  rowOfEntry,
  rowOfFile,
  rowOfModel,
  rowOfServer,
  roleName,
  section,
  triable,
  type Row,
} from './modelRows.ts';
import type { Models } from './models.ts';
import { run } from './remedies.ts';
import { isRouted, type RouterCatalog } from './routerCatalog.ts';
import type { SpendMeter } from './spendMeter.ts';
import { vendorModels } from './vendorModel.ts';

export interface PickerParts extends RouteParts {
  readonly models: Models;
  readonly catalog: RouterCatalog;
  readonly meter: SpendMeter;
  readonly clock: Clock;
  /** Model files on this machine, and what makes one of them the local model. */
  readonly files: () => Promise<readonly string[]>;
  readonly useFile: (file: string) => Promise<ModelEntry>;
  /** Local servers that seem to run; none of them has got a byte. */
  readonly servers: () => Promise<readonly UsualServer[]>;
}

/** Asks for a model, its provider, its roles and where the choice holds. Escape at any step changes nothing. */
export async function chooseModel(parts: PickerParts): Promise<void> {
  const row = await pickRow(parts);
  if (!row) return;
  if (row.command) return run(row.command);
  const entry =
    row.entry ??
    (row.model ? await pickRoute(row.model, parts) : row.file && (await parts.useFile(row.file)));
  if (entry) await chooseEntry(entry, parts);
}

/** The questions after the model: what for, is the price fine, where. */
export async function chooseEntry(
  entry: ModelEntry,
  parts: Pick<PickerParts, 'models' | 'catalog' | 'meter'>,
): Promise<void> {
  const roles = await pickRoles(entry);
  if (!roles) return;
  if (roles.includes('inline') && !(await acceptsPrice(entry, parts))) return;
  const scope = await pickScope();
  if (scope) await parts.models.choose(scope, roles, entry);
}

/** People type on; the Hub is asked when they pause. */
const SEARCH_PAUSE_MS = 300;
const SHORTEST_SEARCH = 3;

function pickRow(parts: PickerParts): Promise<Row | undefined> {
  const { models, catalog, clock } = parts;
  const picker = vscode.window.createQuickPick<Row>();
  picker.title = vscode.l10n.t('Choose a Model');
  picker.placeholder = vscode.l10n.t('Search the Hub, or type any model’s name');
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  let offered: readonly RouterModel[] = [];
  let others: readonly ModelEntry[] = [];
  let found: readonly RouterModel[] = [];
  let files: readonly string[] = [];
  let servers: readonly UsualServer[] = [];
  let note = '';
  let open = true;
  const tried = new Map<ModelEntry, string>();
  const entryRow = (entry: ModelEntry): Row => {
    const offer = isRouted(entry) ? offerOf(offered, entry) : undefined;
    return triable(rowOfEntry(entry, offer), tried.get(entry));
  };
  const recent = models.recent;
  const configured = models.configured.filter(({ name }) => !recent.some((other) => other.name === name));
  const draw = (): void => {
    if (!open) return;
    const typed = picker.value.trim();
    const known = new Set(offered.map(({ id }) => id));
    const active = picker.activeItems[0]?.label;
    picker.items = [
      ...section(vscode.l10n.t('recently chosen'), recent.map(entryRow)),
      ...section(vscode.l10n.t('your servers and files'), [
        ...configured.map(entryRow),
        ...files.map(rowOfFile),
      ]),
      ...section(vscode.l10n.t('from other extensions, for conversations'), others.map(entryRow)),
      ...section(vscode.l10n.t('found on this machine'), servers.map(rowOfServer)),
      ...section(vscode.l10n.t('add'), ADD()),
      ...section('Hugging Face', offered.map(rowOfModel)),
      ...section(
        'Hugging Face',
        note === ''
          ? []
          : [{ label: `$(refresh) ${vscode.l10n.t('Try again')}`, detail: note, command: AGAIN }],
      ),
      ...section(vscode.l10n.t('more on the Hub'), found.filter(({ id }) => !known.has(id)).map(rowOfModel)),
      ...(/^[\w.-]+\/[\w.:-]+$/.test(typed) && !known.has(typed)
        ? [
            {
              label: typed,
              description: vscode.l10n.t('as typed, through Hugging Face'),
              entry: hubEntry(typed),
              alwaysShow: true,
            },
          ]
        : []),
    ];
    const still = picker.items.find(({ label }) => label === active);
    if (still) picker.activeItems = [still];
  };
  const waiting = new Set<Promise<unknown>>();
  const load = (work: Promise<void>): void => {
    waiting.add(work);
    picker.busy = true;
    void work.finally(() => {
      waiting.delete(work);
      picker.busy = waiting.size > 0;
      draw();
    });
  };
  let cancelSearch: (() => void) | undefined;
  const search = (text: string): void => {
    cancelSearch?.();
    if (text.length < SHORTEST_SEARCH) return;
    cancelSearch = clock.after(SEARCH_PAUSE_MS, () =>
      load(
        catalog
          .search(text)
          .then((result) => void (found = result))
          // The router's own list still serves; its failure is told.
          .catch(() => undefined),
      ),
    );
  };
  draw();
  load(
    catalog
      .models()
      .then((list) => void (offered = list))
      .catch((error: unknown) => void (note = error instanceof Error ? error.message : String(error))),
  );
  load(vendorModels().then((all) => void (others = all)));
  load(parts.files().then((all) => void (files = all)));
  load(parts.servers().then((all) => void (servers = all)));
  picker.onDidChangeValue((text) => {
    draw();
    search(text.trim());
  });
  picker.onDidTriggerItemButton(async ({ item: { entry } }) => {
    if (!entry) return;
    tried.set(entry, vscode.l10n.t('trying …'));
    draw();
    tried.set(entry, await parts.tryModel(entry));
    draw();
  });
  return new Promise((resolve) => {
    picker.onDidAccept(() => {
      resolve(picker.selectedItems[0]);
      picker.hide();
    });
    picker.onDidHide(() => {
      open = false;
      cancelSearch?.();
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
}

const AGAIN: vscode.Command = { command: 'ghoststream.chooseModel', title: '' };

const ADD = (): Row[] => [
  {
    label: `$(add) ${vscode.l10n.t('Add a server by its URL…')}`,
    command: { command: 'ghoststream.addServer', title: '' },
    alwaysShow: true,
  },
  {
    label: `$(file-binary) ${vscode.l10n.t('Use a model file (.gguf) of this machine…')}`,
    command: { command: 'ghoststream.useModelFile', title: '' },
    alwaysShow: true,
  },
  {
    label: `$(cloud-download) ${vscode.l10n.t('Download a small local model…')}`,
    command: { command: 'ghoststream.useSmallModel', title: '' },
    alwaysShow: true,
  },
];

async function pickRoles(entry: ModelEntry): Promise<readonly Role[] | undefined> {
  const able = rolesOf(entry);
  const rows: (vscode.QuickPickItem & { roles: readonly Role[] })[] = [
    { label: vscode.l10n.t('Everything'), roles: able },
    ...able.map((role) => ({ label: roleName(role), roles: [role] })),
  ];
  return (
    await vscode.window.showQuickPick(rows, { title: entry.name, placeHolder: vscode.l10n.t('What for?') })
  )?.roles;
}

async function pickScope(): Promise<Scope | undefined> {
  const rows: (vscode.QuickPickItem & { scope: Scope })[] = [
    { label: vscode.l10n.t('Everywhere'), scope: 'user' },
    { label: vscode.l10n.t('In this workspace'), scope: 'workspace' },
    { label: vscode.l10n.t('In this window, until it is closed'), scope: 'window' },
  ];
  const placeHolder = vscode.l10n.t('Where? No file is changed.');
  return (await vscode.window.showQuickPick(rows, { placeHolder }))?.scope;
}
