/** Pictures for the README: moments of one answer side by side. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { SHOTS } from './editor.ts';
import { sharedBrowser } from './hosts.ts';

/** `npm run pictures` writes into the README's folder; every other run beside its other pictures. */
const FOLDER = process.env.GHOSTSTREAM_PICTURES ?? SHOTS;

/** Writes <name>.png. */
export async function stackPictures(moments: readonly (Buffer | undefined)[], name: string): Promise<void> {
  const images = moments.flatMap((png) =>
    png ? [`<img src="data:image/png;base64,${png.toString('base64')}">`] : [],
  );
  const page = await (await sharedBrowser()).newPage({ viewport: { width: 1400, height: 800 } });
  try {
    const style = 'div { display: inline-flex; gap: 8px } img { border: 1px solid #ccc } body { margin: 0 }';
    await page.setContent(`<style>${style}</style><div>${images.join('')}</div>`);
    mkdirSync(FOLDER, { recursive: true });
    await page.locator('div').screenshot({ path: path.join(FOLDER, `${name}.png`) });
  } finally {
    await page.close();
  }
}
