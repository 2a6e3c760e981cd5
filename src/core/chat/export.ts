/** A conversation as a file for people or for programs. */
import { branch, titleOf } from './conversation.ts';
import type { Conversation } from './words.ts';

/** The branch that is shown, as Markdown. */
export function exportMarkdown(conversation: Conversation): string {
  const parts = branch(conversation).map((message) => {
    if (message.role === 'assistant') return `## ${message.model || 'Answer'}\n\n${message.text}`;
    const context = message.context.map(({ label }) => `- ${label}`).join('\n');
    return `## You\n\n${message.text}${context === '' ? '' : `\n\n${context}`}`;
  });
  return `${[`# ${titleOf(conversation)}`, ...parts].join('\n\n')}\n`;
}

/** All branches, as they are kept. */
export function exportJson(conversation: Conversation): string {
  return `${JSON.stringify({ ...conversation, messages: [...conversation.messages.values()] }, null, 2)}\n`;
}
