// Packs a PDF that Typst has written to two thirds of its size: objects without a stream of their
// own go into compressed streams of objects (ISO 32000-1, 7.5.7), which PDF/A-2 allows. A contract
// has some 700 of them, and most make its text accessible.
import { deflateSync } from 'node:zlib';
import { type Place, PdfRefused, compressedRows } from './cross-references.ts';
import { firstPageOf, openPdf, pagesOf, streamBody } from './revisions.ts';

/** Objects in one stream; a reader unpacks the whole stream for any of them. */
const PACKED_MAX = 1_000;
/** The next level takes a quarter more time for a thousandth less. */
const COMPRESSION = { level: 8 };
const FLATE = '/Filter /FlateDecode';

type Part = { object: number; head: string; body: Buffer };

/** Returns the packed file. The same file gives the same bytes. Throws PdfRefused. */
export function packed(pdf: Buffer): Buffer {
  const file = openPdf(pdf);
  const needed = new Set([file.root, pagesOf(file), firstPageOf(file)]);
  const isLoose = ({ object, head, body }: Part) => needed.has(object) || head.length < body.length;
  const parts = partsOf(pdf, file);
  const [loose, rest] = [parts.filter(isLoose), parts.filter((part) => !isLoose(part))];
  const places = new Map<number, Place>();
  const pieces = [pdf.subarray(0, Math.min(...offsetsOf(file.places)))];
  let at = pieces[0]!.length;
  let next = file.size;
  const write = (object: number, body: Buffer): void => {
    places.set(object, at);
    const piece = Buffer.concat([
      Buffer.from(`${object} 0 obj\n`),
      body,
      Buffer.from('\nendobj\n'),
    ]);
    pieces.push(piece);
    at += piece.length;
  };
  for (const part of loose) write(part.object, compressed(part));
  for (let from = 0; from < rest.length; from += PACKED_MAX, next += 1) {
    const some = rest.slice(from, from + PACKED_MAX);
    for (const [index, { object }] of some.entries()) places.set(object, `${next}:${index}`);
    write(next, streamOfObjects(some));
  }
  const startxref = at;
  places.set(next, at);
  const all = Array.from({ length: next + 1 }, (_, object) => places.get(object) ?? null);
  const { rows, entries } = compressedRows(all);
  const ends = `${file.kept}\n/Size ${next + 1}\n/Root ${file.root} 0 R`;
  write(next, streamBody(rows, `/Type /XRef\n${entries}\n${ends}`));
  return Buffer.concat([...pieces, Buffer.from(`startxref\n${startxref}\n%%EOF\n`)]);
}

const offsetsOf = (places: ReadonlyMap<number, Place>): number[] =>
  [...places.values()].filter((place) => typeof place === 'number');

/** Returns the objects in the order of the file, each with its dictionary's text. */
function partsOf(pdf: Buffer, { places, startxref }: ReturnType<typeof openPdf>): Part[] {
  const all = [...places].filter((one): one is [number, number] => typeof one[1] === 'number');
  const sorted = all.toSorted(([, a], [, b]) => a - b);
  return sorted.map(([object, offset], index) => {
    const whole = pdf.subarray(offset, sorted[index + 1]?.[1] ?? startxref);
    const start = Buffer.from(`${object} 0 obj`);
    const end = whole.lastIndexOf('endobj');
    if (!whole.subarray(0, start.length).equals(start) || end < 0) {
      throw new PdfRefused(`a PDF whose object ${object} is not where it should be`);
    }
    const body = trimmed(whole.subarray(start.length, end));
    const isStream = body.subarray(-9).toString('latin1') === 'endstream';
    const dictionary = isStream ? body.indexOf('stream') : body.length;
    return { object, head: body.toString('latin1', 0, dictionary), body };
  });
}

const SPACE = new Set([0x09, 0x0a, 0x0d, 0x20]);

function trimmed(bytes: Buffer): Buffer {
  let [from, to] = [0, bytes.length];
  while (from < to && SPACE.has(bytes[from]!)) from += 1;
  while (to > from && SPACE.has(bytes[to - 1]!)) to -= 1;
  return bytes.subarray(from, to);
}

/**
 * Compresses a stream that Typst left as it is: the tables of characters, and the metadata, which
 * only PDF/A-1 wants uncompressed.
 */
function compressed({ head, body }: Part): Buffer {
  const isPlain = head.length < body.length && !/\/Filter\b/.test(head);
  const length = /\/Length (\d+)/.exec(head);
  if (!isPlain || !length) return body;
  const from = body.indexOf('\n', head.length) + 1;
  const content = deflateSync(body.subarray(from, from + Number(length[1])), COMPRESSION);
  const rest = head
    .replace(/<<\s*/, '')
    .replace(/>>\s*$/, '')
    .replace(length[0], '')
    .trim();
  return streamBody(content, `${FLATE} ${rest}`);
}

function streamOfObjects(parts: readonly Part[]): Buffer {
  let at = 0;
  const index = parts.map(({ object, body }) => {
    const pair = `${object} ${at}`;
    at += body.length + 1;
    return pair;
  });
  const table = Buffer.from(`${index.join(' ')}\n`);
  const bodies = parts.flatMap(({ body }) => [body, Buffer.from('\n')]);
  const content = deflateSync(Buffer.concat([table, ...bodies]), COMPRESSION);
  return streamBody(content, `/Type /ObjStm\n/N ${parts.length}\n/First ${table.length}\n${FLATE}`);
}
