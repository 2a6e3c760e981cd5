/** Runs mocha inside the extension host; the bundle's entry calls it (tools/host/runTests.ts). */
import Mocha from 'mocha';

/**
 * @param load defines the suites with describe() and it()
 * @throws Error (as a rejection, which fails the run) when a test fails
 */
export async function runMocha(load: () => void): Promise<void> {
  const grep = process.env.GHOSTSTREAM_TEST_GREP;
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: 20_000,
    color: false,
    failZero: true,
    ...(grep ? { grep } : {}),
  });
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  load();
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} failing in the extension host`);
}
