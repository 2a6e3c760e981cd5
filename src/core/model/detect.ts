/** Finds out which protocol a server speaks, by asking for what only one kind of server has. Sends no prompt. */
import * as v from 'valibot';
import { ModelError, type ModelErrorKind } from './errors.ts';
import { getJson, type AskPorts } from './getJson.ts';
import { parseBase, ROUTER, rootOf } from './url.ts';
import type { DialectId } from './words.ts';

export interface Detected {
  /** What kind of server it seems to be, for people. */
  readonly server: string;
  readonly dialect: DialectId;
  /** Names of its models, as far as it lists them. */
  readonly models: readonly string[];
}

interface Engine extends Omit<Detected, 'models'> {
  readonly path: string;
  /** Takes the names of its models out of an answer that only this engine gives; undefined for other answers. */
  readonly models: (answer: unknown) => readonly string[] | undefined;
}

/** A reader of answers: undefined for those that the schema does not fit. */
const reader =
  <S extends v.GenericSchema>(schema: S, names: (answer: v.InferOutput<S>) => readonly string[]) =>
  (answer: unknown): readonly string[] | undefined => {
    const parsed = v.safeParse(schema, answer);
    return parsed.success ? names(parsed.output) : undefined;
  };

/** The first that answers wins: engines imitate one another downwards. */
const ENGINES: readonly Engine[] = [
  {
    server: 'llama.cpp',
    dialect: 'llama-infill',
    path: '/props',
    models: reader(v.object({ default_generation_settings: v.looseObject({}) }), () => []),
  },
  {
    server: 'Text Generation Inference',
    dialect: 'tgi',
    path: '/info',
    models: reader(v.object({ model_id: v.string() }), ({ model_id }) => [model_id]),
  },
  {
    server: 'Ollama',
    dialect: 'ollama',
    path: '/api/tags',
    models: reader(v.object({ models: v.array(v.object({ name: v.string() })) }), ({ models }) =>
      models.map(({ name }) => name),
    ),
  },
  {
    server: 'vLLM, LM Studio or the like',
    dialect: 'openai-completions',
    path: '/v1/models',
    models: reader(v.object({ data: v.array(v.object({ id: v.string() })) }), ({ data }) =>
      data.map(({ id }) => id),
    ),
  },
];

const DEADLINE_MS = 4000;

/**
 * Asks all known questions at once. Undefined when none is answered as an engine would; rejects with the ModelError
 * of a server that wants a token first, or of the network when nobody is there.
 */
export async function detectServer(url: string, ports: AskPorts): Promise<Detected | undefined> {
  const base = parseBase(url);
  if (base.origin === ROUTER) return { server: 'Hugging Face', dialect: 'hf-chat:auto', models: [] };
  const root = rootOf(base.pathname).replace(/\/api$/i, '');
  const answers = await Promise.allSettled(
    ENGINES.map(({ path }) => {
      const to = new URL(base);
      to.pathname = root + path;
      return getJson({ url: to, deadlineMs: DEADLINE_MS }, ports);
    }),
  );
  for (const [at, { models: read, server, dialect }] of ENGINES.entries()) {
    const answer = answers[at];
    const models = answer?.status === 'fulfilled' ? read(answer.value) : undefined;
    if (models) return { server, dialect, models };
  }
  const errors = answers.flatMap((answer): ModelError[] =>
    answer.status === 'rejected' && answer.reason instanceof ModelError ? [answer.reason] : [],
  );
  const locked = errors.find(({ kind }) => kind === 'unauthorized' || kind === 'forbidden');
  if (locked) throw locked;
  const [first] = errors;
  if (first && errors.length === ENGINES.length && errors.every(({ kind }) => ABSENT.includes(kind)))
    throw first;
  return undefined;
}

/** Nobody is there, or nobody yet. */
const ABSENT: readonly ModelErrorKind[] = ['unreachable', 'timeout', 'overloaded', 'loading'];
