// SQL of articles, news and stories, of their pictures' rows and of the links that preview them.
import type { ArticleStatus } from '#contract/content/office.ts';
import type { ArticleType } from '#contract/content/shapes.ts';
import type { Tx } from '../../database/db.ts';

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

export const imageOf = (alias: string) => `jsonb_build_object('id', ${alias}.id,
  'width', ${alias}.width, 'height', ${alias}.height, 'alt', ${alias}.alt,
  'focalX', ${alias}.focal_x, 'focalY', ${alias}.focal_y)`;

const columns = `a.id, a.type, a.status, a.title, a.excerpt, a.category, a.author, a.audience,
  a.body, a.cover_id as "coverId", a.related, a.person, a.role, a.quote,
  a.publish_at as "publishAt", a.revised_at as "revisedAt", a.updated_at as "updatedAt",
  a.version, ${imageOf('i')} as image`;
const from = 'content.article a join content.image i on i.id = a.cover_id';
const seen = `a.status = 'published' and a.deleted_at is null`;

/** Published ones, newest first; stories only where they are asked for. */
export const publishedArticles = (
  tx: Tx,
  of: { type: ArticleType | null; category: string | null; limit: number; offset: number },
) =>
  tx.many<ArticleRow & { total: number }>(
    'content.publishedArticles',
    `select ${columns}, count(*) over ()::integer as total from ${from}
     where ${seen} and case when $1::text is null then a.type <> 'story' else a.type = $1 end
       and ($2::text is null or a.category = $2)
     order by a.publish_at desc, a.id desc limit $3 offset $4`,
    [of.type, of.category, of.limit, of.offset],
  );

export const publishedArticle = (tx: Tx, id: number) =>
  tx.maybe<ArticleRow>(
    'content.publishedArticle',
    `select ${columns} from ${from} where ${seen} and a.id = $1`,
    [id],
  );

/** Those named, in that order, then the newest of the kind, the same category first. */
export const relatedArticles = (tx: Tx, to: ArticleRow, limit: number) =>
  tx.many<ArticleRow>(
    'content.relatedArticles',
    `select ${columns} from ${from} where ${seen} and a.id <> $1
       and (a.id = any($2::bigint[]) or a.type = $3)
     order by array_position($2::bigint[], a.id) nulls last, a.category <> $4,
       a.publish_at desc, a.id desc limit $5`,
    [to.id, to.related, to.type, to.category, limit],
  );

type Neighbour = { id: number; type: ArticleType; title: string };

/** The published one of the same kind just before it. */
export const articleBefore = (tx: Tx, to: ArticleRow) =>
  tx.maybe<Neighbour>(
    'content.articleBefore',
    `select a.id, a.type, a.title from content.article a
     where ${seen} and a.type = $1 and (a.publish_at, a.id) < ($2, $3)
     order by a.publish_at desc, a.id desc limit 1`,
    [to.type, to.publishAt, to.id],
  );

/** And the one just after it. */
export const articleAfter = (tx: Tx, to: ArticleRow) =>
  tx.maybe<Neighbour>(
    'content.articleAfter',
    `select a.id, a.type, a.title from content.article a
     where ${seen} and a.type = $1 and (a.publish_at, a.id) > ($2, $3)
     order by a.publish_at, a.id limit 1`,
    [to.type, to.publishAt, to.id],
  );

export const imagesById = (tx: Tx, ids: readonly number[]) =>
  tx.many<ImageRow>(
    'content.imagesById',
    `select i.id, i.width, i.height, i.alt, i.focal_x as "focalX", i.focal_y as "focalY"
     from content.image i where i.id = any($1::bigint[])`,
    [ids],
  );

/** What a link shows while it lasts. */
export const previewOf = (tx: Tx, token: Buffer, now: Date) =>
  tx.maybe<{ article: unknown }>(
    'content.previewOf',
    'select article from content.preview where token = $1 and expires_at > $2',
    [token, now],
  );
