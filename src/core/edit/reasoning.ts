/** Removes what a model thought before it answered. */

const NAMES = 'think|thinking|thought|reasoning';
const LEADING = new RegExp(`^\\s*<(${NAMES})>[\\s\\S]*?(?:</\\1>|$)`, 'i');
const LONE_END = new RegExp(`</(?:${NAMES})>`, 'i');
const LONE_START = new RegExp(`<(?:${NAMES})>|^\\s*(?:\`\`\`|~~~)`, 'im');

/**
 * The answer without the reasoning that leads it, however far the text has come. Some chat templates open the
 * reasoning in the prompt, so that only its end is in the text.
 */
export function withoutReasoning(text: string): string {
  let rest = text;
  for (let found = LEADING.exec(rest); found; found = LEADING.exec(rest)) rest = rest.slice(found[0].length);
  const end = LONE_END.exec(rest);
  if (end && !LONE_START.test(rest.slice(0, end.index))) rest = rest.slice(end.index + end[0].length);
  return rest === text ? text : rest.replace(/^\s*\n/, '');
}
