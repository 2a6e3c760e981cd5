/** How many prompt tokens to read at once: as many as take about 100 ms, so that giving up takes no longer. */

/** A reading can be given up between two pieces only, so a piece must be short; each has a fixed cost, so it must not be tiny. */
const PIECE_MS = 100;
const LEAST = 16;

export interface Pieces {
  /** Tokens of the next piece. */
  readonly size: number;
  /** Tells how long a piece took, in milliseconds. */
  took(tokens: number, ms: number): void;
}

/** Starts at 64 tokens, then follows the speed that was measured, at most doubling from piece to piece. */
export function createPieces(most: number): Pieces {
  let size = Math.min(64, most);
  return {
    get size() {
      return size;
    },
    took: (tokens, ms) => {
      const fitting = Math.floor((tokens * PIECE_MS) / Math.max(ms, 1));
      size = Math.max(LEAST, Math.min(most, size * 2, fitting));
    },
  };
}
