/** One row of a table of answers: what the model says at a caret, and what is offered of it. */

/** `‸` in the document is the caret. */
export interface TrimCase {
  readonly name: string;
  readonly language: string;
  readonly document: string;
  readonly says: string;
  /** What is offered; empty for nothing. */
  readonly offers: string;
  /** How many characters right of the caret `offers` covers. */
  readonly over?: number;
  readonly origin?: 'completion' | 'chat';
}

/** Makes the rows of a table for one language. */
export const rows =
  (language: string) =>
  (
    name: string,
    document: string,
    says: string,
    offers: string,
    more: { over?: number; origin?: 'chat' } = {},
  ): TrimCase => ({
    name,
    language,
    document,
    says,
    offers,
    ...more,
  });
