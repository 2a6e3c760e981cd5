/** Shares each frame's time among those who draw. */

/** Does a small part of its work; true while there is more. */
export type Step = () => boolean;

export interface Frames {
  /** Has `step` called in the next frame, and in further ones while it returns true. */
  request(step: Step): void;
}

// Of a frame's 16 ms, layout and painting need the rest.
const BUDGET_MS = 6;

/** `after` is called once at the end of each frame in which something was drawn. */
export function createFrames(after: () => void): Frames {
  const steps = new Set<Step>();
  let scheduled = false;
  const run = (): void => {
    scheduled = false;
    const end = performance.now() + BUDGET_MS;
    for (const step of [...steps]) {
      let more = true;
      while (more && performance.now() < end) more = step();
      // Who was not done gets its next turn after the others.
      steps.delete(step);
      if (more) steps.add(step);
      if (performance.now() >= end) break;
    }
    after();
    if (steps.size > 0) schedule();
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
  };
}
