/** The table of dialects. */
import type { DialectId } from '../words.ts';
import type { Dialect } from './dialect.ts';
import { llamaCompletion, llamaInfill } from './llama.ts';
import { ollamaChat, ollamaGenerate } from './ollama.ts';
import { openaiChat } from './openaiChat.ts';
import { openaiCompletions } from './openaiCompletions.ts';
import { tgi } from './tgi.ts';

const DIALECTS = {
  tgi,
  'openai-completions': openaiCompletions,
  'openai-chat': openaiChat,
  'llama-infill': llamaInfill,
  'llama-completion': llamaCompletion,
  ollama: ollamaGenerate,
  'ollama-chat': ollamaChat,
} as const satisfies Partial<Record<DialectId, Dialect>>;

/** The dialect of that name; undefined when there is none. */
export function findDialect(id: DialectId): Dialect | undefined {
  return (DIALECTS as Partial<Record<string, Dialect>>)[id];
}
