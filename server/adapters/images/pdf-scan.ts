// Refuses PDFs that contain scripts, programs or attachments.
import { constants, inflateSync } from 'node:zlib';
import { UploadProblem } from './images.ts';

/**
 * PDF names that make a document execute something or carry other files. They are searched in the
 * raw bytes and in every object stream, with each letter also in its escaped form (`/J#61vaScript`
 * is the same name). All these names are too long to appear in compressed data at random.
 */
const ACTIVE = nameIn([
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'Rendition',
  'RichMedia',
  'RichMediaExecute',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'Collection',
  'XFA',
]);
/**
 * The names in `ACTIVE` for documents that carry other files; all other names there execute
 * something.
 */
const CARRIES = new Set(['EmbeddedFile', 'EmbeddedFiles', 'GoToE', 'Collection']);
/**
 * Short names can appear in the bytes of a picture at random, so they are searched in objects only.
 */
const SCRIPT = nameIn(['JS']);
const ENCRYPT = nameIn(['Encrypt']);
/** Only an object stream has the key First, and every object stream must have it. */
const OBJECT_STREAM = nameIn(['First', 'ObjStm']);
const PREDICTOR = nameIn(['Predictor']);

/**
 * Maximum size of object streams after decompression, in bytes: each, and all of a document. Object
 * streams contain objects, not pictures, so a larger one is a decompression bomb.
 */
const INFLATED_MAX = 32 * 1024 * 1024;
const INFLATED_TOTAL_MAX = 96 * 1024 * 1024;

/** Whether a document is encrypted; many of these open without a password. */
export const isEncrypted = (bytes: Buffer): boolean => ENCRYPT.test(bytes.toString('latin1'));

/**
 * Throws FILE_ACTIVE or FILE_BROKEN. A document with an object stream that cannot be read reliably
 * is refused. The object streams of an encrypted document cannot be read here; whether it opens
 * without a password is found when it is rendered, and only its pictures are ever shown.
 */
export function assertHarmlessPdf(bytes: Buffer): void {
  const raw = bytes.toString('latin1');
  assertWhole(raw, bytes);
  assertNone(ACTIVE, raw);
  if (isEncrypted(bytes)) return;
  let pages = pagesIn(raw);
  let budget = INFLATED_TOTAL_MAX;
  for (const { dictionary, streamAt } of dictionariesIn(raw)) {
    assertNone(SCRIPT, dictionary);
    if (streamAt === undefined || !OBJECT_STREAM.test(dictionary)) continue;
    const objects = unpacked(dictionary, bytes.subarray(streamAt), Math.min(budget, INFLATED_MAX));
    budget -= objects.length;
    assertNone(ACTIVE, objects);
    assertNone(SCRIPT, objects);
    pages ||= pagesIn(objects);
  }
  if (!pages) throw new UploadProblem('FILE_BROKEN', 'no pages', 'pdfDamaged');
}

/**
 * Requires that the file ends like a PDF and is not also a zip archive. Programs read a zip from
 * its end, so one file can be both.
 */
function assertWhole(raw: string, bytes: Buffer): void {
  const tail = raw.slice(-2048);
  if (!/startxref\s+\d+\s+%%EOF/.test(tail)) {
    throw new UploadProblem('FILE_BROKEN', 'cut off', 'pdfDamaged');
  }
  const from = Math.max(0, raw.length - 70_000);
  for (let at = raw.indexOf('PK\x05\x06', from); at >= 0; at = raw.indexOf('PK\x05\x06', at + 1)) {
    const commentLength = at + 22 <= bytes.length ? bytes.readUInt16LE(at + 20) : -1;
    if (at + 22 + commentLength <= bytes.length && commentLength >= 0) {
      throw new UploadProblem('FILE_ACTIVE', 'also an archive', 'pdfAttachment');
    }
  }
}

function pagesIn(text: string): boolean {
  return /\/Page(?![A-Za-z])/.test(text);
}

