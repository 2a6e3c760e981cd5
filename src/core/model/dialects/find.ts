/** The table of dialects. */
import type { DialectId } from '../words.ts';
import type { Dialect } from './dialect.ts';
import { huggingFaceChat, huggingFaceText } from './huggingFace.ts';
import { llamaCompletion, llamaInfill } from './llama.ts';
import { ollamaChat, ollamaGenerate } from './ollama.ts';
import { openaiChat } from './openaiChat.ts';
import { openaiCompletions } from './openaiCompletions.ts';
import { tgi } from './tgi.ts';

const DIALECTS: ReadonlyMap<string, Dialect> = new Map<DialectId, Dialect>([
  ['tgi', tgi],
  ['openai-completions', openaiCompletions],
  ['openai-chat', openaiChat],
  ['llama-infill', llamaInfill],
  ['llama-completion', llamaCompletion],
  ['ollama', ollamaGenerate],
  ['ollama-chat', ollamaChat],
]);

/** The dialect of that name; undefined when there is none. */
export function findDialect(id: DialectId): Dialect | undefined {
  const [family, provider] = id.split(/:(.*)/, 2);
  if (provider && family === 'hf-chat') return huggingFaceChat(provider);
  if (provider && family === 'hf-text') return huggingFaceText(provider);
  return DIALECTS.get(id);
}
