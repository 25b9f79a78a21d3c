// SQL of answers, synonyms and ads at the office.
import type {
  AdFields,
  AdFilter,
  QuestionFields,
  QuestionFilter,
} from '#contract/content/support.ts';
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';
import type { ImageRow } from '../article/article-queries.ts';

type Kept = { id: number; updatedAt: Date; updatedBy: string | null; version: number };

export type OfficeQuestion = QuestionFields &
  Kept & { slug: string; helpful: { yes: number; no: number } };

const question = `q.id, q.slug, q.audience, q.category, q.question, q.answer, q.popular,
  q.published, q.position, q.updated_at as "updatedAt", o.name as "updatedBy", q.version,
  (select jsonb_build_object('yes', count(*) filter (where v.helpful),
     'no', count(*) filter (where not v.helpful))
   from content.vote v where v.kind = 'question' and v.subject_id = q.id) as helpful
  from content.question q left join identity.operator o on o.id = q.updated_by`;

/** Of a filter `q` is a pattern here, as ILIKE wants it. */
const questionsAsked = `q.deleted_at is null and ($1::text is null or q.audience = $1)
  and ($2::text is null or q.published = ($2 = 'published'))
  and ($3::text is null or q.question ilike $3 or q.category ilike $3 or q.slug ilike $3)`;
const questionAsks = ({ audience, state, q }: QuestionFilter) => [
  ...[audience ?? null, state ?? null, q ?? null],
];

export const officeQuestions = (tx: Tx, of: QuestionFilter, limit: number, offset: number) =>
  tx.many<OfficeQuestion & { total: number }>(
    'content.officeQuestions',
    `select count(*) over ()::integer as total, ${question} where ${questionsAsked}
     order by array_position(array['loan', 'invest', 'member'], q.audience), q.position, q.id
     limit $4 offset $5`,
    [...questionAsks(of), limit, offset],
  );

/** Those after one id, in the order of their ids: a page of an export. */
export const questionsAfter = (tx: Tx, of: QuestionFilter, id: number, limit: number) =>
  tx.many<OfficeQuestion>(
    'content.questionsAfter',
    `select ${question} where ${questionsAsked} and q.id > $4 order by q.id limit $5`,
    [...questionAsks(of), id, limit],
  );

/** Under its lock: changes of one question happen in turn. */
export const officeQuestion = (tx: Tx, id: number) =>
  tx.maybe<OfficeQuestion>(
    'content.officeQuestion',
    `select ${question} where q.deleted_at is null and q.id = $1 for update of q`,
    [id],
  );

type By = { now: Date; by: number };
const questionValues = (of: QuestionFields & By) => [
  ...[of.audience, of.category, of.question, of.answer, of.popular, of.published, of.position],
  ...[of.now, of.by],
];

/** Null where the slug is taken, be it by a question that was deleted. */
export const insertQuestion = (tx: Tx, slug: string, of: QuestionFields & By) =>
  tx.maybe<{ id: number }>(
    'content.insertQuestion',
    `insert into content.question (slug, audience, category, question, answer, popular, published,
       position, updated_at, updated_by)
     values ($10, $1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`,
    [...questionValues(of), slug],
  );

export const updateQuestion = (tx: Tx, id: number, of: QuestionFields & By) =>
  tx.run(
    'content.updateQuestion',
    `update content.question set audience = $1, category = $2, question = $3, answer = $4,
       popular = $5, published = $6, position = $7, updated_at = $8, updated_by = $9,
       seed_hash = null, version = version + 1 where id = $10`,
    [...questionValues(of), id],
  );

export const deleteQuestion = (tx: Tx, id: number, { now, by }: By) =>
  tx.run(
    'content.deleteQuestion',
    `update content.question set deleted_at = $2, updated_at = $2, updated_by = $3,
       seed_hash = null, version = version + 1 where id = $1`,
    [id, now, by],
  );

export type Synonyms = { groups: string[][]; version: number };

export const officeSynonyms = (tx: Tx) =>
  tx.one<Synonyms>('content.officeSynonyms', 'select groups, version from content.synonyms');

/** 0 where another change came first. */
export const updateSynonyms = (tx: Tx, { groups, version }: Synonyms) =>
  tx.run(
    'content.updateSynonyms',
    `update content.synonyms set groups = $1, seed_hash = null, version = version + 1
     where version = $2`,
    [JSON.stringify(groups), version],
  );

export type OfficeAd = Omit<AdFields, 'imageId'> & Kept & { imageId: number; image: ImageRow };

const ad = `a.id, a.title, a.text, a.link, a.label, a.image_id as "imageId", a.alt,
  a.starts_on as "startsOn", a.ends_on as "endsOn", a.position, a.updated_at as "updatedAt",
  o.name as "updatedBy", a.version, jsonb_build_object('id', i.id, 'width', i.width,
    'height', i.height, 'alt', i.alt, 'focalX', i.focal_x, 'focalY', i.focal_y) as image
  from content.ad a join content.image i on i.id = a.image_id
  left join identity.operator o on o.id = a.updated_by`;

const adsAsked = `a.deleted_at is null and ($3::text is null or a.title ilike $3)
  and ($2::text is null or $2 = case when a.ends_on < $1 then 'over'
    when a.starts_on > $1 then 'coming' else 'running' end)`;
const adAsks = (today: Day, { state, q }: AdFilter) => [...[today, state ?? null, q ?? null]];

/** Those that are over stand last. */
export const officeAds = (tx: Tx, today: Day, of: AdFilter, limit: number, offset: number) =>
  tx.many<OfficeAd & { total: number }>(
    'content.officeAds',
    `select count(*) over ()::integer as total, ${ad} where ${adsAsked}
     order by coalesce(a.ends_on < $1, false), a.position, a.id limit $4 offset $5`,
    [...adAsks(today, of), limit, offset],
  );

/** Those after one id, in the order of their ids: a page of an export. */
export const adsAfter = (tx: Tx, today: Day, of: AdFilter, id: number, limit: number) =>
  tx.many<OfficeAd>(
    'content.adsAfter',
    `select ${ad} where ${adsAsked} and a.id > $4 order by a.id limit $5`,
    [...adAsks(today, of), id, limit],
  );

export const officeAd = (tx: Tx, id: number) =>
  tx.maybe<OfficeAd>(
    'content.officeAd',
    `select ${ad} where a.deleted_at is null and a.id = $1 for update of a`,
    [id],
  );

const adValues = (of: AdFields & By) => [
  ...[of.title, of.text, of.link, of.label, of.imageId, of.alt, of.startsOn, of.endsOn],
  ...[of.position, of.now, of.by],
];

export const insertAd = (tx: Tx, of: AdFields & By) =>
  tx.one<{ id: number }>(
    'content.insertAd',
    `insert into content.ad (title, text, link, label, image_id, alt, starts_on, ends_on, position,
       updated_at, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
    adValues(of),
  );

export const updateAd = (tx: Tx, id: number, of: AdFields & By) =>
  tx.run(
    'content.updateAd',
    `update content.ad set title = $1, text = $2, link = $3, label = $4, image_id = $5, alt = $6,
       starts_on = $7, ends_on = $8, position = $9, updated_at = $10, updated_by = $11,
       seed_hash = null, version = version + 1 where id = $12`,
    [...adValues(of), id],
  );

export const deleteAd = (tx: Tx, id: number, { now, by }: By) =>
  tx.run(
    'content.deleteAd',
    `update content.ad set deleted_at = $2, updated_at = $2, updated_by = $3, seed_hash = null,
       version = version + 1 where id = $1`,
    [id, now, by],
  );
