/** Whether a question of the editor may go on to the engine: the user's switches and the editor's state, in order. */
import type { SilenceReason } from '../completion/words.ts';

/** What is so, at the moment the editor asks. */
export interface Situation {
  readonly trigger: 'automatic' | 'invoke';
  readonly language: string;
  readonly languages: Readonly<Record<string, boolean>>;
  /** The file matches one of the user's patterns. */
  readonly excluded: boolean;
  readonly manualOnly: boolean;
  /** The editor has text selected. */
  readonly selecting: boolean;
  /** An emulation such as Vim's shows by its caret that it is not inserting. */
  readonly notInserting: boolean;
  /** The suggest widget is open, and ghost text is to keep out of its way. */
  readonly behindWidget: boolean;
  /** Comments are to stay quiet; asked only when all else allows. */
  readonly inQuietComment: () => boolean;
}

export interface Refusal {
  readonly reason: SilenceReason;
  readonly detail?: RefusalDetail;
}

export type RefusalDetail = 'language' | 'manual' | 'comment' | 'widget' | 'modal';

/** Undefined when the engine may be asked. What the user asks for by hand passes all but the language and the file. */
export function refuse(situation: Situation): Refusal | undefined {
  const { languages, language } = situation;
  if (!(languages[language] ?? languages['*'] ?? true)) return { reason: 'disabled', detail: 'language' };
  if (situation.excluded) return { reason: 'excluded-file' };
  if (situation.trigger === 'invoke') return undefined;
  if (situation.manualOnly) return { reason: 'disabled', detail: 'manual' };
  if (situation.selecting) return { reason: 'selection' };
  if (situation.notInserting) return { reason: 'disabled', detail: 'modal' };
  if (situation.behindWidget) return { reason: 'disabled', detail: 'widget' };
  if (situation.inQuietComment()) return { reason: 'disabled', detail: 'comment' };
  return undefined;
}
