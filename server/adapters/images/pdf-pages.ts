// Renders an untrusted PDF page by page into a new PDF that contains only these pictures.
import sharp from 'sharp';
import { UploadProblem } from './images.ts';
import { openPdfium } from './pdfium.ts';

/** Maximum number of pages; a year of salary slips or of a passbook has fewer. */
const PAGES_MAX = 40;
/**
 * Resolution of a rendered page in dots per inch. A digit of 8 points (1/72 inch) is then 17 dots
 * high.
 */
const DOTS_AN_INCH = 150;
/**
 * Maximum dots per page. A4 has 2.2 million at 150 per inch; larger sheets, such as photographs,
 * get a lower resolution.
 */
const DOTS_MAX = 8_000_000;
const QUALITY = 82;
/**
 * Maximum total size of the new PDF in bytes, because a reviewer has to download it; forty pages of
 * text are about 12 MB.
 */
const PICTURES_MAX = 25 * 1024 * 1024;

type Page = { jpeg: Buffer; width: number; height: number; across: number; down: number };

function tooLong(why: string): UploadProblem {
  return new UploadProblem('FILE_PIXELS', why, 'pdfLong');
}

/** Opens a document. Throws FILE_BROKEN, or FILE_ENCRYPTED if that takes a password. */
export async function opened(pdf: Buffer) {
  const library = await openPdfium();
  return library.loadDocument(pdf).catch((error: Error) => {
    if (/password|security/i.test(error.message)) {
      throw new UploadProblem('FILE_ENCRYPTED', error.message);
    }
    throw new UploadProblem('FILE_BROKEN', error.message, 'pdfDamaged');
  });
}

/** Renders every page as it looks on paper. Throws FILE_BROKEN, FILE_ENCRYPTED or FILE_PIXELS. */
async function picturesOf(pdf: Buffer): Promise<Page[]> {
  const document = await opened(pdf);
  const count = document.getPageCount();
  if (count === 0) throw new UploadProblem('FILE_BROKEN', 'no pages', 'pdfDamaged');
  if (count > PAGES_MAX) throw tooLong(`${count} pages`);
  const pages: Page[] = [];
  let room = PICTURES_MAX;
  for (let i = 0; i < count; i += 1) {
    const page = document.getPage(i);
    const { originalWidth: across, originalHeight: down } = page.getOriginalSize();
    if (!(across > 0 && down > 0)) throw new UploadProblem('FILE_BROKEN', `page ${i} of no size`);
    const { width, height } = sizeOf(across, down);
    const { data } = await page.render({ width, height, scale: 1, render: asJpeg });
    pages.push({ jpeg: Buffer.from(data), width, height, across, down });
    room -= data.length;
    if (room < 0) throw tooLong(`more than ${PICTURES_MAX} bytes of pictures`);
  }
  return pages;
}

/** Returns the size in dots for a page in points: at least one dot and within the maximum. */
function sizeOf(across: number, down: number): { width: number; height: number } {
  const wanted = DOTS_AN_INCH / 72;
  const scale = Math.min(wanted, Math.sqrt(DOTS_MAX / (across * down)));
  // Limits the length of an edge in dots, because a very long strip of paper would exceed what a
  // JPEG can hold.
  const dots = (points: number) => Math.min(65_000, Math.max(1, Math.ceil(points * scale - 1e-6)));
  return { width: dots(across), height: dots(down) };
}

function asJpeg(raw: { data: Uint8Array; width: number; height: number }): Promise<Buffer> {
  const { data, width, height } = raw;
  return sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: QUALITY })
    .toBuffer();
}

/**
 * Yields the re-encoded PDF that is sent to readers. It is written from pictures only, so that it
 * can contain nothing else.
 */
export async function* redrawnPdf(pdf: Buffer): AsyncGenerator<Buffer> {
  const pages = await picturesOf(pdf);
  const starts: number[] = [];
  let length = 0;
  const said = (piece: Buffer | string): Buffer => {
    const bytes = Buffer.from(piece as string, 'latin1');
    length += bytes.length;
    return bytes;
  };
  const object = (no: number, content: string): Buffer => {
    starts[no] = length;
    return said(`${no} 0 obj\n${content}\nendobj\n`);
  };
  yield said('%PDF-1.7\n%\xe7\x99\xbe\xe6\xba\xaa\n');
  yield object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  const kids = pages.map((_, i) => `${3 + 3 * i} 0 R`).join(' ');
  yield object(2, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  for (const [i, { jpeg, width, height, across, down }] of pages.entries()) {
    const [page, drawing, picture] = [3 + 3 * i, 4 + 3 * i, 5 + 3 * i];
    const [wide, high] = [Math.ceil(across), Math.ceil(down)];
    yield object(
      page,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Contents ${drawing} 0 R ` +
        `/Resources << /XObject << /P ${picture} 0 R >> >> >>`,
    );
    const draw = `q ${wide} 0 0 ${high} 0 0 cm /P Do Q`;
    yield object(drawing, `<< /Length ${draw.length} >>\nstream\n${draw}\nendstream`);
    starts[picture] = length;
    yield said(
      `${picture} 0 obj\n<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} ` +
        `/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode ` +
        `/Length ${jpeg.length} >>\nstream\n`,
    );
    yield said(jpeg);
    yield said('\nendstream\nendobj\n');
  }
  const size = 3 + 3 * pages.length;
  const rows = starts.slice(1).map((at) => `${String(at).padStart(10, '0')} 00000 n \n`);
  const xref = length;
  yield said(`xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`);
  yield said(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`);
}
