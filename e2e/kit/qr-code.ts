// Reads a QR code from the screen, as the camera of a phone would.
import type { Locator } from 'playwright-core';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';

/** Returns the text of the QR code shown at `place`; throws if no code can be read. */
export async function textOfQrCode(place: Locator): Promise<string> {
  const { data, info } = await sharp(await place.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ data, width: info.width, height: info.height }, { timeLimit: 10_000 });
}
