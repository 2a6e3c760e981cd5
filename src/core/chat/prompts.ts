/** The prompts on code that come with the product, and how any prompt's variables are filled. */

export const PROMPT_MODES = ['chat', 'edit', 'insert'] as const;
/** Where an answer goes: to the chat, as a proposed edit of the selection, or as a proposal at the caret. */
export type PromptMode = (typeof PROMPT_MODES)[number];

export interface Prompt {
  /** Also the slash command. */
  readonly name: string;
  readonly description: string;
  readonly mode: PromptMode;
  /** Name of the configured model to ask; absent: the one of the mode's role. */
  readonly model?: string;
  /** Text with variables, see VARIABLES. */
  readonly text: string;
}

export const VARIABLES = ['selection', 'file', 'language', 'diagnostics', 'changes'] as const;
export type Variable = (typeof VARIABLES)[number];

const SELECTION = '\n\nFile ${file}:\n\n```${language}\n${selection}\n```';

/** `text` of an edit is its instruction: the code itself is added by the edit. */
export const COMMAND_PROMPTS = [
  {
    name: 'explain',
    description: 'Explain the selected code',
    mode: 'chat',
    text:
      'Explain this ${language} code: what it is for, how it works, and what can surprise its reader. ' +
      `Be brief; quote only the lines you speak of.${SELECTION}`,
  },
  {
    name: 'fix',
    description: 'Fix the problems in the selected code',
    mode: 'edit',
    text: 'Fix these problems and change nothing else:\n${diagnostics}',
  },
  {
    name: 'doc',
    description: 'Add documentation comments to the selected code',
    mode: 'edit',
    text:
      'Add or complete the documentation comments, in the form that is usual in ${language} and in this file. ' +
      'Say what the names do not say. Leave the code itself as it is.',
  },
  {
    name: 'simplify',
    description: 'Simplify the selected code',
    mode: 'edit',
    text: 'Make this code simpler and shorter, with the same behavior and the same public names.',
  },
  {
    name: 'review',
    description: 'Review the selected code',
    mode: 'chat',
    text:
      'Review this ${language} code. List what is wrong or risky, the worst first, each with its line, the reason ' +
      `and a correction. If nothing is, say so in one sentence.${SELECTION}`,
  },
  {
    name: 'review-changes',
    description: 'Review the changes in the repository',
    mode: 'chat',
    text:
      'Review these changes. List what is wrong or risky, the worst first, each with its file and line, the reason ' +
      'and a correction. If nothing is, say so in one sentence.\n\n${changes}',
  },
] as const satisfies readonly Prompt[];

/** What stands for a problem-free selection in `fix`. */
export const NO_DIAGNOSTICS = 'The editor reports none; look for mistakes in the logic.';

const REFERENCE = /\$\{(?:(selection|file|language|diagnostics|changes)|input:([\w-]+)(?::([^}]*))?)\}/g;

/** What a prompt needs to know before it can be filled. */
export interface Needs {
  readonly variables: ReadonlySet<Variable>;
  /** Questions to the user, in order: `${input:name:hint}`. */
  readonly inputs: readonly { readonly name: string; readonly hint: string }[];
}

export function needsOf(text: string): Needs {
  const references = [...text.matchAll(REFERENCE)];
  const inputs = new Map(references.flatMap(([, , name, hint]) => (name ? [[name, hint ?? '']] : [])));
  const used = references.map(([, variable]) => variable);
  return {
    variables: new Set(VARIABLES.filter((variable) => used.includes(variable))),
    inputs: [...inputs].map(([name, hint]) => ({ name, hint })),
  };
}

/** Fills the variables in one pass: what a value contains is never taken for a variable. Unknown ones stay. */
export function fillPrompt(
  text: string,
  variables: ReadonlyMap<Variable, string>,
  inputs: ReadonlyMap<string, string>,
): string {
  return text.replace(REFERENCE, (reference, variable: Variable | undefined, input: string | undefined) =>
    variable ? (variables.get(variable) ?? reference) : (inputs.get(input ?? '') ?? reference),
  );
}
