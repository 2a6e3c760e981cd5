/** What requests cost: one, a thousand of them, today's, and when the day's cap is reached. US dollars. */
import type { ModelRequest, Usage } from './words.ts';
import type { Price } from './routerModels.ts';

export interface Spend {
  /** The day in the user's own calendar, such as `2026-05-01`. */
  readonly day: string;
  readonly dollars: number;
  /** Requests whose price is not known: they are not in the sum. */
  readonly unpriced: number;
}

export const nothingSpent = (day: string): Spend => ({ day, dollars: 0, unpriced: 0 });

export function costOf({ promptTokens = 0, completionTokens = 0 }: Usage, price: Price): number {
  return (promptTokens * price.input + completionTokens * price.output) / 1e6;
}

/** The day's spend after a request; a new day starts at nothing. */
export function spendAfter(spend: Spend, day: string, usage: Usage, price: Price | undefined): Spend {
  const { dollars, unpriced } = spend.day === day ? spend : nothingSpent(day);
  return price
    ? { day, dollars: dollars + costOf(usage, price), unpriced }
    : { day, dollars, unpriced: unpriced + 1 };
}

/** A cap of 0 is none. */
export const capReached = (spend: Spend, day: string, cap: number): boolean =>
  cap > 0 && spend.day === day && spend.dollars >= cap;

/** Of a completion where none has been seen yet. */
export const TYPICAL: Usage = { promptTokens: 1_500, completionTokens: 40 };

/** What 1,000 requests of this size cost. */
export const thousand = (usage: Usage, price: Price): number => 1_000 * costOf(usage, price);

/** Two digits that mean something: `$0.45`, `$12`, `$0.06`, `$0.0031`. */
export function dollars(amount: number): string {
  if (amount === 0) return '$0';
  if (amount >= 10) return `$${amount.toFixed(0)}`;
  const digits = Math.max(2, 1 - Math.floor(Math.log10(amount)));
  return `$${amount.toFixed(Math.min(digits, 8)).replace(/(\.\d\d\d*?)0+$/, '$1')}`;
}

/** Characters of a token, about, where a server does not count. */
const CHARS_PER_TOKEN = 3.5;

/** What a request that was left early has used: servers tell only at the end. `deltas` is the count of text events. */
export function estimatedUsage(request: ModelRequest, deltas: number): Usage {
  const texts =
    request.type === 'text'
      ? [request.prompt, request.suffix ?? '', ...(request.files ?? []).map(({ text }) => text)]
      : request.messages.map(({ content }) =>
          typeof content === 'string' ? content : JSON.stringify(content),
        );
  const chars = texts.reduce((sum, text) => sum + text.length, 0);
  return { promptTokens: Math.ceil(chars / CHARS_PER_TOKEN), completionTokens: deltas };
}
