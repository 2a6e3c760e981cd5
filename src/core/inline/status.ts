/** The state that the status item shows: one value, changed by what happens, and the words for it. */
import type { ModelErrorKind } from '../model/errors.ts';
import type { EngineEvent } from '../completion/words.ts';

/** What decides the state apart from the running requests. */
export interface Conditions {
  /** Name of the model for ghost text, undefined when none is configured. */
  readonly model: string | undefined;
  /** Why ghost text is off, undefined when it is on. */
  readonly off: 'setting' | 'until-restart' | 'snoozed' | 'editor-setting' | undefined;
  readonly manual: boolean;
  /** Why ghost text may cost no more today, undefined when it may. */
  readonly capped: string | undefined;
}

export interface Trouble {
  readonly kind: ModelErrorKind;
  readonly message: string;
  readonly helpUrl?: string;
  /** When the engine asks again, on the clock of the caller. */
  readonly until?: number;
}

/** What the requests are doing. */
export interface Activity {
  /** Requests that run, and whether each has sent a first token. */
  readonly running: ReadonlyMap<number, 'waiting' | 'streaming'>;
  /** The last request failed with this. */
  readonly trouble: Trouble | undefined;
  /** Last time to first token, in milliseconds. */
  readonly firstTokenMs: number | undefined;
}

export const IDLE: Activity = { running: new Map(), trouble: undefined, firstTokenMs: undefined };

/** The activity after an event of the engine; `now` in milliseconds. */
export function afterEvent(activity: Activity, event: EngineEvent, now: number): Activity {
  const running = new Map(activity.running);
  switch (event.type) {
    case 'sent':
      running.set(event.request, 'waiting');
      return { ...activity, running };
    case 'first-token':
      if (running.has(event.request)) running.set(event.request, 'streaming');
      return { running, trouble: undefined, firstTokenMs: event.ms };
    case 'ended':
      running.delete(event.request);
      return { ...activity, running };
    case 'failed': {
      running.delete(event.request);
      const { kind, message, helpUrl, pauseMs } = event;
      if (kind === 'canceled') return { ...activity, running };
      const trouble = {
        kind,
        message,
        ...(helpUrl === undefined ? {} : { helpUrl }),
        ...(pauseMs === undefined ? {} : { until: now + pauseMs }),
      };
      return { ...activity, running, trouble };
    }
  }
}

export type StatusWord =
  | 'ready'
  | 'waiting'
  | 'streaming'
  | 'manual'
  | 'off'
  | 'snoozed'
  | 'no-model'
  | 'capped'
  | 'loading'
  | 'rate-limited'
  | 'error'
  | 'editor-setting';

/** The one word for everything that is going on, the most pressing first. */
export function statusWord(conditions: Conditions, activity: Activity): StatusWord {
  if (conditions.off === 'snoozed') return 'snoozed';
  if (conditions.off === 'editor-setting') return 'editor-setting';
  if (conditions.off !== undefined) return 'off';
  if (conditions.model === undefined) return 'no-model';
  if (conditions.capped !== undefined) return 'capped';
  const states = [...activity.running.values()];
  if (states.includes('streaming')) return 'streaming';
  if (activity.trouble) {
    if (activity.trouble.kind === 'loading') return 'loading';
    return activity.trouble.kind === 'rate-limited' ? 'rate-limited' : 'error';
  }
  if (states.includes('waiting')) return 'waiting';
  return conditions.manual ? 'manual' : 'ready';
}
