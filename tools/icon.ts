/** `npm run icon`: draws media/icon.png, which the Marketplace wants, from media/icon.svg. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startBrowser } from './host/browser.ts';

const MEDIA = path.resolve(import.meta.dirname, '../media');
const SIZE = 256;

const browser = await startBrowser();
try {
  const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
  const svg = readFileSync(path.join(MEDIA, 'icon.svg'), 'utf8');
  await page.setContent(`<body style="margin:0">${svg}</body>`);
  await page.screenshot({ path: path.join(MEDIA, 'icon.png'), omitBackground: true });
} finally {
  await browser.close();
}
