// Test of which drawn signatures are accepted and which are refused.
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawnName, readSignature } from './signature.ts';

const curve = '<path d="M40 150C80 20 120 20 140 120S400 190 560 90" fill="none" stroke="#112"';
const drawing = (inside: string, width = 600, height = 200): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`,
  );
const urlOf = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`;
const drawn = async (inside: string, width?: number, height?: number): Promise<string> =>
  urlOf(
    await sharp(drawing(inside, width, height))
      .png()
      .toBuffer(),
  );
const codeOf = (dataUrl: string): Promise<string> =>
  readSignature(dataUrl).then(
    () => 'accepted',
    ({ code }: { code: string }) => code,
  );

test('a signature on a transparent or white background is accepted and put on white', async () => {
  const signature = await readSignature(await drawn(`${curve} stroke-width="5"/>`));
  expect(signature).toMatchObject({ width: 600, height: 200 });
  const { channels } = await sharp(signature.png).stats();
  expect([channels.length, channels[0]!.max, channels[0]!.min < 60]).toEqual([3, 255, true]);
  const white = await drawn(`<rect width="600" height="200" fill="#fff"/>${curve}/>`);
  expect(await codeOf(white)).toBe('accepted');
  expect(await codeOf(await drawn(`${curve} stroke-width="3"/>`, 300, 100))).toBe('accepted');
});

test('an empty field, transparent, white or black, and a dot count as blank', async () => {
  const fields = ['', '<rect width="600" height="200" fill="#fff"/>'];
  fields.push('<rect width="600" height="200"/>', '<circle cx="50" cy="50" r="2"/>');
  for (const field of fields) expect(await codeOf(await drawn(field))).toBe('SIGNATURE_BLANK');
});

test('a signature too small, too large in pixels or in bytes is refused', async () => {
  expect(await codeOf(await drawn(`${curve}/>`, 299, 100))).toBe('SIGNATURE_SIZE');
  expect(await codeOf(await drawn(`${curve}/>`, 300, 99))).toBe('SIGNATURE_SIZE');
  expect(await codeOf(await drawn(`${curve}/>`, 4001, 200))).toBe('SIGNATURE_SIZE');
  const raw = { width: 500, height: 300, channels: 3 as const };
  const noise = await sharp(randomBytes(450_000), { raw }).png().toBuffer();
  expect(await codeOf(urlOf(noise))).toBe('SIGNATURE_SIZE');
  expect(await codeOf(`data:image/png;base64,${'A'.repeat(10_000_000)}`)).toBe('SIGNATURE_SIZE');
});

test('a header that states a huge picture is refused before decoding', async () => {
  const bomb = await sharp(drawing(`${curve}/>`))
    .png()
    .toBuffer();
  bomb.writeUInt32BE(60_000, 16);
  expect(await codeOf(urlOf(bomb))).toBe('SIGNATURE_SIZE');
});

test('anything else is refused as not a PNG', async () => {
  const jpeg = await sharp(drawing(`${curve}/>`))
    .jpeg()
    .toBuffer();
  const png = await sharp(drawing(`${curve}/>`))
    .png()
    .toBuffer();
  for (const wrong of [
    '',
    'hello',
    'data:text/html;base64,PGI+',
    `data:image/svg+xml;base64,${drawing(curve).toString('base64')}`,
    urlOf(jpeg),
    urlOf(png.subarray(0, 60)),
    urlOf(Buffer.from('x')),
    'data:image/png;base64,%%%%',
  ]) {
    expect(await codeOf(wrong)).toBe('SIGNATURE_TYPE');
  }
});

test('a drawn name is a picture like that of a drawn signature', async () => {
  const png = await drawnName(drawing(`${curve} stroke-width="9"/>`, 900, 300).toString());
  expect(await codeOf(urlOf(png))).toBe('accepted');
});
