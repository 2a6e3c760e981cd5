/** Finds out which protocol a server speaks, by asking for what only one kind of server has. Sends no prompt. */
import * as v from 'valibot';
import type { DialectId } from './words.ts';

/** A GET below the server's base; undefined for anything but a JSON answer with a good status. */
export type Look = (path: string) => Promise<unknown>;

export interface Detected {
  readonly dialect: DialectId;
  readonly models: readonly string[];
  readonly contextTokens?: number;
  /** What kind of server it seems to be. */
  readonly server: string;
}

const propsSchema = v.object({
  default_generation_settings: v.object({ n_ctx: v.optional(v.number()) }),
});
const infoSchema = v.object({ model_id: v.string(), max_input_tokens: v.optional(v.number()) });
const tagsSchema = v.object({ models: v.array(v.object({ name: v.string() })) });
const modelsSchema = v.object({
  data: v.array(v.object({ id: v.string(), max_model_len: v.optional(v.nullable(v.number())) })),
});

/** Undefined when nothing that is known answers. The looks are made one after the other, the surest first. */
export async function detectServer(look: Look): Promise<Detected | undefined> {
  const tags = v.safeParse(tagsSchema, await look('/api/tags'));
  if (tags.success) {
    return { server: 'Ollama', dialect: 'ollama', models: tags.output.models.map(({ name }) => name) };
  }
  const props = v.safeParse(propsSchema, await look('/props'));
  if (props.success) {
    const { n_ctx } = props.output.default_generation_settings;
    return { server: 'llama.cpp', dialect: 'llama-infill', models: [], ...context(n_ctx) };
  }
  const info = v.safeParse(infoSchema, await look('/info'));
  if (info.success) {
    return {
      server: 'Text Generation Inference',
      dialect: 'tgi',
      models: [info.output.model_id],
      ...context(info.output.max_input_tokens),
    };
  }
  const models = v.safeParse(modelsSchema, await look('/v1/models'));
  if (!models.success) return undefined;
  return {
    server: 'OpenAI',
    dialect: 'openai-completions',
    models: models.output.data.map(({ id }) => id),
    ...context(models.output.data[0]?.max_model_len ?? undefined),
  };
}

const context = (contextTokens: number | undefined) => (contextTokens === undefined ? {} : { contextTokens });
