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

/**
 * Compresses `parts`, between which a word of `length` bytes is filled in later; each part may
 * refer to earlier parts but never to a word. Returns a function that makes the gzip (RFC 1952) of
 * all parts with a given word.
 */
export async function zipped(
  parts: readonly string[],
  length: number,
): Promise<(word: string) => Buffer> {
  const plain = parts.map((part) => Buffer.from(part));
  const blank = Buffer.alloc(length, NO_TEXT);
  const blocks = await Promise.all(
    plain.map((part, i) => {
      const before = Buffer.concat(plain.slice(0, i).flatMap((one) => [one, blank]));
      const dictionary = before.length > 0 && { dictionary: before.subarray(-WINDOW) };
      // A full flush ends on a byte boundary without closing the stream.
      return deflate(part, { level: 9, finishFlush: constants.Z_FULL_FLUSH, ...dictionary });
    }),
  );
  const size = plain.reduce((sum, part) => sum + part.length, length * (plain.length - 1));
  return (word) => {
    const bytes = Buffer.from(word);
    if (bytes.length !== length) throw new Error(`a word of ${bytes.length} bytes, not ${length}`);
    const between = stored(bytes);
    const pieces: Buffer[] = [HEAD];
    let sum = 0;
    plain.forEach((part, i) => {
      if (i > 0) {
        pieces.push(between);
        sum = crc32(bytes, sum);
      }
      pieces.push(blocks[i] ?? END);
      sum = crc32(part, sum);
    });
    const tail = Buffer.alloc(8);
    tail.writeUInt32LE(sum);
    tail.writeUInt32LE(size % 2 ** 32, 4);
    return Buffer.concat([...pieces, END, tail]);
  };
}
