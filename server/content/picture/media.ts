// Serves pictures as bytes, in one of their widths and formats.
import { pictureFormats } from '#contract/content/shapes.ts';
import type { Services } from '../../services.ts';
import type { RenditionSource } from '../../adapters/images/renditions.ts';
import { db } from '../../database/db.ts';
import { draw } from './drawing.ts';
import { type ImageSource, imageSource, keepRendition, rendition } from './image-queries.ts';
import { createShelf } from '../shelf.ts';
import { widthsOf } from '../article/view.ts';

/**
 * Renditions are stored in the database; this cache only ensures that simultaneous requests do not
 * render the same picture twice.
 */
const making = createShelf(0);

async function sourceOf(
  services: Services,
  image: ImageSource,
  dark: boolean,
): Promise<RenditionSource> {
  if (image.drawing !== null) return { svg: draw(image.drawing, image.seed ?? 0, { dark }) };
  if (!image.stored) throw new Error(`picture ${image.id} is made from nothing`);
  return { jpeg: await services.files.get(image.stored) };
}

/**
 * Returns a picture in one of its widths and formats, made on the first request and then stored;
 * null for a width or format that is not served. With `dark` a drawing has its dark palette; an
 * uploaded picture is the same in both.
 */
export async function pictureBytes(
  services: Services,
  id: number,
  of: { width: number; format: string; dark: boolean },
): Promise<Buffer | null> {
  const { width } = of;
  const served = pictureFormats.find((each) => each === of.format);
  const tx = db(services.pool);
  const image = served ? await imageSource(tx, id) : null;
  if (!served || !image || !widthsOf(image.width).includes(width)) return null;
  const dark = of.dark && image.drawing !== null;
  const format = dark ? `${served}-dark` : served;
  const kept = await rendition(tx, id, width, format);
  if (kept) return kept;
  return making(`${id}/${width}.${format}`, async () => {
    const source = await sourceOf(services, image, dark);
    const bytes = await services.renditions.render(source, width, served);
    await keepRendition(tx, { id, width, format, bytes });
    return bytes;
  });
}
