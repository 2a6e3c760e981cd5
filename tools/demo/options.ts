/** What the two ways of showing the demo have in common. */
export interface DemoOptions {
  readonly settings: Readonly<Record<string, unknown>>;
  /** Environment of the extension host. */
  readonly env: Readonly<Record<string, string>>;
  /** Everything that the demo writes; removed at its end. */
  readonly folder: string;
  readonly workspace: string;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

export interface Shown {
  /** Resolves when the editor was closed or the signal came. */
  readonly ended: Promise<void>;
}
