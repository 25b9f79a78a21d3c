// Reads and writes the sections of cross-references of a PDF: plain tables (ISO 32000-1, 7.5.4), as
// Typst writes them, and streams (7.5.8), as packed files have them.
import { deflateSync, inflateSync } from 'node:zlib';

/** The file is not a PDF that this program has sealed. */
export class PdfRefused extends Error {
  override name = 'PdfRefused';
}

/**
 * Where the newest version of an object is: its offset in the file, or `stream:index` in a stream
 * of objects. Null if a later revision has deleted the object.
 */
export type Place = number | string | null;

export type Sections = {
  places: Map<number, Place>;
  /** Dictionary of the newest section. */
  trailer: string;
  /** True if the newest section is a stream, so that those of later revisions must be streams. */
  areStreams: boolean;
};

type Section = { trailer: string; isStream: boolean };

/** Length of a row of a table. */
const ROW = 20;
/** A section with more is not by this program. */
const SECTION_BYTES_MAX = 20_000_000;

/** Reads all sections, of which the newest one is at the offset. Throws PdfRefused. */
export function readSections(bytes: Buffer, startxref: number): Sections {
  const places = new Map<number, Place>();
  let newest: Section | null = null;
  for (let at: number | null = startxref; at !== null;) {
    if (!Number.isSafeInteger(at) || at < 0 || at >= bytes.length) {
      throw new PdfRefused('a PDF without cross-references');
    }
    const own = new Map<number, Place>();
    const isStream: boolean = !/^\s*xref\s/.test(bytes.toString('latin1', at, at + 20));
    const section: Section = {
      trailer: (isStream ? readStream : readTable)(bytes, at, own),
      isStream,
    };
    newest ??= section;
    const entries = withoutStrings(section.trailer);
    assertPlain(entries);
    for (const [object, place] of own) if (!places.has(object)) places.set(object, place);
    const previous: string | undefined = /\/Prev (\d+)/.exec(entries)?.[1];
    // A section always refers to an earlier one, so that the search ends.
    if (previous !== undefined && Number(previous) >= at) throw new PdfRefused('a PDF in circles');
    at = previous === undefined ? null : Number(previous);
  }
  return { places, trailer: newest!.trailer, areStreams: newest!.isStream };
}

export function numberIn(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new PdfRefused(`a PDF without ${pattern.source}`);
  return Number(found);
}

/**
 * A trailer without its strings. The identifier of a file may contain anything: `/W` followed by a
 * plus in its base64 looked like an entry, so that one document of a thousand could not be sealed.
 */
export const withoutStrings = (trailer: string): string =>
  trailer.replaceAll(/\((?:\\.|[^\\()])*\)|<[\da-f\s]*>/gis, '()');

/**
 * Throws PdfRefused for a trailer in which another reader could find other objects than this one:
 * with a second section, with an entry twice, or with names and comments that hide one.
 */
