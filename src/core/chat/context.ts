/** What a question and the things put beside it look like to the model. */
import type { ContextItem, Question } from './words.ts';

/** The question with its context, cut to `budget` tokens at the end of the context; the question itself is kept. */
export function questionText(question: Question, budget: number, tokens: (text: string) => number): string {
  const asked = question.prompt ?? question.text;
  let left = budget - tokens(asked);
  const pieces: string[] = [];
  for (const item of question.context) {
    const piece = clip(item, left, tokens);
    pieces.push(piece);
    left -= tokens(piece);
  }
  return [...pieces, asked].join('\n\n');
}

function clip(item: ContextItem, budget: number, tokens: (text: string) => number): string {
  const whole = contextText(item, item.text);
  const cost = tokens(whole);
  if (cost <= budget) return whole;
  const share = Math.max(0, Math.floor((item.text.length * budget) / cost) - 200);
  const cut = item.text.slice(0, item.text.lastIndexOf('\n', share) + 1 || share);
  return contextText(item, `${cut}\n[… ${item.text.length - cut.length} more characters left out]`);
}

const TITLES: Readonly<Record<ContextItem['kind'], string>> = {
  file: 'File',
  folder: 'Files in folder',
  symbol: 'Symbol',
  problems: 'Problems reported by the editor',
  selection: 'Selected text',
  terminal: 'Last terminal command and its output',
  changes: 'Uncommitted changes',
};

function contextText(item: ContextItem, text: string): string {
  const mark = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${TITLES[item.kind]}: ${item.label}\n${mark}${item.language ?? ''}\n${text}\n${mark}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length));
}
