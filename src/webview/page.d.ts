declare module '*.css';
declare module 'worker:*' {
  /** The bundled source of the worker. */
  export const source: string;
}
interface TrustedScriptURL {
  toString(): string;
}
declare const trustedTypes: {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
};
