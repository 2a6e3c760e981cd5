/** What the local model process tells its parent, a line of JSON each. */
import * as v from 'valibot';

const announcementSchema = v.variant('type', [
  /** `share` of the file that is loaded, 0 to 1. Requests are answered with 503 until it is ready. */
  v.object({ type: v.literal('loading'), url: v.string(), share: v.number() }),
  v.object({
    type: v.literal('ready'),
    url: v.string(),
    model: v.string(),
    contextTokens: v.number(),
    infills: v.boolean(),
  }),
  /** The process ends after this; a new start would fail in the same way. */
  v.object({ type: v.literal('failed'), message: v.string() }),
]);

export type Announcement = v.InferOutput<typeof announcementSchema>;

/** Undefined for a line that is none of ours. */
export function readAnnouncement(line: string): Announcement | undefined {
  try {
    const parsed = v.safeParse(announcementSchema, JSON.parse(line));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
