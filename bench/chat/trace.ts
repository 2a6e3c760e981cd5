/**
 * Reads a Chromium trace: how long the page's main thread was busy with scripts, style, layout and painting. Counted is
 * the thread's own time: what other processes take from a busy machine is not the page's doing.
 */

export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly tid: number;
  readonly pid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Of `dur`, the time that the thread ran. */
  readonly tdur?: number;
}

const WORK = new Set([
  'FireAnimationFrame',
  'FunctionCall',
  'EventDispatch',
  'TimerFire',
  'HandlePostMessage',
  'RunMicrotasks',
  'EvaluateScript',
  'IntersectionObserverController::computeIntersections',
  'UpdateLayoutTree',
  'Layout',
  'PrePaint',
  'Paint',
  'Layerize',
  'Commit',
  'UpdateLayer',
  'MinorGC',
  'MajorGC',
]);

interface Interval {
  readonly start: number;
  readonly end: number;
  readonly busy: number;
}

/** Busy milliseconds in each of `parts` equal spans of the trace. */
export function busyTime(events: readonly TraceEvent[], parts: number): number[] {
  const intervals = work(events);
  const first = intervals[0]?.start ?? 0;
  const span = ((intervals.at(-1)?.end ?? 0) - first) / parts;
  const sums = Array.from({ length: parts }, () => 0);
  for (const { start, busy } of intervals) {
    const part = Math.min(parts - 1, Math.floor((start - first) / span));
    sums[part] = (sums[part] ?? 0) + busy / 1000;
  }
  return sums;
}

// Two animation callbacks nearer than this, in microseconds, are of one frame.
const ONE_FRAME_US = 4_000;

/** Busy milliseconds of each frame, from one animation frame to the next. */
export function frameTimes(events: readonly TraceEvent[]): number[] {
  const main = mainThread(events);
  const starts = events
    .filter((e) => e.tid === main && e.name === 'FireAnimationFrame')
    .map(({ ts }) => ts)
    .sort((a, b) => a - b)
    .filter((ts, index, all) => ts - (all[index - 1] ?? 0) > ONE_FRAME_US);
  const sums = starts.map(() => 0);
  let frame = 0;
  for (const { start, busy } of work(events)) {
    if (start < (starts[0] ?? 0)) continue;
    while (frame + 1 < starts.length && (starts[frame + 1] ?? 0) <= start) frame++;
    sums[frame] = (sums[frame] ?? 0) + busy / 1000;
  }
  return sums;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The outermost spans of work, in order; what lies inside another is counted once. */
function work(events: readonly TraceEvent[]): Interval[] {
  const main = mainThread(events);
  const sorted = events
    .filter(({ tid, name, ph, dur }) => tid === main && ph === 'X' && WORK.has(name) && dur !== undefined)
    .map(({ ts, dur = 0, tdur = dur }) => ({ start: ts, end: ts + dur, busy: tdur }))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const outer: Interval[] = [];
  for (const interval of sorted) if (interval.start >= (outer.at(-1)?.end ?? 0)) outer.push(interval);
  return outer;
}

/** The thread that runs the page's animation frames. */
function mainThread(events: readonly TraceEvent[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { tid, name } of events)
    if (name === 'FireAnimationFrame') counts.set(tid, (counts.get(tid) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
