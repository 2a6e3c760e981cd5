/** Which control tokens a server's own tokenizer knows: a mark that comes out as one token is one. */
import * as v from 'valibot';
import { getJson, type AskPorts, type Question } from './getJson.ts';

/** TGI's answer, llama.cpp's, and vLLM's. */
const answer = v.union([
  v.array(v.object({ text: v.string() })),
  v.object({ tokens: v.array(v.object({ piece: v.unknown() })) }),
  v.object({ token_strs: v.array(v.string()) }),
]);

/**
 * Asks `/tokenize` (TGI, llama.cpp, vLLM) about all `marks` at once; returns those the tokenizer knows. Undefined where
 * the server has no such path or answers otherwise.
 */
export async function knownMarks(
  question: Omit<Question, 'body'>,
  model: string | undefined,
  marks: readonly string[],
  ports: AskPorts,
): Promise<readonly string[] | undefined> {
  const text = marks.join('\n');
  // Each server reads its own names and leaves the others alone.
  const body = {
    inputs: text,
    content: text,
    with_pieces: true,
    prompt: text,
    ...(model === undefined ? {} : { model }),
    add_special_tokens: false,
    return_token_strs: true,
  };
  const told = await getJson({ ...question, body }, ports).catch(() => undefined);
  const parsed = v.safeParse(answer, told);
  if (!parsed.success) return undefined;
  const tokens = new Set(piecesOf(parsed.output).map((piece) => piece.replace(/^[▁ ]/, '')));
  return marks.filter((mark) => tokens.has(mark));
}

function piecesOf(told: v.InferOutput<typeof answer>): readonly string[] {
  if ('token_strs' in told) return told.token_strs;
  if ('tokens' in told) return told.tokens.flatMap(({ piece }) => (typeof piece === 'string' ? [piece] : []));
  return told.map(({ text }) => text);
}
