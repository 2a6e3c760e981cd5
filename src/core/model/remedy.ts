/** The one thing that helps with each kind of failure: the same in the status bar, in messages and in the chat. */
import type { ModelErrorKind } from './errors.ts';

export const REMEDIES = [
  /** Store an access token for the server, or sign in. */
  'token',
  /** The provider's page that the error names (`helpUrl`): billing, permissions of the token. */
  'page',
  /** Put the model's entry right, or take another model. */
  'model',
  /** Wait longer for the first token. */
  'patience',
  /** Send less: a smaller context window, a new conversation. */
  'less',
  /** The log has more than the message. */
  'log',
  /** Ask again. */
  'again',
] as const;
export type Remedy = (typeof REMEDIES)[number];

/** `helpUrl` as the ModelError has it. */
export function remedyFor(kind: ModelErrorKind, helpUrl: string | undefined): Remedy {
  switch (kind) {
    case 'unauthorized':
      return 'token';
    case 'forbidden':
      return helpUrl === undefined ? 'token' : 'page';
    case 'out-of-credit':
      return helpUrl === undefined ? 'model' : 'page';
    case 'not-found':
    case 'unreachable':
    case 'protocol':
    case 'invalid-request':
      return 'model';
    case 'context-exceeded':
      return 'less';
    case 'timeout':
      return 'patience';
    case 'server':
      return 'log';
    case 'rate-limited':
    case 'loading':
    case 'overloaded':
    case 'truncated':
    case 'canceled':
      return 'again';
  }
}
