// Reads the structure of a sealed PDF and appends revisions to it (ISO 32000-1, 7.5.6): bytes that
// are already there never change. Reads only files with plain cross-reference tables, as Typst and
// the seal write them.

export type PdfFile = {
  bytes: Buffer;
  /** Offset of each object's newest version. */
  offsets: ReadonlyMap<number, number>;
  /** Number of the catalog. */
  root: number;
  /** The first object number that is not used yet. */
  size: number;
  startxref: number;
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

/** The file is not a PDF that this program has sealed. */
export class PdfRefused extends Error {
  override name = 'PdfRefused';
}

const ROW = 20;

/** Reads the newest revision; throws PdfRefused if the file is damaged. */
export function openPdf(bytes: Buffer): PdfFile {
  const startxref = Number(lastOf(/startxref\s+(\d+)\s+%%EOF\s*$/g, tailOf(bytes)));
  const offsets = new Map<number, number>();
  let first: string | null = null;
  for (let at: number | null = startxref; at !== null;) {
    if (!Number.isSafeInteger(at) || at < 0 || at >= bytes.length) {
      throw new PdfRefused('a PDF without cross-reference table');
    }
    const trailer = readTable(bytes, at, offsets);
    first ??= trailer;
    const previous = /\/Prev (\d+)/.exec(trailer)?.[1];
    // A table always refers to an earlier one, so that the search ends.
    if (previous !== undefined && Number(previous) >= at) throw new PdfRefused('a PDF in circles');
    at = previous === undefined ? null : Number(previous);
  }
  const trailer = first ?? '';
  const kept = [/\/Info \d+ 0 R/, /\/ID\s*\[[^\]]*\]/]
    .flatMap((pattern) => pattern.exec(trailer)?.[0] ?? [])
    .join('\n');
  const root = numberIn(trailer, /\/Root (\d+) 0 R/);
  return { bytes, offsets, root, size: numberIn(trailer, /\/Size (\d+)/), startxref, kept };
}

const tailOf = (bytes: Buffer): string => bytes.toString('latin1', Math.max(0, bytes.length - 64));

function lastOf(pattern: RegExp, text: string): string {
  const found = [...text.matchAll(pattern)].at(-1)?.[1];
  if (found === undefined) throw new PdfRefused('a PDF without end');
  return found;
}

function numberIn(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new PdfRefused(`a PDF without ${pattern.source}`);
  return Number(found);
}

/** Adds the offsets of a table that are not known yet, and returns its trailer. */
function readTable(bytes: Buffer, at: number, offsets: Map<number, number>): string {
  const text = bytes.toString('latin1', at, Math.min(bytes.length, at + 1_000_000));
  const [head] = /^\s*xref\s+/.exec(text) ?? [];
  if (!head) throw new PdfRefused('a PDF without plain cross-reference table');
  let position = head.length;
  for (;;) {
    const section = /^(\d+) (\d+)\s*?\n/.exec(text.slice(position, position + 40));
    if (!section) break;
    position += section[0].length;
    for (let index = 0; index < Number(section[2]); index += 1, position += ROW) {
      const object = Number(section[1]) + index;
      const row = text.slice(position, position + ROW);
      const isInUse = row[17] === 'n';
      if (isInUse && !offsets.has(object)) offsets.set(object, Number(row.slice(0, 10)));
    }
  }
  const end = text.indexOf('startxref', position);
  if (!text.startsWith('trailer', position) || end < 0) throw new PdfRefused('no trailer');
  return text.slice(position, end);
}

/** Returns the newest text of an object without a stream, as Latin-1. */
export function bodyOf({ bytes, offsets }: PdfFile, object: number): string {
  const at = offsets.get(object);
  const end = at === undefined ? -1 : bytes.indexOf('endobj', at);
  if (at === undefined || end < 0) throw new PdfRefused(`a PDF without object ${object}`);
  const text = bytes.toString('latin1', at, end);
  const head = /^\s*(\d+) 0 obj\s*/.exec(text);
  if (Number(head?.[1]) !== object) throw new PdfRefused(`a PDF without object ${object}`);
  return text.slice(head![0].length).trimEnd();
}

/** Returns the bytes of an uncompressed stream. */
function streamOf({ bytes, offsets }: PdfFile, object: number): Buffer {
  const at = offsets.get(object);
  const head = at === undefined ? '' : bytes.toString('latin1', at, at + 200);
  const found = /^\s*\d+ 0 obj\s*<<\s*\/Length (\d+)\s*>>\s*stream\n/.exec(head);
  if (at === undefined || !found) throw new PdfRefused(`a PDF without stream ${object}`);
  const start = at + found[0].length;
  return bytes.subarray(start, start + Number(found[1]));
}

const referencesIn = (list: string | undefined): number[] =>
  [...(list ?? '').matchAll(/(\d+) 0 R/g)].map(([, object]) => Number(object));

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

export const streamBody = (bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);

/** Appends a revision with new versions of objects, and new objects. */
export function withRevision(
  { bytes, startxref, root, size, kept }: PdfFile,
  objects: ReadonlyMap<number, string | Buffer>,
): Buffer {
  const pieces = [bytes, Buffer.from('\n')];
  let at = bytes.length + 1;
  const rows: [number, number][] = [];
  const add = (piece: Buffer) => {
    pieces.push(piece);
    at += piece.length;
  };
  for (const [object, body] of objects) {
    rows.push([object, at]);
    add(Buffer.from(`${object} 0 obj\n`));
    add(typeof body === 'string' ? Buffer.from(body, 'latin1') : body);
    add(Buffer.from('\nendobj\n'));
  }
  const table = rows
    .toSorted(([a], [b]) => a - b)
    .map(([object, offset]) => `${object} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
  const next = Math.max(size, ...[...objects.keys()].map((object) => object + 1));
  const trailer = [
    ...['trailer', '<<', kept, `/Size ${next}`, `/Root ${root} 0 R`, `/Prev ${startxref}`],
    ...['>>', 'startxref', String(at), '%%EOF\n'],
  ];
  pieces.push(Buffer.from(`xref\n${table.join('')}${trailer.join('\n')}`, 'latin1'));
  return Buffer.concat(pieces);
}
