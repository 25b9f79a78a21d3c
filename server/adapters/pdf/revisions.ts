// Reads the structure of a sealed PDF and appends revisions to it (ISO 32000-1, 7.5.6): bytes that
// are already there never change. Each revision lists only its own objects, in the form in which
// the file lists its objects.
import {
  type Place,
  PdfRefused,
  WIDTHS,
  numberIn,
  readSections,
  rowOf,
  tableOf,
  withoutStrings,
} from './cross-references.ts';

export { PdfRefused } from './cross-references.ts';

export type PdfFile = {
  bytes: Buffer;
  /** Place of each object's newest version. */
  places: ReadonlyMap<number, Place>;
  /** Number of the catalog. */
  root: number;
  /** The first object number that is not used yet. */
  size: number;
  startxref: number;
  /** True if the cross-references are streams. */
  areStreams: boolean;
  /** What each later trailer repeats. */
  kept: string;
};

export type SignatureField = {
  /** Number of the signature dictionary. */
  object: number;
  isTimestamp: boolean;
  byteRange: readonly [number, number, number, number];
  /** The signature or token in DER, with the zeros after it. */
  contents: Buffer;
  /** What is signed: the whole revision but the signature itself. */
  data: Buffer;
};

/** Reads the newest revision; throws PdfRefused if the file is damaged. */
export function openPdf(bytes: Buffer): PdfFile {
  const startxref = Number(lastOf(/startxref\s+(\d+)\s+%%EOF\s*$/g, tailOf(bytes)));
  const { places, trailer, areStreams } = readSections(bytes, startxref);
  const kept = [/\/Info \d+ 0 R/, /\/ID\s*\[[^\]]*\]/]
    .flatMap((pattern) => pattern.exec(trailer)?.[0] ?? [])
    .join('\n');
  const entries = withoutStrings(trailer);
  const root = numberIn(entries, /\/Root (\d+) 0 R/);
  const size = numberIn(entries, /\/Size (\d+)/);
  return { bytes, places, root, size, startxref, areStreams, kept };
}

const tailOf = (bytes: Buffer): string => bytes.toString('latin1', Math.max(0, bytes.length - 64));

function lastOf(pattern: RegExp, text: string): string {
  const found = [...text.matchAll(pattern)].at(-1)?.[1];
  if (found === undefined) throw new PdfRefused('a PDF without end');
  return found;
}

/**
 * Returns the newest text of an object without a stream, as Latin-1. Throws PdfRefused if it is in
 * a stream of objects, where none is that a seal changes.
 */
export function bodyOf({ bytes, places }: PdfFile, object: number): string {
  const at = places.get(object);
  const end = typeof at === 'number' ? bytes.indexOf('endobj', at) : -1;
  if (typeof at !== 'number' || end < 0) throw new PdfRefused(`a PDF without object ${object}`);
  const text = bytes.toString('latin1', at, end);
  const head = /^\s*(\d+) 0 obj\s*/.exec(text);
  if (Number(head?.[1]) !== object) throw new PdfRefused(`a PDF without object ${object}`);
  return text.slice(head![0].length).trimEnd();
}

/** Returns the bytes of an uncompressed stream. */
function streamOf({ bytes, places }: PdfFile, object: number): Buffer {
  const at = places.get(object);
  const head = typeof at === 'number' ? bytes.toString('latin1', at, at + 200) : '';
  const found = /^\s*\d+ 0 obj\s*<<\s*\/Length (\d+)\s*>>\s*stream\n/.exec(head);
  if (typeof at !== 'number' || !found) throw new PdfRefused(`a PDF without stream ${object}`);
  const start = at + found[0].length;
  return bytes.subarray(start, start + Number(found[1]));
}

const referencesIn = (list: string | undefined): number[] =>
  [...(list ?? '').matchAll(/(\d+) 0 R/g)].map(([, object]) => Number(object));

export const pagesOf = (pdf: PdfFile): number =>
  numberIn(bodyOf(pdf, pdf.root), /\/Pages (\d+) 0 R/);

/** Throws PdfRefused if the pages are in a tree of several levels, which Typst does not write. */
export function firstPageOf(pdf: PdfFile): number {
  const page = numberIn(bodyOf(pdf, pagesOf(pdf)), /\/Kids\s*\[\s*(\d+) 0 R/);
  if (!/\/Type \/Page\b/.test(bodyOf(pdf, page))) throw new PdfRefused('a PDF without first page');
  return page;
}

export const formOf = (pdf: PdfFile): number =>
  numberIn(bodyOf(pdf, pdf.root), /\/AcroForm (\d+) 0 R/);

export const fieldsOf = (pdf: PdfFile): number[] =>
  referencesIn(/\/Fields\s*\[([^\]]*)\]/.exec(bodyOf(pdf, formOf(pdf)))?.[1]);

