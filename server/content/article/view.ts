// Articles in the API: cards, full articles with neighbours, pictures with their paths.
import {
  type ServerArticle,
  type ServerArticleCard,
  type ServerPicture,
  pictureWidths,
} from '#contract/content/shapes.ts';
import type { Work } from '../../work.ts';
import {
  type ArticleRow,
  articleAfter,
  articleBefore,
  type ImageRow,
  imagesById,
  relatedArticles,
} from './article-queries.ts';
import { picturesIn, readingMinutesOf, renderBody, withFigures } from './body.ts';

const RELATED_MAX = 3;

type Figures = ReadonlyMap<string, string>;

/**
 * Returns the widths in which a picture is served: the smallest width, and every other one that is
 * not larger than the original.
 */
export function widthsOf(width: number): number[] {
  const [smallest] = pictureWidths;
  return pictureWidths.filter((each) => each <= Math.max(width, smallest));
}

/** Returns a picture as pages use it; `alt` describes it in this context. */
export function pictureView(image: ImageRow, alt: string = image.alt): ServerPicture {
  const widths = widthsOf(image.width);
  const width = widths.at(-1) ?? image.width;
  return {
    id: image.id,
    path: `/media/${image.id}`,
    widths,
    width,
    height: Math.max(1, Math.ceil((image.height * width) / image.width)),
    alt,
    focalX: image.focalX,
    focalY: image.focalY,
  };
}

export function cardView(row: ArticleRow, figures: Figures, now: Date): ServerArticleCard {
  const { publishAt, revisedAt } = row;
  const said = (text: string | null) => (text === null ? null : withFigures(text, figures));
  const published = publishAt ?? now;
  return {
    id: row.id,
    type: row.type,
    title: withFigures(row.title, figures),
    excerpt: withFigures(row.excerpt, figures),
    category: row.category,
    author: row.author,
    publishedAt: published,
    updatedAt: revisedAt && revisedAt > published ? revisedAt : null,
    readingMinutes: readingMinutesOf(row.body),
    audience: row.audience,
    cover: pictureView(row.image),
    person: said(row.person),
    role: said(row.role),
    quote: said(row.quote),
  };
}

/** Returns the whole article with its neighbours and related articles. */
export async function articleView(
  work: Work,
  row: ArticleRow,
  figures: Figures,
): Promise<ServerArticle> {
  const { tx, now } = work;
  const at = { ...row, publishAt: row.publishAt ?? now };
  const images = await imagesById(tx, picturesIn(row.body));
  const pictures = new Map(images.map((image) => [image.id, pictureView(image)]));
  const { html, toc } = renderBody(row.body, figures, pictures);
  const [previous, next] = [await articleBefore(tx, at), await articleAfter(tx, at)];
  const neighbour = (of: typeof previous) =>
    of && { id: of.id, type: of.type, title: withFigures(of.title, figures) };
  const related = await relatedArticles(tx, row, RELATED_MAX);
  return {
    ...cardView(row, figures, now),
    body: html,
    toc,
    related: related.map((each) => cardView(each, figures, now)),
    previous: neighbour(previous),
    next: neighbour(next),
    ogImage: `/og/article/${row.id}.png`,
  };
}
