// Pictures for shared links: the page's title above a drawing of water, one per page.
import { articleTypeText } from '#contract/content/words.ts';
import type { Drawing } from '#contract/content/shapes.ts';
import { idSchema } from '#contract/core/lists.ts';
import { type SharedPage, sharedPages } from '#contract/shared-pages.ts';
import type { Services } from '../../services.ts';
import { db, type Tx } from '../../database/db.ts';
import { plansOnOffer } from '../../lending/front.ts';
import { workOn } from '../../work.ts';
import { publishedArticle } from './article-queries.ts';
import { withFigures } from './body.ts';
import { draw } from '../picture/drawing.ts';
import { colour } from '../picture/drawing-tools.ts';
import { figuresNow } from './figures.ts';
import { approvedVersions } from '../policy/policy-queries.ts';
import { hashOfSeed } from '../seed-files.ts';
import { createShelf } from '../shelf.ts';

const WIDTH = 1200;
const HEIGHT = 630;
/** Vertical positions of the water drawing and of the brand name below it. */
const WATER_TOP = 316;
const NAME_TOP = 512;
const WATER_HEIGHT = NAME_TOP - WATER_TOP;
/** Number of pictures cached in memory, each about 60 KB. */
const CACHE_MAX = 60;

type Shared = { kind: string; title: string; drawing: Drawing; seed: number };

async function ofArticle(services: Services, tx: Tx, id: string): Promise<Shared | null> {
  const { data } = idSchema.safeParse(id);
  const row = data === undefined ? null : await publishedArticle(tx, data);
  if (!row) return null;
  return {
    kind: `${articleTypeText[row.type]}｜${row.category}`,
    title: withFigures(row.title, await figuresNow(workOn(services, tx))),
    drawing: 'confluence',
    seed: row.id,
  };
}

async function ofPlan(tx: Tx, slug: string): Promise<Shared | null> {
  const plan = (await plansOnOffer(tx)).find((one) => one.slug === slug);
  if (!plan) return null;
  const { listName, words, id } = plan;
  return { kind: `申貸方案｜${listName}`, title: words.title, drawing: 'confluence', seed: id };
}

async function ofPolicy(services: Services, tx: Tx, slug: string): Promise<Shared | null> {
  const versions = await approvedVersions(tx, slug, workOn(services, tx).today);
  const current = versions.find((row) => row.current && row.slug === slug);
  if (!current) return null;
  const { title, category, policyId } = current;
  const kind = title === category ? '條款與政策' : `條款與政策｜${category}`;
  return { kind, title, drawing: 'confluence', seed: policyId };
}

const isPage = (name: string): name is SharedPage => Object.hasOwn(sharedPages, name);

/**
 * Returns the texts for the picture of a shared link, by type and name of the page; null if there
 * is no such page.
 */
async function sharedOf(services: Services, of: string, name: string): Promise<Shared | null> {
  const tx = db(services.pool);
  if (of === 'article') return ofArticle(services, tx, name);
  if (of === 'plan') return ofPlan(tx, name);
  if (of === 'policy') return ofPolicy(services, tx, name);
  return of === 'page' && isPage(name) ? sharedPages[name] : null;
}

const shelf = createShelf(CACHE_MAX);

/**
 * Returns a PNG of 1200×630 for a link to an article (`of` is `article`, by id), a plan or a policy
 * (by slug) or another public page. Null if the public cannot see the page.
 */
export async function sharePicture(
  services: Services,
  of: string,
  name: string,
): Promise<Buffer | null> {
  const shared = await sharedOf(services, of, name);
  if (!shared) return null;
  const { kind, title, drawing, seed } = shared;
  const { brand } = services.config;
  const words = { kind, title, brand: brand.name, tagline: brand.tagline };
  return shelf(hashOfSeed([words, drawing, seed]), async () => {
    const svg = await services.documents.renderSvg('share', words);
    return services.renditions.render({ svg: composed(draw(drawing, seed), svg) }, WIDTH, 'png');
  });
}

/** Composes the picture: text at the top, water below it, the brand name at the bottom. */
function composed(water: string, words: string): string {
  const within = (svg: string, y: number, height: number, fit: string) =>
    svg
      .replace(/^[\s\S]*?<svg\b/, `<svg x="0" y="${y}" preserveAspectRatio="${fit}"`)
      .replace(/ width="[^"]*" height="[^"]*"/, ` width="${WIDTH}" height="${height}"`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ` +
    `width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<rect width="100%" height="100%" fill="${colour.paper}"/>` +
    within(water, WATER_TOP, WATER_HEIGHT, 'xMidYMid slice') +
    `<rect y="${NAME_TOP}" width="100%" height="100%" fill="${colour.creek7}"/>` +
    `${within(words, 0, HEIGHT, 'none')}</svg>`
  );
}
