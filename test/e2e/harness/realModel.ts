/** The small model of the tests that need a real one. */
import type { Context } from 'mocha';
import { obtainLocalModel, type LocalModelParts } from '../../../tools/model.ts';

/** Skips the test, with the reason, where no model can be had; GHOSTSTREAM_REQUIRE_MODEL makes that a failure. */
export async function realModelOrSkip(test: Context): Promise<LocalModelParts> {
  try {
    return await obtainLocalModel((line) => console.log(`      ${line}`));
  } catch (error) {
    if (process.env.GHOSTSTREAM_REQUIRE_MODEL) throw error;
    console.log(`      skipped: ${error instanceof Error ? error.message : String(error)}`);
    return test.skip();
  }
}
