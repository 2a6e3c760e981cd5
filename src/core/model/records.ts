/** From the text of an answer to its JSON records, whatever frames them: server-sent events, JSON lines, one JSON text. */
import { createParser } from 'eventsource-parser';
import { isObject, parseJson, type JsonObject } from './json.ts';

export type WireRecord =
  /** `form` is `whole` when the record may be the whole body: JSON that no event stream frames. */
  | { readonly type: 'record'; readonly form: 'event' | 'whole'; readonly value: JsonObject }
  /** An event named `error`, or the `error:` line of older llama.cpp; the value is JSON or text. */
  | { readonly type: 'error'; readonly value: unknown }
  /** OpenAI's `[DONE]`. */
  | { readonly type: 'done' }
  /** The body is not what any dialect sends; nothing after it counts. `said` is a piece of it for people. */
  | { readonly type: 'broken'; readonly what: string; readonly said: string };

/** Turns text pieces into records; they do not depend on where the text was cut. */
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
  let broken = false;
  const until = (found: readonly WireRecord[]): readonly WireRecord[] => {
    const at = found.findIndex(({ type }) => type === 'broken');
    broken = at !== -1;
    return broken ? found.slice(0, at + 1) : found;
  };
  return {
    push(text) {
      if (broken) return [];
      if (!chosen) {
        const first = /\S/.exec(text)?.[0];
        if (first === undefined) return [];
        chosen = first === '{' || first === '[' ? jsonRecords() : first === '<' ? page() : eventRecords();
      }
      return until(chosen.push(text));
    },
    end: () => (broken ? [] : until(chosen?.end() ?? [])),
  };
}

const brokenBy = (what: string, said = ''): WireRecord => ({
  type: 'broken',
  what,
  said: said.slice(0, 500),
});

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
      const record = eventRecord(event, data);
      if (!record) return;
      events++;
      found.push(record);
    },
    onError: ({ type, field, value, line }) => {
      if (type === 'max-buffer-size-exceeded') {
        overflow = true;
        found.push(brokenBy('an event longer than 4 MB'));
      } else if (field === 'error' && value) {
        found.push({ type: 'error', value: parseJson(value) ?? value });
      } else if (type === 'unknown-field' && line) {
        stray ||= line.slice(0, 500).trim();
      }
    },
  });
  const feed = (text: string): readonly WireRecord[] => {
    found = [];
    const step = text.includes('\r') ? CR_PIECE : text.length;
    for (let at = 0; at < text.length && !overflow; at += step) parser.feed(text.slice(at, at + step));
    return found;
  };
  return {
    push: feed,
    end() {
      const last = feed('\n\n');
      if (stray === '' || last.length > 0) return last;
      // Plain text where events were due: "upstream connect error", a proxy's words.
      return [events === 0 ? brokenBy('plain text', stray) : { type: 'error', value: stray }];
    },
  };
}

function eventRecord(event: string | undefined, data: string): WireRecord | undefined {
  if (event === 'ping') return undefined;
  const value = parseJson(data);
  if (value === undefined) return eventText(event, data.trim());
  if (event === 'error') return { type: 'error', value };
  return isObject(value) ? { type: 'record', form: 'event', value } : undefined;
}

function eventText(event: string | undefined, text: string): WireRecord | undefined {
  if (text === '' || /^(ping|keep-?alive|heartbeat)$/i.test(text)) return undefined;
  if (/^\[done\]$/i.test(text)) return { type: 'done' };
  return event === 'error' ? { type: 'error', value: text } : brokenBy('an event that is not JSON', text);
}

/** JSON lines, or one JSON text that may span lines: told apart by whether the first line is JSON by itself. */
function jsonRecords(): Records {
  let mode: 'first' | 'lines' | 'whole' = 'first';
  let pending: string[] = [];
  let length = 0;
  const keep = (text: string): void => {
    pending.push(text);
    length += text.length;
  };
  const take = (): string => {
    const text = pending.join('');
    pending = [];
    length = 0;
    return text;
  };
  const line = (text: string): readonly WireRecord[] => {
    if (text.trim() === '') return [];
    const value = parseJson(text);
    if (value === undefined && mode === 'lines') return [brokenBy('a line that is not JSON', text.trim())];
    mode = value === undefined ? 'whole' : 'lines';
    if (value === undefined) keep(text);
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
      if (length > MAX_RECORD) found.push(brokenBy('a line longer than 4 MB'));
      return found;
    },
    end: () => whole(parseJson(take())),
  };
}

/** Servers that wrap the answer in a list (the classic inference API) have one element each. */
function whole(value: unknown): readonly WireRecord[] {
  return (Array.isArray(value) ? value : [value])
    .filter(isObject)
    .map((object) => ({ type: 'record', form: 'whole', value: object }));
}

function page(): Records {
  let html = '';
  const told = (): readonly WireRecord[] => [
    brokenBy('a web page', /<title[^>]*>([^<]*)/i.exec(html)?.[1]?.trim() ?? ''),
  ];
  return {
    push(text) {
      html += text.slice(0, 4096);
      return html.length > 4096 || /<\/title>|<body/i.test(html) ? told() : [];
    },
    end: told,
  };
}
