/** Where the Hugging Face Hub and its router answer. */
import * as v from 'valibot';

export interface HubOrigins {
  readonly hub: string;
  readonly router: string;
}

const originsSchema = v.object({ hub: v.string(), router: v.string() });

/** The environment alone can name others, for tests: no setting, let alone a workspace's, can send a token elsewhere. */
export const HUB_ORIGINS: HubOrigins = readOrigins(process.env.GHOSTSTREAM_TEST_ORIGINS);

function readOrigins(text: string | undefined): HubOrigins {
  if (text === undefined) return { hub: 'https://huggingface.co', router: 'https://router.huggingface.co' };
  return v.parse(originsSchema, JSON.parse(text));
}
