/** The fill-in-the-middle formats that models were trained on, as data. Layouts are byte-exact: each blank counts. */

export interface FimFormat {
  readonly name: FimName;
  /** Where `{p}`, `{s}` and `{path}` stand for prefix, suffix and the file's path. */
  readonly layout: string;
  /** How other files come before the layout; without it the family has no documented way to show them. */
  readonly others?: {
    /** Once, first of all, if the workspace has a name: `{repo}`. */
    readonly repository?: string;
    /** Each file: `{path}`, `{text}`. */
    readonly file: string;
    /** The current file's layout when others were shown; default: `layout`. */
    readonly current?: string;
  };
  /** What ends an answer, most important first: the first four go to the server, all are cut on our side. */
  readonly stops: readonly string[];
  /** The family's control tokens: what is in `layout` and `others`, the stops, and what else its tokenizer has. */
  readonly vocabulary: readonly string[];
}

export const FIM_NAMES = [
  'starcoder',
  'starcoder2',
  'santacoder',
  'qwen',
  'codegemma',
  'granite4',
  'codellama',
  'deepseek',
  'codestral',
  'glm',
  'seed',
  'mellum',
] as const;
export type FimName = (typeof FIM_NAMES)[number];

const STARCODER = ['<fim_prefix>', '<fim_suffix>', '<fim_middle>', '<fim_pad>', '<|endoftext|>'];
const PIPED = ['<|fim_prefix|>', '<|fim_suffix|>', '<|fim_middle|>'];

/** Sources: the model cards and papers of the families; the repository layouts are those of llama.cpp's `/infill`. */
export const FIM_FORMATS: readonly FimFormat[] = [
  {
    // StarCoder 1, stable-code, Granite code 3, CodeQwen 1.5.
    name: 'starcoder',
    layout: '<fim_prefix>{p}<fim_suffix>{s}<fim_middle>',
    stops: ['<|endoftext|>', '<file_sep>', '<fim_prefix>', '<filename>'],
    vocabulary: [...STARCODER, '<file_sep>', '<filename>', '<reponame>', '<gh_stars>'],
  },
  {
    name: 'starcoder2',
    layout: '<fim_prefix>{p}<fim_suffix>{s}<fim_middle>',
    others: {
      repository: '<repo_name>{repo}',
      file: '<file_sep>{path}\n{text}\n',
      current: '<file_sep><fim_prefix>{path}\n{p}<fim_suffix>{s}<fim_middle>',
    },
    stops: ['<|endoftext|>', '<file_sep>', '<fim_prefix>', '<repo_name>'],
    vocabulary: [...STARCODER, '<file_sep>', '<repo_name>'],
  },
  {
    name: 'santacoder',
    layout: '<fim-prefix>{p}<fim-suffix>{s}<fim-middle>',
    stops: ['<|endoftext|>', '<fim-prefix>', '<fim-pad>'],
    vocabulary: ['<fim-prefix>', '<fim-suffix>', '<fim-middle>', '<fim-pad>', '<|endoftext|>'],
  },
  {
    // Qwen2.5-Coder, Qwen3-Coder.
    name: 'qwen',
    layout: '<|fim_prefix|>{p}<|fim_suffix|>{s}<|fim_middle|>',
    others: {
      repository: '<|repo_name|>{repo}\n',
      file: '<|file_sep|>{path}\n{text}\n',
      current: '<|file_sep|>{path}\n<|fim_prefix|>{p}<|fim_suffix|>{s}<|fim_middle|>',
    },
    stops: ['<|endoftext|>', '<|file_sep|>', '<|fim_pad|>', '<|im_end|>', '<|repo_name|>', '<|fim_prefix|>'],
    vocabulary: [
      ...PIPED,
      ...['<|fim_pad|>', '<|file_sep|>', '<|repo_name|>', '<|endoftext|>', '<|im_start|>', '<|im_end|>'],
    ],
  },
  {
    name: 'codegemma',
    layout: '<|fim_prefix|>{p}<|fim_suffix|>{s}<|fim_middle|>',
    others: {
      file: '{path}\n{text}\n<|file_separator|>',
      current: '{path}\n<|fim_prefix|>{p}<|fim_suffix|>{s}<|fim_middle|>',
    },
    stops: ['<|file_separator|>', '<eos>', '<|fim_prefix|>', '<end_of_turn>'],
    vocabulary: [...PIPED, '<|file_separator|>', '<eos>', '<bos>', '<start_of_turn>', '<end_of_turn>'],
  },
  {
    name: 'granite4',
    layout: '<|fim_prefix|>{p}<|fim_suffix|>{s}<|fim_middle|>',
    stops: ['<|end_of_text|>', '<|fim_pad|>', '<|fim_prefix|>', '<|start_of_role|>'],
    vocabulary: [...PIPED, '<|fim_pad|>', '<|end_of_text|>', '<|start_of_role|>', '<|end_of_role|>'],
  },
  {
    // Code Llama 7B and 13B: the blanks are part of what the model saw in training.
    name: 'codellama',
    layout: '<PRE> {p} <SUF>{s} <MID>',
    stops: ['<EOT>', '</s>', '<PRE>'],
    vocabulary: ['<PRE>', '<SUF>', '<MID>', '<EOT>', '</s>'],
  },
  {
    name: 'deepseek',
    layout: '<｜fim▁begin｜>{p}<｜fim▁hole｜>{s}<｜fim▁end｜>',
    stops: ['<｜end▁of▁sentence｜>', '<|EOT|>', '<｜fim▁begin｜>', '<｜User｜>'],
    vocabulary: [
      ...['<｜fim▁begin｜>', '<｜fim▁hole｜>', '<｜fim▁end｜>', '<｜begin▁of▁sentence｜>'],
      ...['<｜end▁of▁sentence｜>', '<|EOT|>', '<｜User｜>', '<｜Assistant｜>'],
    ],
  },
  {
    name: 'codestral',
    layout: '[SUFFIX]{s}[PREFIX]{p}',
    stops: ['[PREFIX]', '[SUFFIX]', '</s>', '[MIDDLE]'],
    vocabulary: ['[PREFIX]', '[SUFFIX]', '[MIDDLE]', '[INST]', '[/INST]', '</s>'],
  },
  {
    name: 'glm',
    layout: '<|code_prefix|>{p}<|code_suffix|>{s}<|code_middle|>',
    stops: ['<|endoftext|>', '<|user|>', '<|code_prefix|>', '<|observation|>'],
    vocabulary: [
      ...['<|code_prefix|>', '<|code_suffix|>', '<|code_middle|>', '<|endoftext|>'],
      ...['<|user|>', '<|assistant|>', '<|system|>', '<|observation|>'],
    ],
  },
  {
    name: 'seed',
    layout: '<[fim-suffix]>{s}<[fim-prefix]>{p}<[fim-middle]>',
    stops: ['<[end▁of▁sentence]>', '<[fim-suffix]>', '<[fim-prefix]>'],
    vocabulary: ['<[fim-suffix]>', '<[fim-prefix]>', '<[fim-middle]>', '<[end▁of▁sentence]>'],
  },
  {
    name: 'mellum',
    layout: '<filename>{path}\n<fim_suffix>{s}<fim_prefix>{p}<fim_middle>',
    others: { file: '<filename>{path}\n{text}\n' },
    stops: ['<|endoftext|>', '<filename>', '<fim_suffix>', '<fim_prefix>'],
    vocabulary: [...STARCODER, '<filename>', '<reponame>'],
  },
];
