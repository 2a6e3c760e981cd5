/**
 * Whether VS Code's Tab would indent instead of accepting: it does where ghost text in a line's indentation begins with
 * at least one more step of indentation. `lineBefore` is the line left of the caret.
 */
export function tabWouldIndent(lineBefore: string, text: string, tabSize: number): boolean {
  if (lineBefore.trim() !== '') return false;
  const indent = /^[ \t]*/.exec(text)?.[0] ?? '';
  return indent.includes('\t') || indent.length >= tabSize;
}
