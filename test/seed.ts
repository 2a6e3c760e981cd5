/** Property tests try the same inputs in every run, so that a failure is the change's own; `SEED=n` tries others. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });
