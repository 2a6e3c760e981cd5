/** From what the user wrote to a question: slash commands become their prompts, references their texts. */
import { parseSlash, SLASH_COMMANDS, type SlashCommand } from '../core/chat/slash.ts';
import type { Draft } from '../core/chat/protocol.ts';
import type { NewQuestion } from '../core/chat/session.ts';
import type { Conversation } from '../core/chat/words.ts';
import type { ChatContext } from './chatContext.ts';
import type { OwnSlash } from './codeCommands.ts';

/** Undefined when a prompt of the user's answers elsewhere, in the file. */
export async function questionOf(
  draft: Draft,
  selection: 'with-selection' | 'alone',
  shown: Conversation,
  { context, slash: own }: { readonly context: ChatContext; readonly slash: OwnSlash },
): Promise<NewQuestion | undefined> {
  const called = draft.text.startsWith('/') ? parseSlash(draft.text, await ownCommands(own)) : undefined;
  const prompt = called && (await own.question(called.command.name, called.rest));
  if (called && prompt === undefined) return undefined;
  const builtIn = parseSlash(draft.text, SLASH_COMMANDS);
  const edited = draft.editing === null ? undefined : shown.messages.get(draft.editing);
  return {
    text: draft.text,
    prompt: prompt ?? builtIn?.command.prompt(builtIn.rest),
    context: await context.resolve(draft.references, selection),
    images: draft.images.length > 0 ? draft.images : undefined,
    ...(edited ? { parent: edited.parent } : {}),
  };
}

/** Those names that are not the product's own. */
async function ownCommands(own: OwnSlash): Promise<SlashCommand[]> {
  const taken = new Set(SLASH_COMMANDS.map(({ name }) => name));
  return (await own.list())
    .filter(({ name }) => !taken.has(name))
    .map((command) => ({ ...command, prompt: (rest) => rest }));
}
