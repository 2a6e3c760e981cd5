/** What "Show last completion request" shows: the exact prompt, every token, what ended it and what was cut. */
import type { FinishReason, ModelEvent, ModelRequest, Token } from '../model/words.ts';
import type { InlineModel, Prompt } from './prompt.ts';

export interface Inspection {
  readonly request: number;
  readonly model: string;
  readonly url: string;
  readonly dialect: string;
  /** Name of the fill-in-the-middle format; `none` continues the prefix. */
  readonly format: string;
  /** As sent; what looks like a secret is masked. */
  readonly sent: ModelRequest;
  /** As they came; servers that give no tokens give pieces of text. */
  readonly tokens: readonly Token[];
  readonly finishReason?: FinishReason;
  readonly error?: string;
  /** The rule that cut the text. */
  readonly rule?: string;
  /** What was offered of it. */
  readonly offered: string;
}

/** Follows one request; `now` gives what is known so far. */
export interface Inspector {
  event(event: ModelEvent): void;
  now(end: { readonly rule?: string; readonly error?: string; readonly offered: string }): Inspection;
}

export function inspectRequest(request: number, model: InlineModel, prompt: Prompt): Inspector {
  const tokens: Token[] = [];
  let finishReason: FinishReason | undefined;
  return {
    event(event) {
      if (event.type === 'text-delta' && !event.sequence) tokens.push(event.token ?? { text: event.text });
      if (event.type === 'finish') finishReason = event.finishReason;
    },
    now: (end) => ({
      request,
      model: model.name,
      url: model.endpoint.url.replace(/\/\/[^/@]*@/, '//***@'),
      dialect: model.endpoint.dialect,
      format: prompt.format,
      sent: maskRequest(prompt.request),
      tokens: [...tokens],
      ...(finishReason === undefined ? {} : { finishReason }),
      ...end,
      offered: maskSecrets(end.offered),
    }),
  };
}

function maskRequest(request: ModelRequest): ModelRequest {
  if (request.type === 'chat') {
    const messages = request.messages.map((message) =>
      typeof message.content === 'string' && message.role !== 'tool'
        ? { ...message, content: maskSecrets(message.content) }
        : message,
    );
    return { ...request, messages };
  }
  const { suffix, files } = request;
  return {
    ...request,
    prompt: maskSecrets(request.prompt),
    ...(suffix === undefined ? {} : { suffix: maskSecrets(suffix) }),
    ...(files ? { files: files.map(({ path, text }) => ({ path, text: maskSecrets(text) })) } : {}),
  };
}

/** Access tokens and keys by their usual forms; the length stays visible. */
const SECRETS: readonly RegExp[] = [
  /\b(?:hf_|sk-|sk_live_|pk_live_|ghp_|gho_|ghs_|github_pat_|glpat-|xox[abprs]-|AKIA|AIza|npm_)[\w-]{8,}/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?<=\b(?:password|passwd|secret|token|api_?key|access_?key)\w*["']?\s*[:=]\s*["'])[^"'\n]{4,}(?=["'])/gi,
  /(?<=\/\/[^/\s:@]{1,60}:)[^/\s:@]{3,}(?=@)/g,
];

/** Puts stars in place of what looks like a secret. */
export function maskSecrets(text: string): string {
  return SECRETS.reduce(
    (masked, pattern) => masked.replaceAll(pattern, (secret) => '*'.repeat(Math.min(12, secret.length))),
    text,
  );
}
