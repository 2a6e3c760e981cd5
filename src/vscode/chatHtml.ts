/** The chat page's HTML: a frame for the script, and the rules of what it may do. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** Where the page's files are, the only folder it can read. */
export function pageFolder(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

/**
 * The page shows what a model wrote. It may load its own files and pictures from `data:`; it may connect to nothing,
 * and no text can become HTML (`require-trusted-types-for`).
 */
export function pageHtml(webview: vscode.Webview, extensionUri: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const uri = (name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(pageFolder(extensionUri), name)).toString();
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' ${webview.cspSource}`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `img-src data:`,
    `worker-src blob:`,
    `form-action 'none'`,
    `base-uri 'none'`,
  ].join('; ');
  const texts = JSON.stringify(vscode.l10n.bundle ?? {}).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" href="${uri('chat.css')}">
    <script type="application/json" id="texts" nonce="${nonce}">${texts}</script>
  </head>
  <body>
    <script type="module" nonce="${nonce}" src="${uri('chat.js')}"></script>
  </body>
</html>`;
}