/** Returns the page on which the invisible fields of the signatures are. */
export const signedPageOf = (pdf: PdfFile): number =>
  numberIn(bodyOf(pdf, fieldsOf(pdf)[0] ?? -1), /\/P (\d+) 0 R/);

/** Returns the signatures and timestamps of the file, in the order in which they were added. */
export function signaturesOf(pdf: PdfFile): SignatureField[] {
  const fields = fieldsOf(pdf).map((field) => {
    const object = numberIn(bodyOf(pdf, field), /\/V (\d+) 0 R/);
    return signatureIn(pdf.bytes, object, bodyOf(pdf, object));
  });
  const endOf = ({ byteRange: [, , from, length] }: SignatureField) => from + length;
  return fields.toSorted((a, b) => endOf(a) - endOf(b));
}

function signatureIn(bytes: Buffer, object: number, body: string): SignatureField {
  const range = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(body);
  const [from, length, again, rest] = (range?.slice(1) ?? []).map(Number);
  if (from !== 0 || length === undefined || again === undefined || rest === undefined) {
    throw new PdfRefused('a signature without range');
  }
  const hole = bytes.toString('latin1', length, again);
  const isWhole = again + rest <= bytes.length && /^<[0-9a-fA-F]*>$/.test(hole);
  // What is left out must be this signature itself, or something else could be changed there.
  const hex = /\/Contents\s*<([0-9a-fA-F]*)>/.exec(body)?.[1];
  if (!isWhole || hex === undefined || hole !== `<${hex}>`) {
    throw new PdfRefused('a signature whose range is not what it should be');
  }
  return {
    object,
    isTimestamp: /\/SubFilter\s*\/ETSI\.RFC3161/.test(body),
    byteRange: [from, length, again, rest],
    contents: Buffer.from(hex, 'hex'),
    data: Buffer.concat([bytes.subarray(0, length), bytes.subarray(again, again + rest)]),
  };
}

/** What the document security store contains (ISO 32000-2, 12.8.4.3), with each entry's object. */
export type SecurityStore = Record<'Certs' | 'CRLs', Map<number, Buffer>>;

export function securityStoreOf(pdf: PdfFile): SecurityStore {
  const number = /\/DSS (\d+) 0 R/.exec(bodyOf(pdf, pdf.root))?.[1];
  const body = number === undefined ? '' : bodyOf(pdf, Number(number));
  const entries = (name: string) =>
    new Map(
      referencesIn(new RegExp(`/${name}\\s*\\[([^\\]]*)\\]`).exec(body)?.[1]).map(
        (object) => [object, streamOf(pdf, object)] as const,
      ),
    );
  return { Certs: entries('Certs'), CRLs: entries('CRLs') };
}

/** Adds an entry to the end of a dictionary. */
export const withEntry = (dictionary: string, entry: string): string =>
  dictionary.replace(/>>\s*$/, `${entry}\n>>`);

export const streamBody = (bytes: Buffer, entries = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${entries}>>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream'),
  ]);

/** Appends a revision with new versions of objects, and new objects. */
export function withRevision(file: PdfFile, objects: ReadonlyMap<number, string | Buffer>): Buffer {
  const pieces = [file.bytes, Buffer.from('\n')];
  let at = file.bytes.length + 1;
  const offsets = new Map<number, number>();
  for (const [object, body] of objects) {
    offsets.set(object, at);
    for (const piece of [`${object} 0 obj\n`, body, '\nendobj\n']) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
      pieces.push(bytes);
      at += bytes.length;
    }
  }
  const next = Math.max(file.size, ...[...objects.keys()].map((object) => object + 1));
  const section = file.areStreams ? streamSection : tableSection;
  pieces.push(section(file, { offsets, at, next }), Buffer.from(`\nstartxref\n${at}\n%%EOF\n`));
  return Buffer.concat(pieces);
}

type Appended = { offsets: Map<number, number>; at: number; next: number };

function tableSection(file: PdfFile, { offsets, next }: Appended): Buffer {
  const trailer = trailerOf(file, next);
  return Buffer.from(`${tableOf(offsets)}trailer\n<<\n${trailer}\n>>`, 'latin1');
}

function streamSection(file: PdfFile, { offsets, at, next }: Appended): Buffer {
  const own = [...offsets, [next, at] as const].toSorted(([a], [b]) => a - b);
  const index = own.map(([object]) => `${object} 1`).join(' ');
  const rows = Buffer.concat(own.map(([, offset]) => rowOf(offset)));
  const entries = `/Type /XRef\n${WIDTHS}\n/Index [${index}]\n${trailerOf(file, next + 1)}`;
  return Buffer.concat([
    Buffer.from(`${next} 0 obj\n`),
    streamBody(rows, entries),
    Buffer.from('\nendobj'),
  ]);
}

const trailerOf = ({ kept, root, startxref }: PdfFile, size: number): string =>
  `${kept}\n/Size ${size}\n/Root ${root} 0 R\n/Prev ${startxref}`;
