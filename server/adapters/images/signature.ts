// Checks a drawn signature: a PNG of acceptable size that is not blank.
import type { Stats } from 'sharp';

export type SignatureProblemCode = 'SIGNATURE_TYPE' | 'SIGNATURE_SIZE' | 'SIGNATURE_BLANK';

/** Thrown when a signature is not accepted; the signer is shown the code. */
export class SignatureProblem extends Error {
  override name = 'SignatureProblem';
  readonly code: SignatureProblemCode;

  constructor(code: SignatureProblemCode, why: string) {
    super(`${code}: ${why}`);
    this.code = code;
  }
}

export type Signature = { png: Buffer; width: number; height: number };

const PREFIX = 'data:image/png;base64,';
const BYTES_MAX = 200 * 1024;
const WIDTH_MIN = 300;
const HEIGHT_MIN = 100;
const EDGE_MAX = 4_000;
/**
 * Minimum standard deviation of the grey values (0 to 255). A dot of a few pixels on an empty field
 * stays below it.
 */
const SPREAD_MIN = 4;

/**
 * Returns the picture of a `data:image/png` URL, re-encoded on white without metadata. Throws
 * SignatureProblem if it is not a PNG of at most 200 KB and at least 300×100, or if it is blank.
 */
export async function readSignature(dataUrl: string): Promise<Signature> {
  if (!dataUrl.startsWith(PREFIX)) throw new SignatureProblem('SIGNATURE_TYPE', 'no PNG data URL');
  const encoded = dataUrl.slice(PREFIX.length);
  if (encoded.length > BYTES_MAX * 1.4) throw new SignatureProblem('SIGNATURE_SIZE', 'too large');
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length > BYTES_MAX) throw new SignatureProblem('SIGNATURE_SIZE', 'too large');
  const { width, height } = sizeOf(bytes);
  if (width < WIDTH_MIN || height < HEIGHT_MIN || width > EDGE_MAX || height > EDGE_MAX) {
    throw new SignatureProblem('SIGNATURE_SIZE', `${width}×${height}`);
  }
  // Loaded only here, because no start needs it and it loads slowly.
  const { default: sharp } = await import('sharp');
  const spreadOf = (png: Buffer): Promise<Stats> => sharp(png).stats();
  const input = { limitInputPixels: EDGE_MAX * EDGE_MAX, failOn: 'error' } as const;
  const onWhite = sharp(bytes, input).flatten({ background: '#ffffff' }).timeout({ seconds: 5 });
  const grey = onWhite.clone().greyscale();
  const { channels } = await grey.png().toBuffer().then(spreadOf).catch(asType);
  if ((channels[0]?.stdev ?? 0) < SPREAD_MIN) {
    throw new SignatureProblem('SIGNATURE_BLANK', 'nothing drawn');
  }
  const png = await onWhite.png({ compressionLevel: 9 }).toBuffer();
  return { png, width, height };
}

/** Returns the picture of a name, drawn as SVG with letters as shapes, as PNG without metadata. */
export async function drawnName(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const white = sharp(Buffer.from(svg)).flatten({ background: '#ffffff' });
  return white.png({ compressionLevel: 9 }).toBuffer();
}

function asType(): never {
  throw new SignatureProblem('SIGNATURE_TYPE', 'a PNG that does not decode');
}

/** Reads the size from the PNG's header, so that nothing is decoded before its size is known. */
function sizeOf(bytes: Buffer): { width: number; height: number } {
  const header = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  if (bytes.length < 33 || !bytes.subarray(0, 16).equals(header)) {
    throw new SignatureProblem('SIGNATURE_TYPE', 'not a PNG');
  }
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
