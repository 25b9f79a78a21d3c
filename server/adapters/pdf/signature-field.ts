// Adds an invisible, still empty signature field to a PDF in a revision of its own, and fills it.
import {
  type PdfFile,
  PdfRefused,
  bodyOf,
  firstPageOf,
  withEntry,
  withRevision,
} from './revisions.ts';

/** A file with an empty field, and what is to be signed: all of it but the hole. */
export type Prepared = { pdf: Buffer; holeAt: number; space: number; data: Buffer };

/** Bytes that a field has more than the longest token so far, because tokens differ a little. */
export const SPARE = 128;

/** Room for the range, whose numbers are known only once the file is complete. */
const RANGE = '/ByteRange [0 ********** ********** **********]';
/** The field can be printed, which PDF/A demands, and cannot be moved. */
const FLAGS = 132;

export type Field = {
  /** Entries of the signature dictionary, without range and contents. */
  signature: string;
  /** Name of the field, followed by its number. */
  name: string;
  /** Bytes of the signature or token that must fit. */
  space: number;
};

/** Appends the objects and the field in one revision. The objects must have numbers from `size`. */
export function withField(
  file: PdfFile,
  objects: ReadonlyMap<number, string | Buffer>,
  { signature, name, space }: Field,
): Prepared {
  const hole = `<${'0'.repeat(space * 2)}>`;
  const all = new Map(objects);
  const first = Math.max(file.size - 1, ...all.keys()) + 1;
  const [value, field] = [first, first + 1];
  const page = firstPageOf(file);
  const catalog = String(all.get(file.root) ?? bodyOf(file, file.root));
  const form = /\/AcroForm (\d+) 0 R/.exec(catalog)?.[1];
  const before = form === undefined ? '' : bodyOf(file, Number(form));
  const count = (before.match(/\d+ 0 R/g) ?? []).length;
  all.set(value, `<<\n${signature}\n${RANGE}\n/Contents ${hole}\n>>`);
  all.set(
    field,
    `<<\n/Type /Annot\n/Subtype /Widget\n/FT /Sig\n/Rect [0 0 0 0]\n/V ${value} 0 R\n` +
      `/T (${name}${count + 1})\n/F ${FLAGS}\n/P ${page} 0 R\n>>`,
  );
  if (form === undefined) {
    all.set(field + 1, `<<\n/Type /AcroForm\n/SigFlags 3\n/Fields [${field} 0 R]\n>>`);
    all.set(file.root, withEntry(catalog, `/AcroForm ${field + 1} 0 R`));
  } else {
    all.set(Number(form), listed(before, 'Fields', field));
  }
  all.set(page, listed(bodyOf(file, page), 'Annots', field));
  return withRange(withRevision(file, all), { from: file.bytes.length, hole });
}

/** Adds an object to the end of a list of a dictionary. */
function listed(body: string, name: string, object: number): string {
  const list = new RegExp(`(/${name}\\s*\\[[^\\]]*)\\]`);
  if (list.test(body)) return body.replace(list, `$1 ${object} 0 R]`);
  if (body.includes(`/${name}`)) throw new PdfRefused(`a PDF whose ${name} are elsewhere`);
  return withEntry(body, `/${name} [${object} 0 R]`);
}

/** Writes the range of the field, which is the whole file but the hole. */
function withRange(pdf: Buffer, { from, hole }: { from: number; hole: string }): Prepared {
  const holeAt = pdf.indexOf(hole, from);
  const after = holeAt + hole.length;
  const range = `/ByteRange [0 ${holeAt} ${after} ${pdf.length - after}]`.padEnd(RANGE.length);
  pdf.write(range, pdf.indexOf(RANGE, from), 'latin1');
  const data = Buffer.concat([pdf.subarray(0, holeAt), pdf.subarray(after)]);
  return { pdf, holeAt, space: hole.length / 2 - 1, data };
}

/** Returns the file with the signature or token in it. Throws PdfRefused if it is too long. */
export function filled({ pdf, holeAt, space }: Prepared, contents: Buffer): Buffer {
  if (contents.length > space) {
    throw new PdfRefused(`a signature of ${contents.length} bytes in a field for ${space}`);
  }
  const done = Buffer.from(pdf);
  done.write(contents.toString('hex'), holeAt + 1, 'latin1');
  return done;
}
