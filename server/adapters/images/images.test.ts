// Tests of uploads: pictures are re-encoded, PDFs re-rendered, everything else is refused.
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { inspectPdf } from '../../../tests/files/sneaky-pdfs.ts';
import { newDiskFiles } from '../../../tests/files/stored-files.ts';
import { createImages, HEAD_BYTES, kindOf, safeName } from './images.ts';

const images = createImages({ size: 2 });
const dir = mkdtempSync(join(tmpdir(), 'images-'));
const files = newDiskFiles(dir);
afterAll(async () => {
  images.close();
  await rm(dir, { recursive: true });
});

const heic = readFileSync(new URL('../testing/upright.heic', import.meta.url));

async function clean(bytes: Buffer, filename = 'photo.jpg') {
  const stored = await files.put(bytes, 'application/octet-stream');
  const raw = { stored, head: bytes.subarray(0, HEAD_BYTES) };
  const safe = await images.sanitiseUpload(files, raw, { filename });
  return { ...safe, bytes: await files.get(safe.stored) };
}
const codeOf = (bytes: Buffer) =>
  clean(bytes).then(
    () => 'accepted',
    (problem: { code?: string; message: string }) => problem.code ?? problem.message,
  );

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#c86432' } });
}

/** Returns a small but complete PDF of these objects (the first is the catalog). */
function pdf(...objects: string[]): Buffer {
  const body = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('');
  const trailer = `trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n`;
  return Buffer.from(`%PDF-1.7\n${body}${trailer}startxref\n9\n%%EOF\n`, 'latin1');
}
const pages = ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>', '<< /Type /Page /Parent 2 0 R >>'];
const plainPdf = pdf('<< /Type /Catalog /Pages 2 0 R >>', ...pages);

/** Returns a PDF whose catalog is hidden in a deflated object stream. */
function packed(objects: string, dictionary = '/Filter /FlateDecode'): Buffer {
  const content = deflateSync(`10 0 ${objects}`).toString('latin1');
  const stream = `<< /Type /ObjStm /N 1 /First 5 ${dictionary} /Length ${content.length} >>`;
  return pdf(
    '<< /Type /Catalog /Pages 2 0 R >>',
    ...pages,
    `${stream}\nstream\n${content}\nendstream`,
  );
}

