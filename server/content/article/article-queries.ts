// SQL of articles, news and stories, of their pictures and of preview links.
import type { ArticleStatus } from '#contract/content/office.ts';
import type { ArticleType } from '#contract/content/shapes.ts';
import type { Tx } from '../../database/db.ts';
import { type Sql, sql } from '../../database/sql.ts';

export type ImageRow = {
  id: number;
  width: number;
  height: number;
  alt: string;
  focalX: number;
  focalY: number;
};

export type ArticleRow = {
  id: number;
  type: ArticleType;
  status: ArticleStatus;
  title: string;
  excerpt: string;
  category: string;
  author: string;
  audience: 'loan' | 'invest' | 'all';
  body: string;
  coverId: number;
  related: number[];
  person: string | null;
  role: string | null;
  quote: string | null;
  publishAt: Date | null;
  revisedAt: Date | null;
  updatedAt: Date;
  version: number;
  image: ImageRow;
};

export const imageOf = (alias: Sql) => sql`jsonb_build_object('id', ${alias}.id,
  'width', ${alias}.width, 'height', ${alias}.height, 'alt', ${alias}.alt,
  'focalX', ${alias}.focal_x, 'focalY', ${alias}.focal_y)`;

const columns = sql`a.id, a.type, a.status, a.title, a.excerpt, a.category, a.author, a.audience,
  a.body, a.cover_id, a.related, a.person, a.role, a.quote, a.publish_at, a.revised_at,
  a.updated_at, a.version, ${imageOf(sql`i`)} as image`;
const from = sql`content.article a join content.image i on i.id = a.cover_id`;
const seen = sql`a.status = 'published' and a.deleted_at is null`;

/** Published articles, newest first; stories only if requested. */
export const publishedArticles = (
  tx: Tx,
  of: { type: ArticleType | null; category: string | null; limit: number; offset: number },
) =>
  tx.many<ArticleRow & { total: number }>(sql`
    select ${columns}, count(*) over ()::integer as total from ${from}
    where ${seen} and case when ${of.type}::text is null then a.type <> 'story' else
      a.type = ${of.type} end
      and (${of.category}::text is null or a.category = ${of.category})
    order by a.publish_at desc, a.id desc limit ${of.limit} offset ${of.offset}
  `);

export const publishedArticle = (tx: Tx, id: number) =>
  tx.maybe<ArticleRow>(sql`
    select ${columns} from ${from} where ${seen} and a.id = ${id}
  `);

/**
 * Related articles: first those that the article names, in that order; then the newest of the same
 * type, of which those in the article's category come first.
 */
export const relatedArticles = (tx: Tx, to: ArticleRow, limit: number) =>
  tx.many<ArticleRow>(sql`
    select ${columns} from ${from} where ${seen} and a.id <>
      ${to.id}
      and (a.id = any(${to.related}::bigint[]) or a.type = ${to.type})
    order by array_position(${to.related}::bigint[], a.id) nulls last, a.category <>
      ${to.category},
      a.publish_at desc, a.id desc limit ${limit}
  `);

type Neighbour = { id: number; type: ArticleType; title: string };

/** The previous published article of the same type. */
export const articleBefore = (tx: Tx, to: ArticleRow) =>
  tx.maybe<Neighbour>(sql`
    select a.id, a.type, a.title from content.article a
    where ${seen} and a.type = ${to.type} and (a.publish_at, a.id) < (${to.publishAt},
      ${to.id})
    order by a.publish_at desc, a.id desc limit 1
  `);

/** The next published article of the same type. */
export const articleAfter = (tx: Tx, to: ArticleRow) =>
  tx.maybe<Neighbour>(sql`
    select a.id, a.type, a.title from content.article a
    where ${seen} and a.type = ${to.type} and (a.publish_at, a.id) > (${to.publishAt},
      ${to.id})
    order by a.publish_at, a.id limit 1
  `);

export const imagesById = (tx: Tx, ids: readonly number[]) =>
  tx.many<ImageRow>(sql`
    select i.id, i.width, i.height, i.alt, i.focal_x, i.focal_y
    from content.image i where i.id = any(${ids}::bigint[])
  `);

/** Article of a preview link; none once the link has expired. */
export const previewOf = (tx: Tx, token: Buffer, now: Date) =>
  tx.maybe<{ article: unknown }>(sql`
    select article from content.preview where token = ${token} and expires_at > ${now}
  `);
