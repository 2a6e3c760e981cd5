/** Keeps one local model process running while it is wanted: starts it, hears its state, starts it again after a crash. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Clock } from '../core/ports.ts';
import { readAnnouncement } from './announcement.ts';

export interface LocalOrders {
  /** Holds node_modules with node-llama-cpp. */
  readonly runtimeFolder: string;
  readonly modelPath: string;
  /** Most tokens of prompt and answer together. */
  readonly contextTokens: number;
  readonly threads?: number;
}

export type LocalState =
  | { readonly type: 'stopped' }
  /** `url` is known once the process listens; it answers 503 until it is ready. `share` is 0 to 1. */
  | { readonly type: 'loading'; readonly url?: string; readonly secret: string; readonly share: number }
  | {
      readonly type: 'ready';
      readonly url: string;
      readonly secret: string;
      readonly model: string;
      readonly contextTokens: number;
      readonly infills: boolean;
    }
  /** `retryInMs` when it is started again by itself. */
  | { readonly type: 'failed'; readonly message: string; readonly retryInMs?: number };

export interface LocalModelProcess {
  readonly state: LocalState;
  /** Ends the process; nothing is started again. */
  stop(): void;
}

/** How to run the server's script. */
export interface Program {
  /** VS Code's own executable runs as Node; users have no other. */
  readonly execPath: string;
  readonly args: readonly string[];
}

/** Milliseconds before the first new start; doubles with each crash up to the last. */
const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 60_000;
/** A process that was ready this long is not in a row of crashes any more. */
const STEADY_MS = 120_000;
/** A row this long is no accident: the person decides. */
const MOST_CRASHES = 5;

/** Starts at once; `onState` hears every change of state. */
export function superviseLocalModel(
  program: Program,
  orders: LocalOrders,
  clock: Clock,
  onState: (state: LocalState) => void,
  onLog: (line: string) => void,
): LocalModelProcess {
  let state: LocalState = { type: 'stopped' };
  let crashes = 0;
  let wanted = true;
  let end: () => void = () => undefined;

  const become = (next: LocalState): void => {
    state = next;
    onState(next);
  };

  const start = (): void => {
    const secret = randomBytes(32).toString('base64url');
    let readyAt: number | undefined;
    let refused: string | undefined;
    let ended = false;
    const child = spawn(program.execPath, program.args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...environment(), ELECTRON_RUN_AS_NODE: '1' },
      windowsHide: true,
    });
    const over = (message: string): void => {
      if (ended) return;
      ended = true;
      end = () => undefined;
      if (!wanted) {
        become({ type: 'stopped' });
        return;
      }
      if (refused !== undefined) {
        become({ type: 'failed', message: refused });
        return;
      }
      crashes = readyAt !== undefined && clock.now() - readyAt >= STEADY_MS ? 1 : crashes + 1;
      if (crashes >= MOST_CRASHES) {
        become({ type: 'failed', message });
        return;
      }
      const retryInMs = Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (crashes - 1));
      const cancel = clock.after(retryInMs, start);
      end = () => {
        cancel();
        become({ type: 'stopped' });
      };
      become({ type: 'failed', message, retryInMs });
    };
    end = () => {
      child.stdin.end();
      child.kill();
    };
    // A process that ends while it is written to is told by its exit, not by the pipe.
    child.stdin.on('error', () => undefined);
    child.stdin.write(`${JSON.stringify({ ...orders, secret })}\n`);
    child.once('error', (error) => over(error.message));
    child.once('exit', (code, signal) =>
      over(`The local model process ended (${signal ?? `code ${code ?? 0}`}).`),
    );
    createInterface({ input: child.stderr }).on('line', onLog);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const announcement = readAnnouncement(line);
      if (!announcement || ended || !wanted) return;
      if (announcement.type === 'failed') refused = announcement.message;
      else {
        if (announcement.type === 'ready') readyAt = clock.now();
        become({ ...announcement, secret });
      }
    });
    become({ type: 'loading', secret, share: 0 });
  };

  start();
  return {
    get state() {
      return state;
    },
    stop: () => {
      wanted = false;
      end();
    },
  };
}

/** Without the editor's own switches for Node, which would reach the process too. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, ...rest } = process.env;
  return rest;
}
