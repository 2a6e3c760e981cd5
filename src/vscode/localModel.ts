/** The local model as the editor sees it: a setting names the file, the process starts with the first request. */
import * as vscode from 'vscode';
import type { ModelEntry } from '../core/model/choice.ts';
import { ModelError } from '../core/model/errors.ts';
import type { Clock, Fetch } from '../core/ports.ts';
import type { LocalModelProcess, LocalOrders, LocalState } from '../local/supervisor.ts';
import { readLocalSettings, type LocalSettings } from './localSettings.ts';

export interface LocalModel {
  /** As one of the configured models; undefined without a file. */
  readonly entry: ModelEntry | undefined;
  readonly state: LocalState;
  readonly onDidChange: vscode.Event<void>;
  /** Sends a request that is addressed to LOCAL_ORIGIN to the process, which is started and waited for. */
  readonly fetch: Fetch;
  dispose(): void;
}

/**
 * The address of the local model before its process has one; no host can have this name (RFC 2606). It stays the same
 * when the process is started anew on another port, so that what is remembered about the model stays too.
 */
export const LOCAL_ORIGIN = 'http://local-model.invalid';

/** Longer than loading takes from a slow disk; the caller's own deadline comes first. */
const MOST_LOADING_MS = 120_000;

/** After a failure that the process does not come back from by itself, a request starts it again, but not each one. */
const NEW_TRY_MS = 30_000;

export function createLocalModel(
  context: vscode.ExtensionContext,
  send: Fetch,
  clock: Clock,
  log: (line: string) => void,
): LocalModel {
  const changed = new vscode.EventEmitter<void>();
  let settings = readLocalSettings(context);
  let state: LocalState = { type: 'stopped' };
  let running: Promise<LocalModelProcess> | undefined;
  let failedAt = -Infinity;

  const become = (next: LocalState): void => {
    const before = state.type;
    state = next;
    if (next.type === 'failed') failedAt = clock.now();
    if (before !== next.type) changed.fire();
  };
  const stop = (): void => {
    void running?.then((process) => process.stop());
    running = undefined;
    state = { type: 'stopped' };
  };
  const start = async ({
    modelPath,
    runtimeFolder,
    contextTokens,
  }: LocalSettings): Promise<LocalModelProcess> => {
    const { superviseLocalModel } = await import('../local/supervisor.ts');
    const orders: LocalOrders = { modelPath, runtimeFolder, contextTokens };
    const server = vscode.Uri.joinPath(context.extensionUri, 'dist', 'local', 'server.js').fsPath;
    const program = { execPath: process.execPath, args: [server] };
    const mine = settings;
    return superviseLocalModel(program, orders, clock, (next) => mine === settings && become(next), log);
  };
  const ready = async (signal: AbortSignal | undefined): Promise<{ url: string; secret: string }> => {
    if (!settings) throw new ModelError('not-found', vscode.l10n.t('No file is set for the local model.'));
    if (state.type === 'failed' && state.retryInMs === undefined && clock.now() - failedAt > NEW_TRY_MS)
      stop();
    running ??= start(settings);
    await running;
    const late = AbortSignal.timeout(MOST_LOADING_MS);
    for (;;) {
      if (state.type === 'ready') return state;
      if (state.type === 'failed') throw failure(state);
      if (late.aborted) throw new ModelError('loading', vscode.l10n.t('The local model is still loading.'));
      await nextChange(changed.event, [late, ...(signal ? [signal] : [])]);
      signal?.throwIfAborted();
    }
  };
  const listener = vscode.workspace.onDidChangeConfiguration((event) => {
    if (!event.affectsConfiguration('ghoststream.local')) return;
    stop();
    settings = readLocalSettings(context);
    changed.fire();
  });

  return {
    get entry() {
      return settings && entryOf(settings);
    },
    get state() {
      return state;
    },
    onDidChange: changed.event,
    fetch: async (url, init) => {
      if (new URL(url).origin !== LOCAL_ORIGIN) return send(url, init);
      const { url: base, secret } = await ready(init.signal ?? undefined);
      const { pathname, search } = new URL(url);
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${secret}`);
      return send(`${base}${pathname}${search}`, { ...init, headers });
    },
    dispose: () => {
      stop();
      listener.dispose();
      changed.dispose();
    },
  };
}

/** The file of the settings as a model. */
export function entryOf({
  modelPath,
  contextTokens,
}: Pick<LocalSettings, 'modelPath' | 'contextTokens'>): ModelEntry {
  const file = modelPath.split(/[\\/]/).at(-1) ?? modelPath;
  return {
    name: file.replace(/\.gguf$/i, ''),
    url: LOCAL_ORIGIN,
    dialect: 'llama-infill',
    contextTokens,
  };
}

/** A process that will be started again is loading, for all that the user can do about it. */
function failure({ message, retryInMs }: Extract<LocalState, { type: 'failed' }>): ModelError {
  const text = vscode.l10n.t('The local model cannot run: {0}', message);
  return retryInMs === undefined
    ? new ModelError('unreachable', text)
    : new ModelError('loading', text, { retryAfterMs: retryInMs });
}

function nextChange(event: vscode.Event<void>, signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const leave = AbortSignal.any([...signals]);
    const done = (): void => {
      listener.dispose();
      leave.removeEventListener('abort', done);
      resolve();
    };
    const listener = event(done);
    if (leave.aborted) done();
    else leave.addEventListener('abort', done, { once: true });
  });
}
