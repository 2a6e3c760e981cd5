/** The slash commands of the chat: a word at the beginning of a question that stands for a longer one. */

export interface SlashCommand {
  /** Without the slash. */
  readonly name: string;
  readonly description: string;
  /** What the model is asked; `rest` is what the user wrote behind the command. */
  readonly prompt: (rest: string) => string;
}

const withRest = (task: string) => (rest: string) => (rest === '' ? task : `${task}\n\n${rest}`);

/** Those that ask the model. `/clear` begins a new conversation and is handled by the panel. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
  {
    name: 'explain',
    description: 'Explain the code',
    prompt: withRest('Explain what this code does, step by step, and anything surprising in it.'),
  },
  {
    name: 'fix',
    description: 'Find and fix the problem',
    prompt: withRest('Find what is wrong with this code and show the corrected code.'),
  },
  {
    name: 'tests',
    description: 'Write tests',
    prompt: withRest("Write tests for this code in the project's own style."),
  },
  {
    name: 'doc',
    description: 'Write documentation',
    prompt: withRest('Write documentation comments for this code.'),
  },
];

/** The command a question begins with, and the rest of the question; undefined when it begins with none of `commands`. */
export function parseSlash(
  text: string,
  commands: readonly SlashCommand[],
): { command: SlashCommand; rest: string } | undefined {
  const match = /^\/([\w-]+)(?:\s+([\s\S]*))?$/.exec(text.trim());
  const command = commands.find(({ name }) => name === match?.[1]);
  return command && { command, rest: (match?.[2] ?? '').trim() };
}
