// Decodes pictures under limits and re-encodes them: JPEG, PNG and WebP by libvips, HEIC by
// libheif.
import { createRequire } from 'node:module';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { UploadProblem, type UploadKind, type UploadLimits } from './images.ts';

// Of the many decoders in libvips, allows only the three that the app needs, as sharp advises.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

const SECONDS_MAX = 15;
const QUALITY = 86;

export type Picture = { bytes: Buffer; width: number; height: number };

/** Returns a JPEG, PNG or WebP as an upright JPEG without metadata, within the edge limit. */
export async function fromPicture(
  bytes: Buffer,
  kind: UploadKind,
  limits: UploadLimits,
): Promise<Picture> {
  const options: SharpOptions = { failOn: 'error', limitInputPixels: limits.pixelsMax };
  const { width, height, format, pages } = await sharp(bytes, {
    ...options,
    limitInputPixels: false,
  }).metadata();
  if (format !== kind) throw new UploadProblem('FILE_TYPE', `${kind} that reads as ${format}`);
  assertPixels(width, height, limits);
  if ((pages ?? 1) > 1)
    throw new UploadProblem('FILE_TYPE', 'more than one picture', 'manyPictures');
  return written(sharp(bytes, options).autoOrient(), limits);
}

/** The result type of libheif-js, which ships no types for this entry. */
type HeifImage = {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(
    into: { data: Uint8ClampedArray; width: number; height: number },
    done: (shown: object | null) => void,
  ): void;
  free(): void;
};
type Heif = { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } };
let heif: Heif | undefined;

/**
 * Decodes the main picture of a HEIC with libheif's wasm, because prebuilt libvips cannot read
 * HEVC.
 */
export async function fromHeic(
  bytes: Buffer,
  _kind: UploadKind,
  limits: UploadLimits,
): Promise<Picture> {
  heif ??= createRequire(import.meta.url)('libheif-js/wasm-bundle') as Heif;
  const images = new heif.HeifDecoder().decode(bytes);
  const image = images.find((each) => each.is_primary()) ?? images[0];
  if (!image) throw new UploadProblem('FILE_BROKEN', 'no picture in the HEIC');
  const size = { width: image.get_width(), height: image.get_height() };
  assertPixels(size.width, size.height, limits);
  // libheif already rotates and mirrors, so no orientation is left to apply.
  const target = { ...size, data: new Uint8ClampedArray(size.width * size.height * 4) };
  const shown = await new Promise<object | null>((done) => image.display(target, done));
  for (const each of images) each.free();
  if (!shown) throw new UploadProblem('FILE_BROKEN', 'the HEIC does not decode');
  return written(sharp(target.data, { raw: { ...size, channels: 4 } }), limits);
}

function assertPixels(width: number, height: number, limits: UploadLimits): void {
  if (!(width > 0 && height > 0)) throw new UploadProblem('FILE_BROKEN', 'no size');
  if (width * height > limits.pixelsMax) {
    throw new UploadProblem('FILE_PIXELS', `${width}×${height}`);
  }
}

async function written(picture: Sharp, { edgeMax }: UploadLimits): Promise<Picture> {
  const { data, info } = await picture
    .timeout({ seconds: SECONDS_MAX })
    .resize({ width: edgeMax, height: edgeMax, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}
