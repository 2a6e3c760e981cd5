/** Reads pasted pictures, made small enough for a vision model. */
import type { Image } from '../core/chat/words.ts';

// Vision models scale larger pictures down themselves.
const LONGEST_SIDE = 1568;

/** Pictures that cannot be read are left out. */
export async function readImages(files: readonly File[]): Promise<Image[]> {
  const images: Image[] = [];
  for (const file of files) {
    const bitmap = await createImageBitmap(file).catch(() => undefined);
    if (!bitmap) continue;
    const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const [, data] = canvas.toDataURL('image/png').split(',');
    if (data) images.push({ mimeType: 'image/png', data });
  }
  return images;
}
