// Child process that produces pictures for pages, one width and format at a time.
import sharp, { type Sharp } from 'sharp';
import type { RenditionFormat, RenditionJob } from './renditions.ts';
import { answerJobs } from '../workers.ts';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadSvgBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

const SECONDS_MAX = 15;
/**
 * Dots per inch at which a drawing is rasterised. The result is larger than needed and is then
 * scaled down.
 */
const DENSITY = 96;

const written: Record<RenditionFormat, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 55, effort: 3 }),
  webp: (picture) => picture.webp({ quality: 78 }),
  png: (picture) => picture.png({ compressionLevel: 9, palette: true, quality: 90 }),
};

answerJobs<RenditionJob, Uint8Array>(async ({ source, width, format }) => {
  const picture =
    'svg' in source
      ? sharp(Buffer.from(source.svg), { density: DENSITY })
      : sharp(Buffer.from(source.jpeg));
  const sized = picture
    .timeout({ seconds: SECONDS_MAX })
    .resize({ width, withoutEnlargement: !('svg' in source) });
  return written[format](sized).toBuffer();
});
