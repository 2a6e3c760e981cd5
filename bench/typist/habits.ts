/** How a simulated person types: every habit is drawn from the seed and the place, so that engines get the same trace. */

export interface Habits {
  /** From one key to the next, in milliseconds; `before` and `after` are the characters around the caret to come. */
  gap(at: number, target: string): number;
  /** A wrong letter comes first here. */
  slips(at: number, target: string): boolean;
  /** Takes a right suggestion that is seen here: about one in seven, people type on where they know what comes. */
  accepts(at: number): boolean;
  /** A number in [0, 1) for a place and a purpose. */
  draw(purpose: string, at: number): number;
}

/**
 * Gaps are log-normal: 140 ms median within words, a little more between them; thinking pauses of 0.6 to 3 s at line
 * starts (40 %), after openers and operators (12 %) and at word starts (5 %). One letter in fifty is wrong.
 */
export function habitsOf(seed: number): Habits {
  const draw = (purpose: string, at: number): number => hash(`${seed}:${purpose}:${at}`);
  return {
    draw,
    gap(at, target) {
      const before = target[at - 1] ?? '\n';
      const next = target[at] ?? '\n';
      const starts = /\s/.test(before) || /[([{.,=:]/.test(before);
      const base = 140 * Math.exp(0.42 * normal(draw('gap', at), draw('gap2', at))) * (starts ? 1.25 : 1);
      const pauses = before === '\n' || /^[ \t]*$/.test(lineBefore(target, at)) ? 0.4 : starts ? 0.12 : 0;
      const chance = pauses > 0 ? pauses : /\w/.test(next) && !/\w/.test(before) ? 0.05 : 0.01;
      return draw('pause', at) < chance ? 600 + 2400 * draw('long', at) ** 2 : Math.min(base, 540);
    },
    slips: (at, target) => /[a-z]/.test(target[at] ?? '') && draw('slip', at) < 0.02,
    accepts: (at) => draw('accept', at) < 0.15,
  };
}

function lineBefore(target: string, at: number): string {
  return target.slice(target.lastIndexOf('\n', at - 1) + 1, at);
}

function normal(a: number, b: number): number {
  return Math.sqrt(-2 * Math.log(1 - a)) * Math.cos(2 * Math.PI * b);
}

/** FNV-1a with a final mix, as a fraction. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let n = 0; n < text.length; n++) h = Math.imul(h ^ text.charCodeAt(n), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}
