/** What the chat's page may do, as a content security policy: it shows what a model wrote. */

/**
 * The page may load its own files, from `source`, and pictures from `data:`. It may connect to nothing, and no text can
 * become HTML or script but the coloring worker's.
 */
export function pagePolicy(source: string, nonce: string): string {
  return [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' ${source}`,
    `style-src ${source}`,
    `font-src ${source}`,
    `img-src data:`,
    `worker-src blob:`,
    `form-action 'none'`,
    `base-uri 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types ghoststream-worker`,
  ].join('; ');
}
