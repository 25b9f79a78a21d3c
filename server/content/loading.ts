// Loads the content shipped with the app at startup: once, and again if a file changed.
import type { Drawing } from '#contract/content/shapes.ts';
import { startOfDay } from '#contract/core/day.ts';
import type { Work } from '../work.ts';
import { fromMarkdown, plain } from './article/body.ts';
import { DRAWING_HEIGHT, drawingAlt, DRAWING_WIDTH } from './picture/drawing.ts';
import { hashOfSeed, readSeedFiles, type SeedFiles } from './seed-files.ts';
import {
  drawnImage,
  loadedHash,
  lockLoading,
  putLoadedHash,
  putSeedAd,
  putSeedArticle,
  putSeedPolicy,
  putSeedQuestion,
  putSeedSynonyms,
  putSeedVersion,
} from './seed-queries.ts';
import { bumpStamp, putEntry } from './answers/support-queries.ts';

/**
 * What loading needs: only a transaction and the time, so that tests can load content into their
 * database template.
 */
type Loading = Pick<Work, 'tx' | 'now'>;

/** Time of day, 09:00 in milliseconds, at which a text with only a date counts as published. */
const NINE_MS = 9 * 3_600_000;
/** First seed of the drawings for ads, so that these seeds differ from those of other drawings. */
const AD_SEEDS = 1_000_000;

/**
 * Inserts the content of db/content that is missing in the tables. A text loaded from there is
 * updated from its file if nobody has edited it in the office; edited texts stay unchanged.
 */
export async function ensureContent(work: Loading): Promise<void> {
  const { tx } = work;
  if ((await readSeedFiles(await loadedHash(tx))) === null) return;
  await lockLoading(tx);
  const files = await readSeedFiles(await loadedHash(tx));
  if (files === null) return;
  for (const article of files.articles) await loadArticle(work, article);
  for (const policy of files.policies) await loadPolicy(work, policy);
  for (const [position, question] of files.questions.entries()) {
    await loadQuestion(work, question, position);
  }
  for (const [position, ad] of files.ads.entries()) await loadAd(work, ad, position);
  await putSeedSynonyms(tx, files.synonyms, hashOfSeed(files.synonyms));
  await putLoadedHash(tx, files.hash);
  await bumpStamp(tx);
}

/** Creates the drawn picture of one text. */
export const drawnFor = (work: Loading, drawing: Drawing, seed: number): Promise<number> =>
  drawnImage(work.tx, {
    drawing,
    seed,
    width: DRAWING_WIDTH,
    height: DRAWING_HEIGHT,
    alt: drawingAlt(drawing),
    now: work.now,
  });

const morningOf = (day: SeedFiles['articles'][number]['publishedOn']): Date =>
  new Date(Date.parse(startOfDay(day)) + NINE_MS);

async function loadArticle(work: Loading, seed: SeedFiles['articles'][number]): Promise<void> {
  const { drawing, publishedOn, updatedOn, path: _path, body: markdown, ...rest } = seed;
  const body = fromMarkdown(markdown);
  const publishAt = morningOf(publishedOn);
  const put = await putSeedArticle(work.tx, {
    ...rest,
    body,
    status: publishAt <= work.now ? 'published' : 'scheduled',
    coverId: await drawnFor(work, drawing, seed.id),
    person: seed.person ?? null,
    role: seed.role ?? null,
    quote: seed.quote ?? null,
    publishAt,
    revisedAt: updatedOn ? morningOf(updatedOn) : null,
    hash: hashOfSeed(seed),
  });
  if (put === 0) return;
  const words = [seed.excerpt, seed.quote ?? '', plain(body)].filter(Boolean).join('\n');
  await putEntry(work.tx, { kind: 'article', id: seed.id, title: seed.title, body: words });
}

async function loadPolicy(work: Loading, seed: SeedFiles['policies'][number]): Promise<void> {
  const { id, slug, category, version: number, title, summary, effectiveOn } = seed;
  const { tx, now } = work;
  await putSeedPolicy(tx, { id, slug, category });
  const body = fromMarkdown(seed.body);
  const of = { policyId: id, number, title, summary, body, effectiveOn, now };
  const put = await putSeedVersion(tx, of);
  if (put) await putEntry(tx, { kind: 'policy', id: put.id, title, body: plain(body) });
}

async function loadQuestion(
  { tx }: Loading,
  seed: SeedFiles['questions'][number],
  position: number,
): Promise<void> {
  const { id: slug, updatedOn, ...rest } = seed;
  const answer = fromMarkdown(seed.answer);
  const hash = hashOfSeed([seed, position]);
  const put = await putSeedQuestion(tx, {
    ...rest,
    slug,
    answer,
    position,
    updatedAt: morningOf(updatedOn),
    hash,
  });
  if (!put) return;
  await putEntry(tx, { kind: 'question', id: put.id, title: seed.question, body: plain(answer) });
}

async function loadAd(work: Loading, seed: SeedFiles['ads'][number], position: number) {
  const { drawing, ...rest } = seed;
  const imageId = await drawnFor(work, drawing, AD_SEEDS + seed.id);
  await putSeedAd(work.tx, {
    ...rest,
    imageId,
    position,
    now: work.now,
    hash: hashOfSeed([seed, position]),
  });
}
