/** Pictures for the README: moments of one answer side by side. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { SHOTS } from './editor.ts';
import { sharedBrowser } from './hosts.ts';

/** `npm run pictures` writes into the README's folder; every other run beside its other pictures. */
const FOLDER = process.env.GHOSTSTREAM_PICTURES ?? SHOTS;

/** Sixteen levels of each color make a picture of text a third as large. */
const LEVELS = Array.from({ length: 16 }, (_, level) => level / 15).join(' ');
const FEW = `<svg width="0" height="0" style="position: absolute"><filter id="few" color-interpolation-filters="sRGB"><feComponentTransfer>${['R', 'G', 'B'].map((channel) => `<feFunc${channel} type="discrete" tableValues="${LEVELS}"/>`).join('')}</feComponentTransfer></filter></svg>`;

/** Writes <name>.png. */
export async function stackPictures(
  moments: readonly (Buffer | undefined)[],
  name: string,
  colors?: 'few colors',
): Promise<void> {
  const images = moments.flatMap((png) =>
    png ? [`<img src="data:image/png;base64,${png.toString('base64')}">`] : [],
  );
  const page = await (await sharedBrowser()).newPage({ viewport: { width: 1400, height: 800 } });
  try {
    const style =
      'div { display: inline-flex; align-items: end; gap: 8px } img { border: 1px solid #ccc } body { margin: 0 }';
    const filter = colors ? 'filter: url(#few)' : '';
    await page.setContent(`<style>${style}</style>${FEW}<div style="${filter}">${images.join('')}</div>`);
    const file = path.join(FOLDER, `${name}.png`);
    mkdirSync(path.dirname(file), { recursive: true });
    await page.locator('div').screenshot({ path: file });
  } finally {
    await page.close();
  }
}
