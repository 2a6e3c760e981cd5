/** What the pure core needs from the world. The edge passes the real thing, tests pass fakes that behave. */

/** The signature of `fetch`, without its global. VS Code replaces the global one for proxies and certificates. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Time. A test's clock moves only when it is told to. */
export interface Clock {
  /** Milliseconds since some fixed moment; never goes back. */
  now(): number;
  /** Calls `run` once after `ms` milliseconds, 0 meaning as soon as what waits has run; the returned function cancels it and may be called any time. */
  after(ms: number, run: () => void): () => void;
}

/** A number in [0, 1), as `Math.random`. */
export type Random = () => number;
