/** Which configured model serves which role: reads the `ghoststream.models` setting and answers for a role. */
import * as v from 'valibot';
import type { DialectId, Endpoint } from './words.ts';

export const ROLES = ['inline', 'chat', 'edit', 'commit'] as const;
/** What a model is used for. */
export type Role = (typeof ROLES)[number];

const FIXED_DIALECTS = [
  'tgi',
  'openai-completions',
  'openai-chat',
  'llama-infill',
  'llama-completion',
  'ollama',
  'ollama-chat',
] as const;

const dialectSchema = v.custom<DialectId>(
  (value) =>
    typeof value === 'string' &&
    ((FIXED_DIALECTS as readonly string[]).includes(value) || /^hf-(chat|text):[\w.-]+$/.test(value)),
  `must be one of ${FIXED_DIALECTS.join(', ')}, hf-chat:<provider>, hf-text:<provider>`,
);

const modelSchema = v.object({
  name: v.pipe(v.string(), v.nonEmpty()),
  url: v.pipe(v.string(), v.nonEmpty()),
  dialect: dialectSchema,
  model: v.optional(v.string()),
  /** Context window in tokens. */
  contextTokens: v.optional(v.pipe(v.number(), v.integer(), v.minValue(256))),
  /** Name of a fill-in-the-middle format, `none`, or absent to detect it. */
  fim: v.optional(v.string()),
  /** Roles the model may serve; absent: all it can. */
  roles: v.optional(v.array(v.picklist(ROLES))),
  billTo: v.optional(v.string()),
  /** Further fields of each request's body, in the server's own words. */
  extraBody: v.optional(v.record(v.string(), v.unknown())),
  /** What the model can do with a conversation; absent: tools, and no images. */
  tools: v.optional(v.boolean()),
  images: v.optional(v.boolean()),
});

/** One entry of the `ghoststream.models` setting. */
export type ModelEntry = v.InferOutput<typeof modelSchema>;

/** A model as one role uses it. */
export interface ConfiguredModel {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly contextTokens?: number;
  readonly fim?: string;
  /** Whether it calls tools and sees images, as its setting says. */
  readonly tools?: boolean;
  readonly images?: boolean;
}

/** The valid entries, and one sentence for each entry that is not. */
export function parseModels(setting: unknown): { models: ModelEntry[]; problems: string[] } {
  const models: ModelEntry[] = [];
  const problems: string[] = [];
  for (const [index, entry] of (Array.isArray(setting) ? setting : []).entries()) {
    const parsed = v.safeParse(modelSchema, entry);
    if (parsed.success) models.push(parsed.output);
    else {
      const [issue] = parsed.issues;
      problems.push(`ghoststream.models[${index}]: ${v.getDotPath(issue) ?? 'entry'}: ${issue.message}`);
    }
  }
  return { models, problems };
}

/** Reads a dialect's name as people write it; undefined when there is none of that name. */
export function parseDialect(text: string): DialectId | undefined {
  const parsed = v.safeParse(dialectSchema, text);
  return parsed.success ? parsed.output : undefined;
}

/** What the URL of a model begins with that the editor itself offers: `vscode-lm:<vendor>/<id>`. */
export const EDITOR_MODEL = 'vscode-lm:';

/** The roles that a model may serve. The editor's own hold conversations alone. */
export function rolesOf({ url, roles }: ModelEntry): readonly Role[] {
  const given: readonly Role[] = roles ?? ROLES;
  return url.startsWith(EDITOR_MODEL) ? given.filter((role) => role !== 'inline') : given;
}

/** The dialect that the same server speaks for conversations. */
export function chatDialectOf(dialect: DialectId): DialectId {
  if (dialect.startsWith('hf-')) return dialect.replace('hf-text:', 'hf-chat:') as DialectId;
  return dialect === 'ollama' || dialect === 'ollama-chat' ? 'ollama-chat' : 'openai-chat';
}

/** The first model that serves `role`, or the one called `name`, with the endpoint's dialect fit for the role. */
export function modelFor(
  models: readonly ModelEntry[],
  role: Role,
  name?: string,
): ConfiguredModel | undefined {
  const able = models.filter((model) => rolesOf(model).includes(role));
  const entry = able.find((model) => model.name === name) ?? able[0];
  if (!entry) return undefined;
  const { name: label, url, dialect, model, contextTokens, fim, billTo, extraBody, tools, images } = entry;
  return {
    name: label,
    endpoint: {
      url,
      dialect: role === 'inline' ? dialect : chatDialectOf(dialect),
      ...(model === undefined ? {} : { model }),
      ...(billTo === undefined ? {} : { billTo }),
      ...(extraBody === undefined ? {} : { extraBody }),
    },
    ...(contextTokens === undefined ? {} : { contextTokens }),
    ...(fim === undefined ? {} : { fim }),
    ...(tools === undefined ? {} : { tools }),
    ...(images === undefined ? {} : { images }),
  };
}
