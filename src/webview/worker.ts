/** Starts the coloring worker. A webview may load workers from blobs only; its source comes along as text. */
import { source } from 'worker:./highlightWorker.ts';

/** The page turns no text into script but this one; browsers before trusted types take the address itself. */
const policy =
  'trustedTypes' in globalThis
    ? trustedTypes.createPolicy('ghoststream-worker', { createScriptURL: (url) => url })
    : { createScriptURL: (url: string) => url };

export function createWorker(): Worker {
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  try {
    return new Worker(policy.createScriptURL(url));
  } finally {
    URL.revokeObjectURL(url);
  }
}
