/** From the bytes of an answer to its JSON records, whatever frames them: server-sent events, JSON lines, one JSON text. */
import { createParser } from 'eventsource-parser';
import { isObject, parseJson, type JsonObject } from './json.ts';

export type WireRecord =
  /** `form` is `whole` when the record may be the whole body: JSON that no event stream frames. */
  | { readonly type: 'record'; readonly form: 'event' | 'whole'; readonly value: JsonObject }
  /** An event named `error`, or the `error:` line of older llama.cpp; the value is JSON or text. */
  | { readonly type: 'error'; readonly value: unknown }
  /** OpenAI's `[DONE]`. */
  | { readonly type: 'done' };

/** The body is not what any dialect sends. `said` is a short piece of it for people. */
export class FramingError extends Error {
  readonly said: string;
  constructor(message: string, said = '') {
    super(message);
    this.said = said;
  }
}

/** Turns text pieces into records; does not depend on where the text was cut. */
export interface Records {
  push(text: string): readonly WireRecord[];
  /** The body ended: what is still pending. An unfinished record gives nothing. */
  end(): readonly WireRecord[];
}

/** Longest line, event or JSON text, in characters. */
export const MAX_RECORD = 4 * 1024 * 1024;

/** Decides by the first character what the body is, for servers name their content types loosely. */
export function createRecords(): Records {
  let chosen: Records | undefined;
  return {
    push(text) {
      if (!chosen) {
        const first = /\S/.exec(text)?.[0];
        if (first === undefined) return [];
        chosen = first === '{' || first === '[' ? jsonRecords() : first === '<' ? html() : eventRecords();
      }
      return chosen.push(text);
    },
    end: () => chosen?.end() ?? [],
  };
}

/**
 * The parser looks for the next line feed again at each carriage return; small pieces keep a body of bare carriage
 * returns from costing quadratic time.
 */
const CR_PIECE = 4096;

function eventRecords(): Records {
  let found: WireRecord[] = [];
  let overflow = false;
  let stray = '';
  let events = 0;
  const parser = createParser({
    maxBufferSize: MAX_RECORD,
    onEvent: ({ event, data }) => {
      events++;
      const record = eventRecord(event, data);
      if (record) found.push(record);
    },
    onError: ({ type, field, value, line }) => {
      if (type === 'max-buffer-size-exceeded') overflow = true;
      else if (field === 'error' && value) found.push({ type: 'error', value: parseJson(value) ?? value });
      else if (type === 'unknown-field' && line) stray ||= line.trim();
    },
  });
  const feed = (text: string): readonly WireRecord[] => {
    found = [];
    const step = text.includes('\r') ? CR_PIECE : text.length;
    for (let at = 0; at < text.length && !overflow; at += step) parser.feed(text.slice(at, at + step));
    if (overflow) throw new FramingError('an event longer than 4 MB');
    return found;
  };
  return {
    push: feed,
    end() {
      const last = feed('\n\n');
      // Plain text where events were due: "upstream connect error", a proxy's words.
      if (stray && events === 0 && last.length === 0) throw new FramingError('plain text', stray);
      if (stray && last.length === 0) return [{ type: 'error', value: stray }];
      return last;
    },
  };
}

function eventRecord(event: string | undefined, data: string): WireRecord | undefined {
  const text = data.trim();
  if (text === '' || event === 'ping') return undefined;
  if (/^\[done\]$/i.test(text)) return { type: 'done' };
  const value = parseJson(text);
  if (event === 'error') return { type: 'error', value: value ?? text };
  if (isObject(value)) return { type: 'record', form: 'event', value };
  if (value !== undefined || /^(ping|keep-?alive|heartbeat)$/i.test(text)) return undefined;
  throw new FramingError('an event that is not JSON', text);
}

/** JSON lines, or one JSON text that may span lines: told apart by whether the first line is JSON by itself. */
function jsonRecords(): Records {
  let mode: 'first' | 'lines' | 'whole' = 'first';
  let pending: string[] = [];
  let length = 0;
  const take = (): string => {
    const text = pending.join('');
    pending = [];
    length = 0;
    return text;
  };
  const keep = (text: string): void => {
    pending.push(text);
    length += text.length;
    if (length > MAX_RECORD) throw new FramingError('a line longer than 4 MB');
  };
  const line = (text: string): readonly WireRecord[] => {
    if (text.trim() === '') return [];
    const value = parseJson(text);
    if (value === undefined) {
      if (mode === 'lines') throw new FramingError('a line that is not JSON', text.trim());
      mode = 'whole';
      keep(text);
      return [];
    }
    mode = 'lines';
    return whole(value);
  };
  return {
    push(text) {
      const found: WireRecord[] = [];
      let from = 0;
      while (mode !== 'whole') {
        const at = text.indexOf('\n', from);
        if (at === -1) break;
        keep(text.slice(from, at + 1));
        from = at + 1;
        found.push(...line(take()));
      }
      if (from < text.length) keep(text.slice(from));
      return found;
    },
    end() {
      const value = parseJson(take());
      return value === undefined ? [] : whole(value);
    },
  };
}

/** Servers that wrap the answer in a list (the classic inference API) have one element each. */
function whole(value: unknown): readonly WireRecord[] {
  return (Array.isArray(value) ? value : [value])
    .filter(isObject)
    .map((object) => ({ type: 'record', form: 'whole', value: object }));
}

function html(): Records {
  let page = '';
  const stop = (): never => {
    throw new FramingError('a web page', /<title[^>]*>([^<]*)/i.exec(page)?.[1]?.trim() ?? '');
  };
  return {
    push(text) {
      page += text.slice(0, 4096);
      return page.length > 4096 || /<\/title>|<body/i.test(page) ? stop() : [];
    },
    end: stop,
  };
}
