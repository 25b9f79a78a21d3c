// A text compressed once, with blanks in it that are filled in for each reader.
import { constants, crc32, deflateRaw } from 'node:zlib';
import { promisify } from 'node:util';

const deflate = promisify(deflateRaw);
/** A gzip file's beginning: deflated, no name, no time, of no system in particular. */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** A last block with nothing in it (RFC 1951 §3.2.4). */
const END = Buffer.from([1, 0, 0, 0xff, 0xff]);

/** A block of deflate that holds its bytes as they are; at most 65,535 of them. */
function stored(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(bytes.length ^ 0xffff, 3);
  return Buffer.concat([head, bytes]);
}

/** No text in UTF-8 has this byte, so that nothing is ever found to be like what fills a blank. */
const NO_TEXT = 0xff;
/** So far back deflate looks for what it has seen already. */
const WINDOW = 32 * 1024;

/**
 * Compresses `parts`, between which a word of `length` bytes will stand: each knows those before
 * it, but refers to no word. Answers what gives the gzip (RFC 1952) of all of them with a word.
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
      // Flushed whole, it ends on a byte and is no last block.
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
