// Pictures as bytes: a cover in one width and format, and the picture that goes with a shared link.
import { pictureFormats } from '#contract/content-shapes.ts';
import type { Services } from '../action.ts';
import type { RenditionSource } from '../adapters/renditions.ts';
import { statementsOf } from '../db.ts';
import { workOn } from '../work.ts';
import { publishedArticle } from './article-queries.ts';
import { withFigures } from './body.ts';
import { draw } from './drawing.ts';
import { colour } from './drawing-tools.ts';
import { figuresNow } from './figures.ts';
import { type ImageSource, imageSource, keepRendition, rendition } from './image-queries.ts';
import { hashOfSeed } from './seed-files.ts';
import { widthsOf } from './view.ts';

const SHARE_WIDTH = 1200;
const SHARE_HEIGHT = 630;
/** Where the strip of water begins, and the name under it. */
const WATER_TOP = 316;
const NAME_TOP = 512;
/** Shared pictures kept in memory; each is some 60 KB. */
const SHARES_KEPT = 60;
const KINDS = { article: '文章', news: '最新消息', story: '用戶故事' } as const;

/** What several ask for at once is made once. */
const underWay = new Map<string, Promise<Buffer>>();

function once(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const running = underWay.get(key);
  if (running) return running;
  const made = make().finally(() => underWay.delete(key));
  underWay.set(key, made);
  return made;
}

async function sourceOf(services: Services, image: ImageSource): Promise<RenditionSource> {
  if (image.drawing !== null) return { svg: draw(image.drawing, image.seed ?? 0) };
  if (!image.stored) throw new Error(`picture ${image.id} is made from nothing`);
  return { jpeg: await services.files.get(image.stored) };
}

/**
 * A picture in one of its widths and formats, made when it is first asked for and kept; null for
 * anything it is not served in.
 */
export async function pictureBytes(
  services: Services,
  id: number,
  width: number,
  format: string,
): Promise<Buffer | null> {
  const served = pictureFormats.find((each) => each === format);
  const tx = statementsOf(services.pool);
  const image = served ? await imageSource(tx, id) : null;
  if (!served || !image || !widthsOf(image.width).includes(width)) return null;
  const kept = await rendition(tx, id, width, served);
  if (kept) return kept;
  return once(`${id}/${width}.${served}`, async () => {
    const source = await sourceOf(services, image);
    const bytes = await services.renditions.render(source, width, served);
    await keepRendition(tx, { id, width, format: served, bytes });
    return bytes;
  });
}

const shares = new Map<string, Buffer>();

/** The picture of 1200×630 for a link to a published article. Null for others. */
export async function sharePicture(services: Services, id: number): Promise<Buffer | null> {
  const tx = statementsOf(services.pool);
  const { brand } = services.config;
  const row = await publishedArticle(tx, id);
  if (!row) return null;
  const words = {
    kind: `${KINDS[row.type]}｜${row.category}`,
    title: withFigures(row.title, await figuresNow(workOn(services, tx))),
    brand: brand.name,
    tagline: brand.tagline,
  };
  const key = hashOfSeed([words, id]);
  const kept = shares.get(key);
  if (kept) return kept;
  return once(key, async () => {
    const water = draw('confluence', row.id);
    const svg = await services.documents.renderSvg('share', words);
    const bytes = await services.renditions.render({ svg: shared(water, svg) }, SHARE_WIDTH, 'png');
    const oldest = shares.keys().next();
    if (shares.size >= SHARES_KEPT && !oldest.done) shares.delete(oldest.value);
    shares.set(key, bytes);
    return bytes;
  });
}

/** Words on paper, streams that join below them, the name under it all. */
function shared(water: string, words: string): string {
  const within = (svg: string, y: number, height: number, fit: string) =>
    svg
      .replace(/^[\s\S]*?<svg\b/, `<svg x="0" y="${y}" preserveAspectRatio="${fit}"`)
      .replace(/ width="[^"]*" height="[^"]*"/, ` width="${SHARE_WIDTH}" height="${height}"`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ` +
    `width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}" ` +
    `viewBox="0 0 ${SHARE_WIDTH} ${SHARE_HEIGHT}">` +
    `<rect width="100%" height="100%" fill="${colour.paper}"/>` +
    within(water, WATER_TOP, NAME_TOP - WATER_TOP, 'xMidYMid slice') +
    `<rect y="${NAME_TOP}" width="100%" height="100%" fill="${colour.creek7}"/>` +
    `${within(words, 0, SHARE_HEIGHT, 'none')}</svg>`
  );
}
