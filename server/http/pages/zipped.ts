// A text compressed once, with blanks that are filled in for each reader.
import { constants, crc32, deflateRaw } from 'node:zlib';
import { promisify } from 'node:util';

const deflate = promisify(deflateRaw);
/** Gzip header: deflate, no name, no time, unknown operating system. */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** The empty block with which deflate data ends (RFC 1951 §3.2.4). */
const END = Buffer.from([1, 0, 0, 0xff, 0xff]);

/** Returns a stored (uncompressed) deflate block of at most 65,535 bytes. */
function stored(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(bytes.length ^ 0xffff, 3);
  return Buffer.concat([head, bytes]);
}

/**
 * Byte that fills the blanks during compression: UTF-8 text never contains it, so deflate never
 * finds a match that includes a blank.
 */
const NO_TEXT = 0xff;
/** Window in which deflate looks for repetitions. */
const WINDOW = 32 * 1024;

/** The polynomial of gzip's checksum, x^0 as the highest bit (RFC 1952 §8). */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

/** Product of two polynomials modulo that of the checksum. */
function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return product >>> 0;
}

/** The factor by which a checksum is multiplied if so many bytes follow: x^(8 × bytes). */
function followedBy(bytes: number): number {
  let factor = ONE;
  let square = ONE >>> 8;
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) factor = multiply(factor, square);
    square = multiply(square, square);
  }
  return factor;
}

/**
 * Compresses `parts`, between which a word of `length` bytes is filled in later; each part may
 * refer to earlier parts but never to a word. Returns a function that makes the gzip (RFC 1952) of
 * all parts with a given word. The function calculates the checksum of the word alone: that of a
 * text is the sum (XOR) of those of its pieces, each multiplied for the bytes that follow it, as in
 * zlib's `crc32_combine`.
 */
export async function zipped(
  parts: readonly string[],
  length: number,
): Promise<(word: string) => Buffer> {
  const plain = parts.map((part) => Buffer.from(part));
  const blank = Buffer.alloc(length, NO_TEXT);
  const gap = stored(blank);
  const pieces: Buffer[] = [HEAD];
  const places: number[] = [];
  let [size, zippedSize, sum, weight] = [0, HEAD.length, 0, 0];
  for (const [i, part] of plain.entries()) {
    const before = Buffer.concat(plain.slice(0, i).flatMap((one) => [one, blank]));
    const dictionary = before.length > 0 && { dictionary: before.subarray(-WINDOW) };
    // A full flush ends on a byte boundary without closing the stream.
    const flushed = { level: 9, finishFlush: constants.Z_FULL_FLUSH, ...dictionary };
    const block = await deflate(part, flushed);
    if (i > 0) {
      pieces.push(gap);
      zippedSize += gap.length;
      places.push(zippedSize - length);
      sum = crc32(blank, sum);
      size += length;
    }
    pieces.push(block);
    zippedSize += block.length;
    sum = crc32(part, sum);
    size += part.length;
    // What follows the words before this part became longer by the part and by the next word.
    weight = multiply(weight, followedBy(part.length));
    if (i < plain.length - 1) weight = multiply(weight, followedBy(length)) ^ ONE;
  }
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(size % 2 ** 32, 4);
  const whole = Buffer.concat([...pieces, END, tail]);
  const withoutWord = sum ^ multiply(weight, crc32(blank));
  return (word) => {
    const bytes = Buffer.from(word);
    if (bytes.length !== length) throw new Error(`a word of ${bytes.length} bytes, not ${length}`);
    const zip = Buffer.from(whole);
    for (const place of places) bytes.copy(zip, place);
    zip.writeUInt32LE((withoutWord ^ multiply(weight, crc32(bytes))) >>> 0, zip.length - 8);
    return zip;
  };
}
