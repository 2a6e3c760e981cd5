/** Finds the error that a server reports in JSON, whatever form its framework gives it. */
import { isObject, parseJson, type JsonObject } from './json.ts';

export interface Reported {
  /** The server's own words; empty when it gave none. */
  readonly message: string;
  /** Its machine-readable type or code, lower case. */
  readonly type?: string;
  readonly status?: number;
  /** Seconds until the model is loaded (the classic inference API). */
  readonly estimatedTime?: number;
  /** llama.cpp's numbers for a prompt that is too long. */
  readonly promptTokens?: number;
  readonly contextTokens?: number;
}

/** The error in a record of a stream, or undefined when the record reports none; `"error": null` is none. */
export function reportedError(record: JsonObject): Reported | undefined {
  const { error } = record;
  if (record.object === 'error') return describe(record);
  if (typeof error === 'string' && error.trim() !== '') return describe(record);
  if (Array.isArray(error) && error.length > 0) return describe(record);
  if (isObject(error) && Object.keys(error).length > 0) return describe(record);
  return undefined;
}

/** Reads an error out of anything: TGI, OpenAI, vLLM, llama.cpp, Ollama, FastAPI, problem+json, text, a web page. */
export function describe(value: unknown): Reported {
  if (typeof value === 'string') return describeText(value);
  if (Array.isArray(value)) return describeList(value);
  if (!isObject(value)) return { message: '' };
  const inner = ['error', 'detail', 'details', 'errors', 'message', 'msg', 'description', 'reason', 'title']
    .map((key) => describe(value[key]))
    .find(({ message, type }) => message !== '' || type !== undefined);
  const type = [value.error_type, value.type, value.code, value.status].find(
    (word): word is string => typeof word === 'string' && /^[\w. -]+$/.test(word),
  );
  const status = [value.code, value.status, value.http_status_code, value.status_code]
    .map(Number)
    .find((code) => code >= 400 && code <= 599);
  return {
    message: inner?.message ?? '',
    ...pick('type', inner?.type ?? type?.toLowerCase()),
    ...pick('status', inner?.status ?? status),
    ...pick('estimatedTime', inner?.estimatedTime ?? number(value.estimated_time)),
    ...pick('promptTokens', inner?.promptTokens ?? number(value.n_prompt_tokens)),
    ...pick('contextTokens', inner?.contextTokens ?? number(value.n_ctx)),
  };
}

function describeText(text: string): Reported {
  const trimmed = text.trim();
  if (/^[{[]/.test(trimmed)) {
    const value = parseJson(trimmed);
    if (value !== undefined) {
      const inner = describe(value);
      // A form that nobody foresaw is still better than silence, if it says anything.
      const saysSomething =
        isObject(value) && Object.values(value).some((field) => typeof field === 'string');
      return inner.message === '' && saysSomething ? { ...inner, message: trimmed } : inner;
    }
  }
  if (/^<(!doctype|html|head|body|\?xml)/i.test(trimmed)) {
    const title = /<title[^>]*>([^<]*)/i.exec(trimmed)?.[1] ?? /<h1[^>]*>([^<]*)/i.exec(trimmed)?.[1] ?? '';
    return { message: oneLine(title) };
  }
  return { message: oneLine(trimmed) };
}

/** FastAPI's list of `{loc, msg}`; its `input` echoes the request and is left out. */
function describeList(list: readonly unknown[]): Reported {
  const parts = list.slice(0, 3).map((item) => {
    const { message } = describe(item);
    const loc = isObject(item) && Array.isArray(item.loc) ? item.loc.join('.') : '';
    return loc && message ? `${loc}: ${message}` : message;
  });
  return { message: parts.filter((part) => part !== '').join('; ') };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function pick<K extends string, T>(key: K, value: T | undefined): Partial<Record<K, T>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, T>);
}
