/** The answer ends before the first control token or stop string (kind 2), wherever a piece of the stream was cut. */
import type { Language } from './language.ts';
import { cut, pass, type Stage } from './stage.ts';

/** Tokens of model families' vocabularies. They are cut for every model: a wrong guess of the family must not leak. */
export const CONTROL_TOKENS: readonly string[] = [
  ...['<fim_prefix>', '<fim_suffix>', '<fim_middle>', '<fim_pad>', '<file_sep>', '<repo_name>'],
  ...['<fim-prefix>', '<fim-suffix>', '<fim-middle>', '<fim-pad>', '<jupyter_', '<issue_', '<commit_'],
  ...['<|fim_prefix|>', '<|fim_suffix|>', '<|fim_middle|>', '<|fim_pad|>', '<|fim_begin|>', '<|fim_hole|>'],
  ...[
    '<|fim_end|>',
    '<|repo_name|>',
    '<|file_sep|>',
    '<|file_separator|>',
    '<|endoftext|>',
    '<|end_of_text|>',
  ],
  ...['<|begin_of_text|>', '<|eot_id|>', '<|start_header_id|>', '<|end_header_id|>', '<|eom_id|>'],
  ...[
    '<|im_start|>',
    '<|im_end|>',
    '<|im_sep|>',
    '<|end|>',
    '<|user|>',
    '<|assistant|>',
    '<|system|>',
    '<|EOT|>',
  ],
  ...[
    '<|code_prefix|>',
    '<|code_suffix|>',
    '<|code_middle|>',
    '<|cursor|>',
    '<|return|>',
    '<|channel|>',
    '<|message|>',
  ],
  ...['<|end_of_sentence|>', '<|startoftext|>', '<|end_of_turn|>', '<|start_of_role|>', '<|end_of_role|>'],
  ...[
    '<｜fim▁begin｜>',
    '<｜fim▁hole｜>',
    '<｜fim▁end｜>',
    '<｜begin▁of▁sentence｜>',
    '<｜end▁of▁sentence｜>',
  ],
  ...[
    '<｜User｜>',
    '<｜Assistant｜>',
    '<[fim-suffix]>',
    '<[fim-prefix]>',
    '<[fim-middle]>',
    '<[end▁of▁sentence]>',
  ],
  ...['<EOT>', '<PRE>', '<SUF>', '<MID>', ' <EOT>', ' <PRE>', ' <SUF>', ' <MID>', '<eos>', '<bos>', '</s>'],
  ...[
    '<end_of_turn>',
    '<start_of_turn>',
    '[PREFIX]',
    '[SUFFIX]',
    '[MIDDLE]',
    '[/CODE]',
    '[/INST]',
    '[/PYTHON]',
  ],
  ...['</COMPLETION>', '</completion>', '</MIDDLE>', '</CODE>', '</FILL>', '</ANSWER>', '<CURSOR>'],
  ...['<|user_cursor|>', '<|editable_region_end|>', '<|editable_region_start|>'],
];

/** `stops` are the model's own stop strings besides. `own` is the user's text: tokens that occur in it are code. */
export function controlTokens(stops: readonly string[], own: string, language: Language): Stage {
  const tokens = [
    ...CONTROL_TOKENS.filter(
      (token) => !own.includes(token.trim()) && !(language.markup && token === '</s>'),
    ),
    ...stops,
  ];
  return cutAt(tokens);
}

/** The answer ends before the first of these texts. */
export function cutAt(tokens: readonly string[]): Stage {
  const starts = new Map<string, string[]>();
  for (const token of tokens.filter((text) => text !== '')) {
    const first = token.charAt(0);
    starts.set(first, [...(starts.get(first) ?? []), token]);
  }
  let held = '';
  return {
    push(text) {
      const all = held + text;
      held = '';
      for (let at = 0; at < all.length; at++) {
        const candidates = starts.get(all.charAt(at));
        if (!candidates) continue;
        if (candidates.some((token) => all.startsWith(token, at))) return cut(all.slice(0, at));
        if (
          candidates.some(
            (token) => token.startsWith(all.slice(at, at + token.length)) && all.length - at < token.length,
          )
        ) {
          held = all.slice(at);
          return pass(all.slice(0, at));
        }
      }
      return pass(all);
    },
    end: () => pass(held),
  };
}
