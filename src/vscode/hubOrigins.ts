/** Where the Hugging Face Hub and its router answer, and for tests where local servers listen. */
import * as v from 'valibot';

const originsSchema = v.object({
  hub: v.string(),
  router: v.string(),
  /** In place of the usual ports of local servers. */
  local: v.optional(v.array(v.object({ label: v.string(), url: v.string() }))),
});

export type HubOrigins = Readonly<v.InferOutput<typeof originsSchema>>;

/** The environment alone can name others, for tests: no setting, let alone a workspace's, can send a token elsewhere. */
export const HUB_ORIGINS: HubOrigins = readOrigins(process.env.GHOSTSTREAM_TEST_ORIGINS);

function readOrigins(text: string | undefined): HubOrigins {
  if (text === undefined) return { hub: 'https://huggingface.co', router: 'https://router.huggingface.co' };
  return v.parse(originsSchema, JSON.parse(text));
}
