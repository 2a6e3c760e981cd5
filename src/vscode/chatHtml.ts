/** The chat page's HTML: a frame for the script, and the rules of what it may do. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { pagePolicy } from '../core/chat/pagePolicy.ts';

/** Where the page's files are, the only folder it can read. */
export function pageFolder(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

export function pageHtml(webview: vscode.Webview, extensionUri: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const uri = (name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(pageFolder(extensionUri), name)).toString();
  const policy = pagePolicy(webview.cspSource, nonce);
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
