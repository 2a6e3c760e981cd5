/** Measures the work of one call on a machine that does other things too. */

/**
 * Runs it and adds its milliseconds to `times`: the lesser of the wall clock, which counts other processes, and of the
 * process's CPU time, which counts its other threads. Both are upper bounds of the call's own work.
 */
export function timed<T>(times: number[], run: () => T): T {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const result = run();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  times.push(Math.min(wall, (user + system) / 1000));
  return result;
}
