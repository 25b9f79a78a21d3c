// SQL of articles at the office: lists, locks, changes, and who changed what.
import type { ArticleFilter, ArticleStatus } from '#contract/content/office.ts';
import type { ArticleType } from '#contract/content/shapes.ts';
import type { Tx } from '../../database/db.ts';
import type { ArticleRow } from './article-queries.ts';

type Votes = { yes: number; no: number };

const row = `a.id, a.type, a.title, a.category, a.status, a.publish_at as "publishAt",
  a.updated_at as "updatedAt", o.name as "updatedBy", a.version,
  (select jsonb_build_object('yes', count(*) filter (where v.helpful),
     'no', count(*) filter (where not v.helpful))
   from content.vote v where v.kind = 'article' and v.subject_id = a.id) as helpful`;

export type OfficeArticleRow = Pick<
  ArticleRow,
  'id' | 'type' | 'title' | 'category' | 'status' | 'publishAt' | 'updatedAt' | 'version'
> & { updatedBy: string | null; helpful: Votes };

/** Of a filter `q` is a pattern here, as ILIKE wants it. */
const asked = `a.deleted_at is null and ($1::text is null or a.type = $1)
  and ($2::text is null or a.status = $2) and ($3::text is null or a.title ilike $3)`;

const asks = ({ type, status, q }: ArticleFilter) => [type ?? null, status ?? null, q ?? null];

/** Last changed first. */
export const officeArticles = (tx: Tx, of: ArticleFilter, limit: number, offset: number) =>
  tx.many<OfficeArticleRow & { total: number }>(
    'content.officeArticles',
    `select ${row}, count(*) over ()::integer as total
     from content.article a left join identity.operator o on o.id = a.updated_by
     where ${asked}
     order by a.updated_at desc, a.id desc limit $4 offset $5`,
    [...asks(of), limit, offset],
  );

const whole = `a.excerpt, a.author, a.audience, a.body, a.cover_id as "coverId", a.related,
  a.person, a.role, a.quote, a.revised_at as "revisedAt",
  jsonb_build_object('id', i.id, 'width', i.width, 'height', i.height, 'alt', i.alt,
    'focalX', i.focal_x, 'focalY', i.focal_y) as image`;

export type OfficeArticle = ArticleRow & OfficeArticleRow;

/** Those after one id, in the order of their ids: a page of a table. */
export const articlesAfter = (tx: Tx, of: ArticleFilter, id: number, limit: number) =>
  tx.many<OfficeArticle>(
    'content.articlesAfter',
    `select ${row}, ${whole}
     from content.article a join content.image i on i.id = a.cover_id
     left join identity.operator o on o.id = a.updated_by
     where ${asked} and a.id > $4 order by a.id limit $5`,
    [...asks(of), id, limit],
  );

export const officeArticle = (tx: Tx, id: number) =>
  tx.maybe<OfficeArticle>(
    'content.officeArticle',
    `select ${row}, ${whole}
     from content.article a join content.image i on i.id = a.cover_id
     left join identity.operator o on o.id = a.updated_by
     where a.id = $1 and a.deleted_at is null`,
    [id],
  );

/** Changes of one article happen in turn. */
export const lockArticle = (tx: Tx, id: number) =>
  tx.maybe<{ id: number }>(
    'content.lockArticle',
    'select id from content.article where id = $1 and deleted_at is null for update',
    [id],
  );

export const nextArticleId = async (tx: Tx): Promise<number> =>
  (
    await tx.one<{ id: number }>(
      'content.nextArticleId',
      `select nextval(pg_get_serial_sequence('content.article', 'id')) as id`,
    )
  ).id;

export type ArticleText = Pick<
  ArticleRow,
  | 'title'
  | 'excerpt'
  | 'category'
  | 'author'
  | 'audience'
  | 'body'
  | 'coverId'
  | 'related'
  | 'person'
  | 'role'
  | 'quote'
>;

const textValues = (of: ArticleText) => [
  ...[of.title, of.excerpt, of.category, of.author, of.audience, of.body, of.coverId],
  ...[of.related, of.person, of.role, of.quote],
];

export const insertArticle = (
  tx: Tx,
  of: ArticleText & { id: number; type: ArticleType; now: Date; by: number },
) =>
  tx.run(
    'content.insertArticle',
    `insert into content.article (id, type, status, title, excerpt, category, author, audience,
       body, cover_id, related, person, role, quote, updated_at, updated_by)
     values ($1, $2, 'draft', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $3, $4)`,
    [of.id, of.type, of.now, of.by, ...textValues(of)],
  );

/** What the public sees counts as revised from now on; a seed's text is an editor's from here. */
export const updateArticle = (tx: Tx, of: ArticleText & { id: number; now: Date; by: number }) =>
  tx.run(
    'content.updateArticle',
    `update content.article set title = $4, excerpt = $5, category = $6, author = $7,
       audience = $8, body = $9, cover_id = $10, related = $11, person = $12, role = $13,
       quote = $14, updated_at = $2, updated_by = $3, seed_hash = null, version = version + 1,
       revised_at = case when status = 'published' then $2 else revised_at end
     where id = $1`,
    [of.id, of.now, of.by, ...textValues(of)],
  );

export const setArticleStatus = (
  tx: Tx,
  of: { id: number; status: ArticleStatus; publishAt: Date | null; now: Date; by: number | null },
) =>
  tx.run(
    'content.setArticleStatus',
    `update content.article set status = $2, publish_at = $3, updated_at = $4,
       updated_by = coalesce($5, updated_by), version = version + 1,
       seed_hash = case when $5::bigint is null then seed_hash end,
       revised_at = case when $2 = 'draft' then null else revised_at end
     where id = $1`,
    [of.id, of.status, of.publishAt, of.now, of.by],
  );

/** A deleted one keeps its row: it never comes back from its file. */
export const deleteArticle = (tx: Tx, id: number, now: Date, by: number) =>
  tx.run(
    'content.deleteArticle',
    `update content.article set deleted_at = $2, updated_at = $2, updated_by = $3, seed_hash = null,
       version = version + 1 where id = $1`,
    [id, now, by],
  );

/** Scheduled ones whose time has come. */
export const dueArticles = (tx: Tx, now: Date) =>
  tx.many<{ id: number; publishAt: Date }>(
    'content.dueArticles',
    `select id, publish_at as "publishAt" from content.article
     where status = 'scheduled' and publish_at <= $1 and deleted_at is null
     order by id for update skip locked`,
    [now],
  );

export const keepPreview = (tx: Tx, of: { token: Buffer; article: unknown; expiresAt: Date }) =>
  tx.run(
    'content.keepPreview',
    'insert into content.preview (token, article, expires_at) values ($1, $2, $3)',
    [of.token, JSON.stringify(of.article), of.expiresAt],
  );

export const purgePreviews = (tx: Tx, now: Date) =>
  tx.run('content.purgePreviews', 'delete from content.preview where expires_at < $1', [now]);