function assertPlain(trailer: string): void {
  const names = trailer.match(/\/(Root|Prev|Size|Index|W|Length)\b/g) ?? [];
  if (/\/(XRefStm|Encrypt)\b|[#%]/.test(trailer) || new Set(names).size < names.length) {
    throw new PdfRefused('a PDF with hidden cross-references or encryption');
  }
}

function addPlace(places: Map<number, Place>, object: number, place: Place): void {
  if (places.has(object)) throw new PdfRefused('a PDF that lists an object twice at once');
  places.set(object, place);
}

/** Adds the places of a table and returns its trailer. */
function readTable(bytes: Buffer, at: number, places: Map<number, Place>): string {
  const text = bytes.toString('latin1', at, Math.min(bytes.length, at + SECTION_BYTES_MAX));
  let position = /^\s*xref\s+/.exec(text)![0].length;
  for (;;) {
    const section = /^(\d+) (\d+)\s*?\n/.exec(text.slice(position, position + 40));
    if (!section) break;
    position += section[0].length;
    for (let index = 0; index < Number(section[2]); index += 1, position += ROW) {
      const row = text.slice(position, position + ROW);
      const place = row[17] === 'n' ? Number(row.slice(0, 10)) : null;
      addPlace(places, Number(section[1]) + index, place);
    }
  }
  const end = text.indexOf('startxref', position);
  if (!text.startsWith('trailer', position) || end < 0) throw new PdfRefused('no trailer');
  return text.slice(position, end);
}

/** Adds the places of a stream and returns its dictionary. */
function readStream(bytes: Buffer, at: number, places: Map<number, Place>): string {
  const text = bytes.toString('latin1', at, Math.min(bytes.length, at + 10_000));
  const found = /^\s*\d+ 0 obj\s*(<<.*?>>)\s*stream\r?\n/s.exec(text);
  const dictionary = found && withoutStrings(found[1]!);
  if (!dictionary || !/\/Type \/XRef\b/.test(dictionary)) {
    throw new PdfRefused('a PDF without cross-references that can be read');
  }
  const from = at + found[0].length;
  const raw = bytes.subarray(from, from + numberIn(dictionary, /\/Length (\d+)/));
  const numbers = (name: string) =>
    (new RegExp(`/${name} ?\\[([^\\]]*)\\]`).exec(dictionary)?.[1] ?? '').split(' ').map(Number);
  const [kindBytes = 0, first = 0, second = 0] = numbers('W');
  // More bytes would not be read as one number.
  if (kindBytes !== 1 || Math.min(first, second) < 1 || Math.max(first, second) > 6) {
    throw new PdfRefused('cross-references of another form');
  }
  const rows = decoded(raw, dictionary, 1 + first + second);
  const size = numberIn(dictionary, /\/Size (\d+)/);
  const index = dictionary.includes('/Index') ? numbers('Index') : [0, size];
  let position = 0;
  for (let pair = 0; pair + 1 < index.length; pair += 2) {
    for (let step = 0; step < index[pair + 1]!; step += 1) {
      const after = position + 1 + first + second;
      if (after > rows.length) throw new PdfRefused('cross-references that end too early');
      const kind = rows[position];
      const one = rows.readUIntBE(position + 1, first);
      const other = rows.readUIntBE(position + 1 + first, second);
      const packed = kind === 2 ? `${one}:${other}` : null;
      addPlace(places, index[pair]! + step, kind === 1 ? one : packed);
      position = after;
    }
  }
  return found[1]!;
}

/** Returns the rows as they are, or decompressed and then added up if they are differences. */
function decoded(raw: Buffer, dictionary: string, width: number): Buffer {
  const isCompressed = dictionary.includes('/Filter /FlateDecode');
  if (!isCompressed && !dictionary.includes('/Filter')) return raw;
  const areDifferences = dictionary.includes(differences(width));
  if (!isCompressed || (!areDifferences && dictionary.includes('/DecodeParms'))) {
    throw new PdfRefused('cross-references of another form');
  }
  const bytes = inflated(raw);
  if (!areDifferences) return bytes;
  const rows = Buffer.alloc(Math.floor(bytes.length / (width + 1)) * width);
  for (let at = 0; at < rows.length; at += 1) {
    const difference = bytes[at + Math.floor(at / width) + 1]!;
    rows[at] = (difference + (rows[at - width] ?? 0)) & 0xff;
  }
  return rows;
}

function inflated(raw: Buffer): Buffer {
  try {
    return inflateSync(raw, { maxOutputLength: SECTION_BYTES_MAX });
  } catch (error) {
    throw new PdfRefused('cross-references that cannot be read', { cause: error });
  }
}

const differences = (width: number): string => `/DecodeParms << /Predictor 12 /Columns ${width} >>`;

/** Returns a table with the offsets of some objects, up to its trailer. */
export const tableOf = (offsets: ReadonlyMap<number, number>): string =>
  `xref\n${[...offsets]
    .toSorted(([a], [b]) => a - b)
    .map(([object, offset]) => `${object} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
    .join('')}`;

/** Widths of the fields of a row: kind, offset or stream, index. */
export const WIDTHS = '/W [1 4 2]';

/** Returns the row of an object in a stream of cross-references. */
export function rowOf(place: Place): Buffer {
  const row = Buffer.alloc(7);
  if (typeof place === 'number') {
    row[0] = 1;
    row.writeUInt32BE(place, 1);
  } else if (place !== null) {
    const [stream, index] = place.split(':').map(Number);
    row[0] = 2;
    row.writeUInt32BE(stream!, 1);
    row.writeUInt16BE(index!, 5);
  }
  return row;
}

/**
 * Returns the compressed rows of all objects, each as its difference from the row before (predictor
 * 12, ISO 32000-1, 7.4.4.4), and the entries that say so.
 */
export function compressedRows(all: readonly Place[]): { rows: Buffer; entries: string } {
  let before = rowOf(null);
  const rows = all.map((place) => {
    const row = rowOf(place);
    const difference = row.map((byte, at) => byte - before[at]!);
    before = row;
    return Buffer.concat([Buffer.of(2), difference]);
  });
  return {
    rows: deflateSync(Buffer.concat(rows), { level: 9 }),
    entries: `${WIDTHS}\n/Filter /FlateDecode ${differences(before.length)}`,
  };
}
