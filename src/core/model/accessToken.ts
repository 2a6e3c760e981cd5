/** Which secret goes with a request: looked up by the origin of the very URL that is about to be called. */
import { ModelError } from './errors.ts';
import { HUGGING_FACE, isHuggingFace } from './url.ts';

/** The access token stored for an origin such as `https://router.huggingface.co`, if any. */
export type AccessTokenLookup = (origin: string) => string | undefined | Promise<string | undefined>;

/** Request headers of the user's own for an origin, if any; they are secrets like the token. */
export type HeaderLookup = (
  origin: string,
) => Readonly<Record<string, string>> | undefined | Promise<Readonly<Record<string, string>> | undefined>;

/**
 * The access token for `url`: the one stored for its origin, else, for Hugging Face's own origins alone, the one stored
 * for huggingface.co. Throws `unauthorized` for a token that no header can carry.
 */
export async function accessTokenFor(url: URL, lookup: AccessTokenLookup): Promise<string | undefined> {
  const stored =
    (await lookup(url.origin)) ?? (isHuggingFace(url.origin) ? await lookup(HUGGING_FACE) : undefined);
  const token = stored?.trim();
  if (!token) return undefined;
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new ModelError(
      'unauthorized',
      `The access token stored for ${url.origin} has characters that no token has. Store it again.`,
    );
  }
  return token;
}
