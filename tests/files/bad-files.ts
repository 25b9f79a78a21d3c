// Files that must be refused, keyed by the code of the refusal.
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { newPicture } from '../actors/people.ts';

/**
 * Returns a small PDF; `catalog` and `trailer` contain the content because of which it must be
 * refused.
 */
export const pdf = (catalog: string, trailer = '') =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${catalog} >>\nendobj\n` +
      '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n' +
      '3 0 obj\n<< /Type /Page /Parent 2 0 R >>\nendobj\n' +
      `trailer\n<< /Root 1 0 R /Size 4 ${trailer} >>\nstartxref\n9\n%%EOF\n`,
  );

/** Opens with the password `secret` only. */
export const lockedPdf = readFileSync(
  new URL('../../server/adapters/testing/locked.pdf', import.meta.url),
);

/** Returns a picture whose header claims so many pixels that decoding it would exhaust memory. */
async function bomb(): Promise<Buffer> {
  const png = await sharp((await newPicture('image')).bytes)
    .png()
    .toBuffer();
  png.writeUInt32BE(30_000, 16);
  png.writeUInt32BE(30_000, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

const bad: Record<string, () => Promise<Buffer> | Buffer> = {
  FILE_TYPE: () => Buffer.from('this is no picture at all'),
  FILE_BROKEN: async () => (await newPicture('image')).bytes.subarray(0, 200),
  FILE_PIXELS: bomb,
  FILE_SIZE: () => Buffer.alloc(10 * 1024 * 1024 + 1),
  FILE_ENCRYPTED: () => lockedPdf,
  FILE_ACTIVE: () => pdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'),
};

/** Returns the bytes of a file that must be refused with a code. */
export async function badBytes(code: string): Promise<Buffer> {
  const make = bad[code];
  if (!make) throw new Error(`no file is refused with ${code}`);
  return make();
}
