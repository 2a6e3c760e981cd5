/** What the Hub says about an access token (`/api/whoami-v2`): whose it is, whom it can bill, and what it lacks. */
import * as v from 'valibot';

/** Calling inference providers needs this permission of a fine-grained token. */
const INFERENCE = 'inference.serverless.write';

/** Where a token with just that permission is made. */
export const TOKEN_PAGE = `https://huggingface.co/settings/tokens/new?ownUserPermissions=${INFERENCE}&tokenType=fineGrained`;
export const BILLING_PAGE = 'https://huggingface.co/settings/billing';

const permissions = v.optional(v.array(v.string()), []);
const whoamiSchema = v.object({
  id: v.optional(v.string()),
  name: v.string(),
  fullname: v.nullish(v.string()),
  canPay: v.optional(v.boolean()),
  orgs: v.optional(v.array(v.object({ name: v.string(), fullname: v.nullish(v.string()) })), []),
  auth: v.optional(
    v.object({
      accessToken: v.optional(
        v.object({
          displayName: v.optional(v.string()),
          role: v.optional(v.string()),
          fineGrained: v.optional(
            v.object({
              global: permissions,
              scoped: v.optional(v.array(v.object({ permissions })), []),
            }),
          ),
        }),
      ),
    }),
  ),
});

export interface Account {
  /** Stays the same when the user is renamed; the name where the Hub gives no id. */
  readonly id: string;
  readonly name: string;
  /** Names of organizations that can be billed. */
  readonly organizations: readonly string[];
  /** The permission that calls to inference providers need and the token does not have. */
  readonly missing?: string;
}

/** Undefined when the answer is none of `/api/whoami-v2`. */
export function parseAccount(answer: unknown): Account | undefined {
  const parsed = v.safeParse(whoamiSchema, answer);
  if (!parsed.success) return undefined;
  const { id, name, orgs, auth } = parsed.output;
  const token = auth?.accessToken;
  const granted = token?.fineGrained;
  // The older kinds of token, `read` and `write`, may call inference providers.
  const lacks =
    token?.role === 'fineGrained' &&
    ![...(granted?.global ?? []), ...(granted?.scoped ?? []).flatMap((scope) => scope.permissions)].includes(
      INFERENCE,
    );
  return {
    id: id ?? name,
    name,
    organizations: orgs.map((organization) => organization.name),
    ...(lacks ? { missing: INFERENCE } : {}),
  };
}
