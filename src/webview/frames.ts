/** Shares each frame's time among those who draw. */

/** Does a small part of its work; true while there is more. */
export type Step = () => boolean;

export interface Frames {
  /** Has `step` called in the next frame, and in further ones while it returns true. */
  request(step: Step): void;
  /** What it would have drawn is not wanted any more. */
  cancel(step: Step): void;
  /** Whether all that was asked for is drawn. */
  idle(): boolean;
}

// Of a frame's 16 ms, layout and painting need the rest.
const BUDGET_MS = 6;

/** `whenIdle` is called at the end of a frame after which nothing is left to draw. */
export function createFrames(whenIdle: () => void): Frames {
  const steps = new Set<Step>();
  let scheduled = false;
  const run = (): void => {
    scheduled = false;
    const end = performance.now() + BUDGET_MS;
    // Steps that are asked for meanwhile come in the same frame.
    for (const step of steps) {
      steps.delete(step);
      let more = true;
      while (more && performance.now() < end) more = step();
      // Who was not done gets its next turn after the others.
      if (more) steps.add(step);
      if (performance.now() >= end) break;
    }
    if (steps.size > 0) schedule();
    else whenIdle();
  };
  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(run);
  };
  return {
    request: (step) => {
      steps.add(step);
      schedule();
    },
    cancel: (step) => steps.delete(step),
    idle: () => steps.size === 0,
  };
}
