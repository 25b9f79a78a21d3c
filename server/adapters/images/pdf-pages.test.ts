// Tests of re-rendered PDFs: their appearance stays, and no active content remains.
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { inspectPdf, sneakyPdfs } from '../../../tests/files/sneaky-pdfs.ts';
import { redrawnPdf } from './pdf-pages.ts';
import { assertHarmlessPdf } from './pdf-scan.ts';

async function redrawn(pdf: Buffer): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of redrawnPdf(pdf)) pieces.push(piece);
  return Buffer.concat(pieces);
}
const codeOf = (pdf: Buffer) =>
  redrawn(pdf).then(
    () => 'drawn',
    (problem: { code?: string; message: string }) => problem.code ?? problem.message,
  );

/** Returns the brightness of the darkest pixel in a part of a picture: 0 black, 255 white. */
async function darkest(picture: Buffer, part: { left: number; top: number }): Promise<number> {
  const cut = sharp(picture).extract({ ...part, width: 500, height: 120 });
  return (await sharp(await cut.toBuffer()).stats()).channels[0]!.min;
}

/** Returns a PDF with `count` empty pages of the given size in points. */
function emptyPages(count: number, across = 595, down = 842): Buffer {
  const kids = Array.from({ length: count }, (_, i) => `${3 + i} 0 R`);
  const pages = kids.map(
    (kid) => `${kid.replace(' R', ' obj')}\n<< /Type /Page /Parent 2 0 R >>\nendobj\n`,
  );
  return Buffer.from(
    `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages ` +
      `/Kids [${kids.join(' ')}] /Count ${count} /MediaBox [0 0 ${across} ${down}] >>\nendobj\n` +
      `${pages.join('')}trailer\n<< /Root 1 0 R /Size ${3 + count} >>\nstartxref\n9\n%%EOF\n`,
  );
}

describe('a PDF with active content', () => {
  test.each(Object.entries(sneakyPdfs))('%s is a picture afterwards', async (what, pdf) => {
    const { otherNames, pictures } = inspectPdf(await redrawn(pdf));
    expect(otherNames).toEqual([]);
    expect(pictures).toHaveLength(1);
    const { width, height, format } = await sharp(pictures[0]!).metadata();
    // A4 at 150 dots per inch.
    expect([format, width, height]).toEqual(['jpeg', 1240, 1755]);
    expect(await darkest(pictures[0]!, { left: 120, top: 200 }), what).toBeLessThan(80);
    expect(await darkest(pictures[0]!, { left: 120, top: 900 }), what).toBeGreaterThan(240);
  });

  test.each(['a script behind <41>>>', 'an address', 'a share of the network'])(
    '%s passes the scan: only rendering makes it harmless',
    (what) => {
      const pdf = sneakyPdfs[what]!;
      expect(() => assertHarmlessPdf(pdf)).not.toThrow();
      expect(inspectPdf(pdf).otherNames).not.toEqual([]);
    },
  );
});

test('Chinese in a font that is not embedded stays readable', async () => {
  const pdf = readFileSync(new URL('../testing/mingliu.pdf', import.meta.url));
  const { pictures } = inspectPdf(await redrawn(pdf));
  // The text 國泰世華銀行存摺 薪資 is 50 points from the left and 700 from the bottom.
  expect(await darkest(pictures[0]!, { left: 100, top: 230 })).toBeLessThan(80);
});

describe('limits', () => {
  test('accept the maximum number of pages, and no more', async () => {
    expect(inspectPdf(await redrawn(emptyPages(40, 60, 60))).pictures).toHaveLength(40);
    expect(await codeOf(emptyPages(41, 60, 60))).toBe('FILE_PIXELS');
  });

  test('reduce the resolution of large pages, and limit very long ones', async () => {
    const [sheet, strip] = [emptyPages(1, 14_400, 14_400), emptyPages(1, 14_400, 1)];
    const sizes = await Promise.all(
      [sheet, strip].map(async (pdf) =>
        sharp(inspectPdf(await redrawn(pdf)).pictures[0]!).metadata(),
      ),
    );
    expect(sizes[0]!.width * sizes[0]!.height).toBeLessThan(8_010_000);
    expect(sizes[1]!.width).toBe(30_000);
  });

  test('refuse what cannot be rendered', async () => {
    expect(await codeOf(Buffer.from('%PDF-1.7 and nothing else'))).toBe('FILE_BROKEN');
    const locked = emptyPages(1).toString().replace('/Size', '/Encrypt << /Filter /X >> /Size');
    expect(await codeOf(Buffer.from(locked))).toBe('FILE_ENCRYPTED');
  });
});
