// Pictures that people upload: photos of documents, and drawn signatures.
import sharp from 'sharp';
import type { Upload } from './client.ts';
import type { Random } from './random.ts';

type Size = { width: number; height: number };

/** Returns a JPEG as an upload in the field `name`. */
export const uploadOf = <B extends Uint8Array>(name: string, bytes: B, file = name) => ({
  name,
  filename: `${file}.jpg`,
  type: 'image/jpeg',
  bytes,
});

/** Returns a random photo of noise, so that no two are alike and JPEG cannot compress them much. */
export async function photo(random: Random, name: string, file?: string): Promise<Upload> {
  const shade = () => random.int(120, 240);
  const picture = sharp({
    create: {
      width: 1280,
      height: 800,
      channels: 3,
      background: { r: shade(), g: shade(), b: shade() },
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  });
  return uploadOf(name, await picture.jpeg({ quality: 80 }).toBuffer(), file);
}

/**
 * Returns a signature as the signature pad sends it: a PNG data URL with dark strokes on
 * transparency. `path` is in the notation of SVG; an empty one leaves the pad blank.
 */
export async function drawnSignature(
  path: string,
  { width, height }: Size = { width: 600, height: 200 },
): Promise<string> {
  const stroke = 'fill="none" stroke="#1E1B17" stroke-width="5" stroke-linecap="round"';
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `${path && `<path d="${path}" ${stroke}/>`}</svg>`;
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

export function signature(random: Random): Promise<string> {
  const points = Array.from({ length: 8 }, (_, k) => `${40 + k * 70} ${random.int(50, 150)}`);
  return drawnSignature(`M${points.join(' L')}`);
}
