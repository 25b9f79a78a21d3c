// SQL of articles in the office: lists, locks, changes and history.
import type { ArticleFilter, ArticleStatus } from '#contract/content/office.ts';
import type { ArticleType } from '#contract/content/shapes.ts';
import type { Tx } from '../../database/db.ts';
import { allOf, keyset, limitOf, type Part, sql, totalOf, when } from '../../database/sql.ts';
import type { ArticleRow } from './article-queries.ts';

type Votes = { yes: number; no: number };

const row = sql`a.id, a.type, a.title, a.category, a.status, a.publish_at, a.updated_at,
  o.name as updated_by, a.version,
  exists (select from content.release w where w.kind = 'article' and w.subject_id = a.id
    and w.state = 'waiting') as is_waiting,
  (select jsonb_build_object('yes', count(*) filter (where v.helpful),
     'no', count(*) filter (where not v.helpful))
   from content.vote v where v.kind = 'article' and v.subject_id = a.id) as helpful`;

export type OfficeArticleRow = Pick<
  ArticleRow,
  'id' | 'type' | 'title' | 'category' | 'status' | 'publishAt' | 'updatedAt' | 'version'
> & { updatedBy: string | null; helpful: Votes; isWaiting: boolean };

/** The filter's `q` is already a pattern for ILIKE. */
const articleConditions = ({ type, status, q }: ArticleFilter) => [
  sql`a.deleted_at is null`,
  when(type, sql`a.type = ${type}`),
  when(status, sql`a.status = ${status}`),
  when(q, sql`a.title ilike ${q}`),
];

const articlesById = keyset('asc', { id: sql`a.id` });
/** Columns that only the exported file contains. */
const text = sql`, a.excerpt, a.author, a.body`;

/** Lists articles: for a page the last changed first, for an export in the order of their ids. */
export const officeArticles = (tx: Tx, of: ArticleFilter, part: Part<{ id: number }>) => {
  const isPage = part.last === undefined;
  return tx.many<OfficeArticleRow & { excerpt?: string; author?: string; body?: string }>(sql`
    select ${row}${isPage ? sql`` : text}
    from content.article a left join identity.operator o on o.id = a.updated_by
    where ${allOf([...articleConditions(of), articlesById.after(part)])}
    order by ${isPage ? sql`a.updated_at desc, a.id desc` : articlesById.order} ${limitOf(part)}
  `);
};

export const countArticles = (tx: Tx, of: ArticleFilter) =>
  tx.one<{ total: number }>(totalOf(sql`content.article a where ${allOf(articleConditions(of))}`));

const whole = sql`a.excerpt, a.author, a.audience, a.body, a.cover_id, a.related,
  a.person, a.role, a.quote, a.revised_at, a.authors,
  jsonb_build_object('id', i.id, 'width', i.width, 'height', i.height, 'alt', i.alt,
    'focalX', i.focal_x, 'focalY', i.focal_y) as image`;

export type OfficeArticle = ArticleRow &
  OfficeArticleRow & {
    /** Operators who have written the text since its last release. */
    authors: number[];
  };

export const officeArticle = (tx: Tx, id: number) =>
  tx.maybe<OfficeArticle>(sql`
    select ${row}, ${whole}
    from content.article a join content.image i on i.id = a.cover_id
    left join identity.operator o on o.id = a.updated_by
    where a.id = ${id} and a.deleted_at is null
  `);

/** Locks an article, so that changes to it are made one after the other. */
export const lockArticle = (tx: Tx, id: number) =>
  tx.maybe<{ id: number }>(sql`
    select id from content.article where id = ${id} and deleted_at is null for update
  `);

export const nextArticleId = async (tx: Tx): Promise<number> =>
  (
    await tx.one<{ id: number }>(
      sql`select nextval(pg_get_serial_sequence('content.article', 'id')) as id`,
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

export const insertArticle = (
  tx: Tx,
  of: ArticleText & { id: number; type: ArticleType; now: Date; by: number },
) =>
  tx.run(sql`
    insert into content.article (id, type, status, title, excerpt, category, author, audience,
      body, cover_id, related, person, role, quote, updated_at, updated_by, authors)
    values (${of.id}, ${of.type}, 'draft', ${of.title}, ${of.excerpt}, ${of.category},
      ${of.author}, ${of.audience}, ${of.body}, ${of.coverId}, ${of.related}, ${of.person},
      ${of.role}, ${of.quote}, ${of.now}, ${of.by}, array[${of.by}::bigint])
  `);

/**
 * `authors` are those who have written the text since its last release. A change of a published
 * article sets its revision date. Clearing `seed_hash` marks a shipped text
 * as edited, so that its seed file no longer updates it.
 */
export const updateArticle = (
  tx: Tx,
  of: ArticleText & { id: number; now: Date; by: number; authors: readonly number[] },
) =>
  tx.run(sql`
    update content.article set title = ${of.title}, excerpt = ${of.excerpt},
      category = ${of.category}, author = ${of.author}, audience = ${of.audience},
      body = ${of.body}, cover_id = ${of.coverId}, related = ${of.related}, person = ${of.person},
      role = ${of.role}, quote = ${of.quote}, updated_at = ${of.now}, updated_by = ${of.by},
      seed_hash = null, version = version + 1, authors = ${of.authors},
      revised_at = case when status = 'published' then ${of.now} else revised_at end
    where id = ${of.id}
  `);

export const setArticleStatus = (
  tx: Tx,
  of: { id: number; status: ArticleStatus; publishAt: Date | null; now: Date; by: number | null },
) =>
  tx.run(sql`
    update content.article set status = ${of.status}, publish_at = ${of.publishAt}, updated_at =
      ${of.now},
      updated_by = coalesce(${of.by}, updated_by), version = version + 1,
      seed_hash = case when ${of.by}::bigint is null then seed_hash end,
      revised_at = case when ${of.status} = 'draft' then null else revised_at end
    where id = ${of.id}
  `);

/** Counts a version that waits as an edit; what the public sees does not change. */
export const touchArticle = (tx: Tx, id: number, by: number) =>
  tx.one<{ version: number }>(sql`
    update content.article set version = version + 1, updated_by = ${by} where id = ${id}
    returning version
  `);

/** The row of a deleted article stays, so that its seed file cannot create it again. */
export const deleteArticle = (tx: Tx, id: number, now: Date, by: number) =>
  tx.run(sql`
    update content.article set deleted_at = ${now}, updated_at = ${now}, updated_by = ${by},
      seed_hash = null,
    version = version + 1 where id = ${id}
  `);

/** Scheduled articles whose publication time has come. */
const scheduled = (now: Date) => sql`content.article
    where status = 'scheduled' and publish_at <= ${now} and deleted_at is null`;

export const articlesToPublish = (now: Date) => sql`select from ${scheduled(now)}`;

export const dueArticles = (tx: Tx, now: Date) =>
  tx.many<{ id: number; publishAt: Date }>(sql`
    select id, publish_at from ${scheduled(now)}
    order by id for update skip locked
  `);

export const keepPreview = (tx: Tx, of: { token: Buffer; article: unknown; expiresAt: Date }) =>
  tx.run(sql`
    insert into content.preview (token, article, expires_at) values (${of.token},
      ${JSON.stringify(of.article)}, ${of.expiresAt})
  `);