function assertNone(names: RegExp, text: string): void {
  const found = names.exec(text);
  if (!found) return;
  const name = found[0].replace(/#(..)/g, (_, hex: string) => String.fromCharCode(+`0x${hex}`));
  const problem = CARRIES.has(name.slice(1)) ? 'pdfAttachment' : 'pdfScript';
  throw new UploadProblem('FILE_ACTIVE', name, problem);
}

/**
 * Returns a pattern for any of these names, including escaped letters, up to the end of the name.
 */
function nameIn(names: readonly string[]): RegExp {
  const spelt = (letter: string): string => {
    const [high, low] = letter.charCodeAt(0).toString(16);
    return `(?:${letter}|#${high}[${low}${low!.toUpperCase()}])`;
  };
  const each = names.map((name) => [...name].map(spelt).join(''));
  return new RegExp(`/(?:${each.join('|')})(?=[\\s\\0()<>\\[\\]{}/%]|$)`);
}

type Dictionary = { dictionary: string; streamAt?: number };

/**
 * Yields every dictionary at the start of an object, and the start of its stream. Readers recognise
 * an object by the word `obj`, so every occurrence is tried, even in strings or compressed bytes; a
 * fake stream can then never hide a real one.
 */
function* dictionariesIn(raw: string): Generator<Dictionary> {
  // Objects do not overlap; a file that pretends they do is trying to make the scan run forever.
  let budget = 8 * raw.length;
  for (let at = raw.indexOf('obj'); at >= 0; at = raw.indexOf('obj', at + 3)) {
    const begin = afterSpace(raw, at + 3);
    const isDictionary = raw.startsWith('<<', begin);
    const end = isDictionary ? endOfDictionary(raw, begin) : begin;
    const next = afterSpace(raw, end ?? raw.length);
    budget -= next - at;
    if (budget < 0) throw new UploadProblem('FILE_BROKEN', 'objects within objects', 'pdfOpaque');
    if (!isDictionary || end === undefined) continue;
    const dictionary = raw.slice(begin, end);
    if (!raw.startsWith('stream', next)) yield { dictionary };
    else yield { dictionary, streamAt: next + 6 + (raw[next + 6] === '\r' ? 2 : 1) };
  }
}

/** Returns the position after white space and comments. */
function afterSpace(raw: string, from: number): number {
  const space = /[\s\0]+|%[^\r\n]*/y;
  space.lastIndex = from;
  let end = from;
  while (space.test(raw)) end = space.lastIndex;
  return end;
}

/**
 * Returns the position after the `>>` that closes a dictionary, taking strings and comments into
 * account.
 */
function endOfDictionary(raw: string, from: number): number | undefined {
  const mark = /<<|>>|\(|%[^\r\n]*/g;
  mark.lastIndex = from;
  let depth = 0;
  for (let found = mark.exec(raw); found; found = mark.exec(raw)) {
    if (found[0] === '<<') depth += 1;
    if (found[0] === '>>') depth -= 1;
    if (depth === 0) return mark.lastIndex;
    if (found[0] === '(') {
      const closed = endOfString(raw, mark.lastIndex);
      if (closed === undefined) return undefined;
      mark.lastIndex = closed;
    }
  }
  return undefined;
}

function endOfString(raw: string, from: number): number | undefined {
  const mark = /\\.|[()]/gs;
  mark.lastIndex = from;
  let depth = 1;
  for (let found = mark.exec(raw); found; found = mark.exec(raw)) {
    if (found[0] === '(') depth += 1;
    if (found[0] === ')') depth -= 1;
    if (depth === 0) return mark.lastIndex;
  }
  return undefined;
}

/**
 * Returns the text of an object stream, which is either uncompressed or deflated, as in all known
 * PDF writers.
 */
function unpacked(dictionary: string, content: Buffer, bytesMax: number): string {
  const filters = [...dictionary.matchAll(/\/Filter\s*(\[[^\]]*\]|\/\w+|\d+\s+\d+\s+R)/g)];
  if (/[#(%]/.test(dictionary) || PREDICTOR.test(dictionary) || filters.length > 1) {
    throw new UploadProblem(
      'FILE_ACTIVE',
      'objects that cannot be read with certainty',
      'pdfOpaque',
    );
  }
  const filter = filters[0]?.[1];
  if (filter === undefined) {
    const end = content.indexOf('endstream');
    return content.toString('latin1', 0, end < 0 ? content.length : end);
  }
  if (!/^\[?\s*\/FlateDecode\s*\]?$/.test(filter)) {
    throw new UploadProblem('FILE_ACTIVE', `objects behind the filter ${filter}`, 'pdfOpaque');
  }
  try {
    const finishFlush = constants.Z_SYNC_FLUSH;
    return inflateSync(content, { maxOutputLength: bytesMax, finishFlush }).toString('latin1');
  } catch {
    throw new UploadProblem('FILE_BROKEN', 'objects that do not unpack', 'pdfDamaged');
  }
}