describe('pictures', () => {
  test('a WebP is a picture like any other, but a moving one is refused', async () => {
    const still = await picture(300, 200).webp().toBuffer();
    expect(kindOf(still)).toBe('webp');
    const { bytes, ...made } = await clean(still, 'photo.webp');
    expect(made).toMatchObject({ contentType: 'image/jpeg', filename: 'photo.jpg', width: 300 });
    expect((await sharp(bytes).metadata()).format).toBe('jpeg');
    const frames = ['#000', '#fff'].map((background) =>
      sharp({ create: { width: 40, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    );
    const moving = await sharp(await Promise.all(frames), { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer();
    expect(await codeOf(moving)).toBe('FILE_TYPE');
    expect(await codeOf(still.subarray(0, 60))).toBe('FILE_BROKEN');
  });

  test('a JPEG loses its metadata and is rotated upright', async () => {
    const tagged = await picture(300, 200)
      .withExif({ IFD0: { Copyright: 'secret' }, IFD3: { GPSLatitude: '25/1 2/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(tagged).metadata()).exif).toBeDefined();
    const safe = await clean(tagged);
    const after = await sharp(safe.bytes).metadata();
    expect(safe).toMatchObject({ contentType: 'image/jpeg', width: 200, height: 300 });
    expect([after.exif, after.orientation, after.icc, after.xmp]).toEqual(Array(4).fill(undefined));
    expect(safe.bytes.includes('secret')).toBe(false);
  });

  test('a PNG becomes a JPEG on white', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const png = await sharp({
      create: { width: 40, height: 30, channels: 4, background: clear },
    });
    const safe = await clean(await png.png().toBuffer());
    expect(kindOf(safe.bytes)).toBe('jpeg');
    expect((await sharp(safe.bytes).stats()).channels[0]!.min).toBeGreaterThan(250);
  });

  test('a HEIC is decoded', async () => {
    const safe = await clean(heic, 'IMG_0001.HEIC');
    expect(safe).toMatchObject({ width: 320, height: 200, filename: 'IMG_0001.jpg' });
    const [r, g, b] = await sharp(safe.bytes)
      .extract({ left: 300, top: 180, width: 8, height: 8 })
      .raw()
      .toBuffer();
    expect([r! - 200, g! - 100, b! - 50].every((off) => Math.abs(off) < 12)).toBe(true);
  });

  test('a large one is reduced to the maximum edge, a small one is not enlarged', async () => {
    expect(await clean(await picture(4000, 3000).jpeg().toBuffer())).toMatchObject({
      width: 2400,
      height: 1800,
    });
    expect(await clean(await picture(50, 60).jpeg().toBuffer())).toMatchObject({ width: 50 });
  });

  test('bytes after the picture are removed', async () => {
    const jpeg = await picture(50, 50).jpeg().toBuffer();
    const both = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>PK\x05\x06')]);
    expect((await clean(both)).bytes.includes('script')).toBe(false);
  });

  test('a decompression bomb is refused by its header', async () => {
    const small = await picture(20, 20).png().toBuffer();
    small.writeUInt32BE(30_000, 16);
    small.writeUInt32BE(30_000, 20);
    const { crc32 } = await import('node:zlib');
    small.writeUInt32BE(crc32(small.subarray(12, 29)), 29);
    expect(await codeOf(small)).toBe('FILE_PIXELS');
  });

  test('broken ones are refused and leave the workers intact', async () => {
    const jpeg = await picture(400, 400).jpeg().toBuffer();
    const png = await picture(400, 400).png().toBuffer();
    const broken = [
      jpeg.subarray(0, 400),
      png.subarray(0, 90),
      heic.subarray(0, 500),
      Buffer.concat([heic.subarray(0, 300), Buffer.alloc(600, 7)]),
      Buffer.from('\xff\xd8\xff\xe0 no picture at all', 'latin1'),
      Buffer.alloc(0),
    ];
    expect(await Promise.all(broken.map(codeOf))).toEqual(broken.map(() => 'FILE_BROKEN'));
    expect(await codeOf(jpeg)).toBe('accepted');
  });

  test('other types are refused whatever their names', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>';
    const others = [
      await picture(9, 9).gif().toBuffer(),
      await picture(9, 9).tiff().toBuffer(),
      Buffer.from(svg),
      Buffer.from('PK\x03\x04 a document of some office'),
      Buffer.from('<html><body>hello</body></html>'),
    ];
    expect(await Promise.all(others.map(codeOf))).toEqual(others.map(() => 'FILE_TYPE'));
  });

  test('more than 10 MB is refused before anything is decoded', async () => {
    const jpeg = await picture(50, 50).jpeg().toBuffer();
    expect(await codeOf(Buffer.concat([jpeg, Buffer.alloc(10 * 1024 * 1024)]))).toBe('FILE_SIZE');
  });
});

describe('documents', () => {
  const catalog = (more: string) => pdf(`<< /Type /Catalog /Pages 2 0 R ${more} >>`, ...pages);

  test('a harmless PDF is rendered again', async () => {
    const safe = await clean(plainPdf, '薪資單.pdf');
    expect(safe).toMatchObject({ contentType: 'application/pdf', filename: '薪資單.pdf' });
    expect(inspectPdf(safe.bytes)).toMatchObject({
      otherNames: [],
      pictures: [expect.any(Buffer)],
    });
    const link = catalog('/OpenAction [3 0 R /Fit] /Outlines << /First 3 0 R >>');
    expect(await codeOf(link)).toBe('accepted');
    expect(await codeOf(packed('<< /Type /Catalog >>'))).toBe('accepted');
  });

  test.each([
    ['a script', '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'],
    ['an escaped script', '/OpenAction << /S /J#61va#53cript /J#53 (app.alert(1)) >>'],
    ['a bare script', '/AA << /O << /S /X /JS 9 0 R >> >>'],
    ['a program', '/OpenAction << /S /Launch /F (cmd.exe) >>'],
    ['an attachment', '/Names << /EmbeddedFiles 9 0 R >>'],
    ['a form of scripts', '/AcroForm << /XFA 9 0 R >>'],
    ['a media clip', '/OpenAction << /S /Rendition /JS (x) >>'],
  ])('%s is refused', async (_, more) => {
    expect(await codeOf(catalog(more))).toBe('FILE_ACTIVE');
  });

  test.each([
    ['deflated', packed('<< /S /JavaScript /JS (x) >>')],
    ['deflated and escaped', packed('<< /S /Java#53cript >>')],
    ['behind another filter', packed('<< >>', '/Filter [/ASCIIHexDecode /FlateDecode]')],
    ['behind an indirect filter', packed('<< >>', '/Filter 9 0 R')],
    ['with an escaped key', packed('<< >>', '/#46ilter /ASCII85Decode')],
  ])('objects in a stream are examined: %s', async (_, bytes) => {
    expect(await codeOf(bytes)).toBe('FILE_ACTIVE');
  });

  test('a fake stream does not hide a real one', async () => {
    const hidden = packed('<< /S /JavaScript >>').toString('latin1');
    for (const cover of ['<< /X (>>\nstream\n) >>', '<< /X ( obj) >>', '<< >>\nstream\nobj']) {
      const covered = hidden.replace('1 0 obj', `9 0 obj\n${cover}\nendobj\n1 0 obj`);
      expect(await codeOf(Buffer.from(covered, 'latin1'))).toBe('FILE_ACTIVE');
    }
  });

  test('one that takes a password is refused, and no other encrypted one', async () => {
    const fileOf = (name: string) => readFileSync(new URL(`../testing/${name}`, import.meta.url));
    expect(await codeOf(fileOf('locked.pdf'))).toBe('FILE_ENCRYPTED');
    const { bytes, contentType } = await clean(fileOf('restricted.pdf'), 'slip.pdf');
    expect(contentType).toBe('application/pdf');
    expect(inspectPdf(bytes)).toMatchObject({ otherNames: [], pictures: [expect.anything()] });
  });

  test('a bomb, a truncated PDF and a PDF without pages are refused as broken', async () => {
    const bomb = packed(' '.repeat(200_000_000));
    const torso = plainPdf.subarray(0, plainPdf.length - 30);
    const empty = pdf('<< /Type /Catalog >>');
    expect(await Promise.all([bomb, torso, empty].map(codeOf))).toEqual(
      Array(3).fill('FILE_BROKEN'),
    );
  });

  test.each([
    ['objects within objects', 'obj<<'],
    ['strings without end', 'obj<<('],
    ['comments', 'obj %'],
    ['lines of comment', '%\n'],
    ['slashes', '/'],
  ])('ten megabytes of %s take seconds at most', async (_, piece) => {
    const body = piece.repeat(Math.floor(9_000_000 / piece.length));
    const from = performance.now();
    const bytes = Buffer.from(`%PDF-1.7\nobj${body}\nstartxref 1 %%EOF`);
    expect(await codeOf(bytes)).toBe('FILE_BROKEN');
    expect(performance.now() - from).toBeLessThan(10_000);
  });

  test('a PDF that is also an archive is refused', async () => {
    const end = Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1');
    expect(await codeOf(Buffer.concat([plainPdf, end]))).toBe('FILE_ACTIVE');
  });

  test('hundreds of damaged files never stop the workers', async () => {
    const sources = [plainPdf, packed('<< /Type /Catalog >>'), heic];
    sources.push(await picture(60, 60).jpeg().toBuffer(), await picture(60, 60).png().toBuffer());
    let seed = 20261121;
    const random = (below: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    for (let round = 0; round < 40; round += 1) {
      const spoilt = sources.map((source) => {
        const copy = Buffer.from(source);
        for (let i = 0; i < 4; i += 1) copy[random(copy.length)] = random(256);
        return copy;
      });
      const known = /^(accepted|FILE_(TYPE|BROKEN|PIXELS|ACTIVE|ENCRYPTED))$/;
      for (const code of await Promise.all(spoilt.map(codeOf))) expect(code).toMatch(known);
    }
  });
});

test.each([
  ['身分證 正面.HEIC', 'image/jpeg', '身分證 正面.jpg'],
  ['../../etc/passwd', 'image/jpeg', 'passwd.jpg'],
  ['C:\\Users\\me\\slip.pdf', 'application/pdf', 'slip.pdf'],
  ['a\r\nSet-Cookie: x=1.png', 'image/jpeg', 'aSet-Cookie x1.jpg'],
  ['\u202Egpj.exe', 'image/jpeg', 'gpj.jpg'],
  ['"quoted".pdf.html', 'application/pdf', 'quoted.pdf.pdf'],
  ['', 'image/jpeg', 'file.jpg'],
  [undefined, 'application/pdf', 'file.pdf'],
  [' .a. .jpg', 'image/jpeg', 'a.jpg'],
  ['字'.repeat(90), 'image/jpeg', `${'字'.repeat(80)}.jpg`],
])('the name %j is stored in a safe form', (given, contentType, name) => {
  expect(safeName(given, contentType)).toBe(name);
});

test('a name is cut before its end is trimmed, which takes seconds for many blanks', () => {
  expect(safeName(`a${' '.repeat(60_000)}a.jpg`, 'image/jpeg')).toBe('a.jpg');
});
