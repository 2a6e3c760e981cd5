/** Whether ghost text is on: the setting, the editor's own setting, "until restart" and the snooze, as one answer. */
import * as vscode from 'vscode';
import type { Conditions } from '../core/inline/status.ts';
import type { Clock } from '../core/ports.ts';
import { change, type Settings } from './settings.ts';

export interface Switches {
  /** Why ghost text is off; undefined when it is on. */
  readonly off: Conditions['off'];
  /** When the snooze ends, on the clock. */
  readonly snoozedUntil: number | undefined;
  readonly onDidChange: vscode.Event<void>;
  turnOn(): Promise<void>;
  turnOff(): Promise<void>;
  turnOffUntilRestart(): void;
  snooze(minutes: number): void;
  resume(): void;
  dispose(): void;
}

export function createSwitches(settings: Settings, clock: Clock): Switches {
  const changed = new vscode.EventEmitter<void>();
  let untilRestart = false;
  let snooze: { readonly until: number; readonly cancel: () => void } | undefined;

  const off = (): Conditions['off'] => {
    if (!settings.inline.enabled) return 'setting';
    if (untilRestart) return 'until-restart';
    if (snooze) return 'snoozed';
    return settings.inline.editorAllows ? undefined : 'editor-setting';
  };
  const tell = (): void => {
    void vscode.commands.executeCommand('setContext', 'ghoststream.on', off() === undefined);
    void vscode.commands.executeCommand('setContext', 'ghoststream.snoozed', snooze !== undefined);
    changed.fire();
  };
  const resume = (): void => {
    snooze?.cancel();
    snooze = undefined;
    tell();
  };
  const listener = settings.onDidChange(tell);
  tell();

  return {
    get off() {
      return off();
    },
    get snoozedUntil() {
      return snooze?.until;
    },
    onDidChange: changed.event,
    turnOn: async () => {
      untilRestart = false;
      resume();
      if (!settings.inline.enabled) await change('inline.enabled', true);
    },
    turnOff: () => change('inline.enabled', false),
    turnOffUntilRestart: () => {
      untilRestart = true;
      tell();
    },
    snooze: (minutes) => {
      snooze?.cancel();
      const ms = minutes * 60_000;
      snooze = { until: clock.now() + ms, cancel: clock.after(ms, resume) };
      tell();
    },
    resume,
    dispose: () => {
      snooze?.cancel();
      listener.dispose();
      changed.dispose();
    },
  };
}
