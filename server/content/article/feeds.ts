// Machine-readable content: feeds of news and articles, the sitemap, robots.txt.
import { readingTitle } from '#contract/content/words.ts';
import { Feed } from 'feed';
import { SitemapStream, streamToPromise } from 'sitemap';
import type { ArticleType } from '#contract/content/shapes.ts';
import type { Services } from '../../services.ts';
import { db } from '../../database/db.ts';
import { plansOnOffer } from '../../lending/front.ts';
import { workOn } from '../../work.ts';
import { publishedArticles } from './article-queries.ts';
import { renderBody } from './body.ts';
import { figuresNow } from './figures.ts';
import { approvedVersions } from '../policy/policy-queries.ts';
import { cardView } from './view.ts';

const FEED_ITEMS = 30;
/** A number larger than the pages of a sitemap, so that all are included. */
const ALL = 10_000;

/** Returns the newest texts of a type as an Atom feed, with their full content. */
export async function feedOf(services: Services, type: ArticleType): Promise<string> {
  const work = workOn(services, db(services.pool));
  const { brand, publicUrl } = services.config;
  const figures = await figuresNow(work);
  const of = { type, category: null, limit: FEED_ITEMS, offset: 0 };
  const rows = await publishedArticles(work.tx, of);
  const list = `${publicUrl}/knowledge/${type}`;
  const cards = rows.map((row) => ({ card: cardView(row, figures, work.now), row }));
  const dates = cards.map(({ card }) => card.updatedAt ?? card.publishedAt).toSorted();
  const feed = new Feed({
    id: list,
    title: `${brand.name}｜${readingTitle(type)}`,
    description: brand.description,
    link: list,
    language: 'zh-TW',
    copyright: brand.entity,
    updated: new Date(dates.at(-1) ?? work.now),
    feedLinks: { atom: `${list}.xml` },
  });
  for (const { card, row } of cards) {
    const link = `${list}/${card.id}`;
    feed.addItem({
      id: link,
      link,
      title: card.title,
      description: card.excerpt,
      content: absolute(renderBody(row.body, figures).html, publicUrl),
      author: [{ name: card.author }],
      published: new Date(card.publishedAt),
      date: new Date(card.updatedAt ?? card.publishedAt),
      category: [{ name: card.category }],
      image: `${publicUrl}${card.cover.path}/${card.cover.width}.webp`,
    });
  }
  return feed.atom1();
}

const absolute = (html: string, origin: string) =>
  html.replace(/ (href|src)="\//g, ` $1="${origin}/`);

/** Static pages, which exist independently of the content. */
const standing = [
  '/',
  '/about',
  '/investment',
  '/loan/alllist',
  '/loan/quote',
  '/knowledge',
  '/knowledge/article',
  '/knowledge/news',
  '/knowledge/story',
  '/support',
  '/support/loan',
  '/support/invest',
  '/support/member',
  '/support/policy',
  '/support/policy/allPolicies',
  '/sitemap',
  '/statistics',
  '/verify',
];

/** Returns all public pages, with a date for those that have one. */
export async function sitemapXml(services: Services): Promise<string> {
  const work = workOn(services, db(services.pool));
  const { tx, now, today } = work;
  const stream = new SitemapStream({ hostname: services.config.publicUrl, xmlns: plainXml });
  const done = streamToPromise(stream);
  for (const url of standing) stream.write({ url });
  if (services.config.apiDocs) stream.write({ url: '/docs/' });
  for (const { slug } of await plansOnOffer(tx)) stream.write({ url: `/loan/${slug}` });
  const figures = new Map<string, string>();
  for (const type of [null, 'story'] as const) {
    const of = { type, category: null, limit: ALL, offset: 0 };
    for (const row of await publishedArticles(tx, of)) {
      const { id, updatedAt, publishedAt } = cardView(row, figures, now);
      stream.write({ url: `/knowledge/${row.type}/${id}`, lastmod: updatedAt ?? publishedAt });
    }
  }
  for (const row of await approvedVersions(tx, null, today)) {
    if (!row.current) continue;
    stream.write({ url: `/support/policy/${row.policyId}`, lastmod: row.effectiveOn });
  }
  stream.end();
  return (await done).toString();
}
const plainXml = { news: false, xhtml: false, image: false, video: false };

/** Pages for members and the help center's search must not be indexed. */
export function robotsTxt({ config }: Services): string {
  const closed = ['/account', '/member', '/v1/', '/dev/', '/support/Search', '/loan/*/apply'];
  const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`)];
  return `${lines.join('\n')}\n\nSitemap: ${config.publicUrl}/sitemap.xml\n`;
}
