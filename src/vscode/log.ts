/** The log channel: one line for each decision at level debug, contents only at level trace. */
import * as vscode from 'vscode';
import type { EngineEvent } from '../core/completion/words.ts';

export type Log = vscode.LogOutputChannel;

export function createLog(): Log {
  return vscode.window.createOutputChannel('Ghoststream', { log: true });
}

/** Writes what the engine does, one line each; the same failure again and again is one warning. */
export function logEvents(log: Log): (event: EngineEvent) => void {
  let lastFailure = '';
  return (event) => {
    const request = `request ${event.request}`;
    switch (event.type) {
      case 'sent':
        log.debug(`${request}: sent to ${event.model}, ${event.why}`);
        return;
      case 'first-token':
        lastFailure = '';
        log.debug(`${request}: first token after ${Math.round(event.ms)} ms`);
        return;
      case 'ended':
        log.debug(
          `${request}: ended after ${Math.round(event.ms)} ms${event.rule ? `, cut by ${event.rule}` : ''}`,
        );
        return;
      case 'failed': {
        const pause = event.pauseMs ? `, pausing ${Math.round(event.pauseMs)} ms` : '';
        const line = `${event.kind}: ${event.message}`;
        if (line === lastFailure || event.kind === 'canceled') log.debug(`${request}: ${line}${pause}`);
        else log.warn(`${request}: ${line}${pause}`);
        lastFailure = line;
      }
    }
  };
}
