// SQL of help answers, synonyms and ads in the office.
import type {
  AdFields,
  AdFilter,
  QuestionFields,
  QuestionFilter,
} from '#contract/content/support.ts';
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';
import { allOf, keyset, limitOf, type Part, sql, totalOf, when } from '../../database/sql.ts';
import type { ImageRow } from '../article/article-queries.ts';

type Versioned = { id: number; updatedAt: Date; updatedBy: string | null; version: number };

export type OfficeQuestion = QuestionFields &
  Versioned & {
    slug: string;
    helpful: { yes: number; no: number };
    isWaiting: boolean;
    /** Operators who have written the text since its last release. */
    authors: number[];
  };

const question = sql`q.id, q.slug, q.audience, q.category, q.question, q.answer, q.popular,
  q.published, q.position, q.updated_at, o.name as updated_by, q.version,
  q.authors, exists (select from content.release w where w.kind = 'question'
    and w.subject_id = q.id and w.state = 'waiting') as is_waiting,
  (select jsonb_build_object('yes', count(*) filter (where v.helpful),
     'no', count(*) filter (where not v.helpful))
   from content.vote v where v.kind = 'question' and v.subject_id = q.id) as helpful
  from content.question q left join identity.operator o on o.id = q.updated_by`;

/** The filter's `q` is already a pattern for ILIKE. */
const questionConditions = ({ audience, state, q }: QuestionFilter) => [
  sql`q.deleted_at is null`,
  when(audience, sql`q.audience = ${audience}`),
  when(state, sql`q.published = ${state === 'published'}`),
  when(q, sql`q.question ilike ${q} or q.category ilike ${q} or q.slug ilike ${q}`),
];

const questionsById = keyset('asc', { id: sql`q.id` });
const questionOrder = sql`array_position(array['loan', 'invest', 'member'], q.audience),
  q.position, q.id`;

/**
 * Lists questions: for a page in their order on the site, for an export in the order of their ids.
 */
export const officeQuestions = (tx: Tx, of: QuestionFilter, part: Part<{ id: number }>) =>
  tx.many<OfficeQuestion>(sql`
    select ${question} where ${allOf([...questionConditions(of), questionsById.after(part)])}
    order by ${part.last === undefined ? questionOrder : questionsById.order} ${limitOf(part)}
  `);

export const countQuestions = (tx: Tx, of: QuestionFilter) =>
  tx.one<{ total: number }>(
    totalOf(sql`content.question q where ${allOf(questionConditions(of))}`),
  );

/** Locks the question, so that changes to it are made one after the other. */
export const officeQuestion = (tx: Tx, id: number) =>
  tx.maybe<OfficeQuestion>(sql`
    select ${question} where q.deleted_at is null and q.id = ${id} for update of q
  `);

type By = { now: Date; by: number };

/**
 * Inserts a question that is not public yet; returns null if the slug is taken, even by a deleted
 * question.
 */
export const insertQuestion = (tx: Tx, slug: string, of: QuestionFields & By) =>
  tx.maybe<{ id: number }>(sql`
    insert into content.question (slug, audience, category, question, answer, popular, published,
      position, updated_at, updated_by, authors)
    values (${slug}, ${of.audience}, ${of.category}, ${of.question}, ${of.answer}, ${of.popular},
      false, ${of.position}, ${of.now}, ${of.by}, array[${of.by}::bigint])
    on conflict do nothing returning id
  `);

export const updateQuestion = (
  tx: Tx,
  id: number,
  of: QuestionFields & By & { authors: readonly number[] },
) =>
  tx.run(sql`
    update content.question set audience = ${of.audience}, category = ${of.category},
      question = ${of.question}, answer = ${of.answer}, popular = ${of.popular},
      published = ${of.published}, position = ${of.position}, updated_at = ${of.now},
      updated_by = ${of.by}, authors = ${of.authors}, seed_hash = null, version = version + 1
    where id = ${id}
  `);

/** Counts a version that waits as an edit; what the public sees does not change. */
export const touchQuestion = (tx: Tx, id: number, by: number) =>
  tx.one<{ version: number }>(sql`
    update content.question set version = version + 1, updated_by = ${by} where id = ${id}
    returning version
  `);

export const hideQuestion = (tx: Tx, id: number, { now, by }: By) =>
  tx.run(sql`
    update content.question set published = false, updated_at = ${now}, updated_by = ${by},
      seed_hash = null, version = version + 1 where id = ${id}
  `);

export const deleteQuestion = (tx: Tx, id: number, { now, by }: By) =>
  tx.run(sql`
    update content.question set deleted_at = ${now}, updated_at = ${now}, updated_by = ${by},
    seed_hash = null, version = version + 1 where id = ${id}
  `);

export type Synonyms = { groups: string[][]; version: number };

export const officeSynonyms = (tx: Tx) =>
  tx.one<Synonyms>(sql`select groups, version from content.synonyms`);

/**
 * Updates nothing and returns 0 if somebody else changed the synonyms first (`version` no longer
 * matches).
 */
export const updateSynonyms = (tx: Tx, { groups, version }: Synonyms) =>
  tx.run(sql`
    update content.synonyms set groups = ${JSON.stringify(groups)}, seed_hash = null, version =
      version + 1
    where version = ${version}
  `);

export type OfficeAd = Omit<AdFields, 'imageId'> &
  Versioned & { imageId: number; image: ImageRow; released: boolean; isWaiting: boolean };

const ad = sql`a.id, a.title, a.text, a.link, a.label, a.image_id, a.alt, a.starts_on, a.ends_on,
  a.position, a.released,
  exists (select from content.release w where w.kind = 'ad' and w.subject_id = a.id
    and w.state = 'waiting') as is_waiting, a.updated_at,
  o.name as updated_by, a.version, jsonb_build_object('id', i.id, 'width', i.width,
    'height', i.height, 'alt', i.alt, 'focalX', i.focal_x, 'focalY', i.focal_y) as image
  from content.ad a join content.image i on i.id = a.image_id
  left join identity.operator o on o.id = a.updated_by`;

const adConditions = (today: Day, { state, q }: AdFilter) => [
  sql`a.deleted_at is null`,
  when(q, sql`a.title ilike ${q}`),
  when(
    state,
    sql`${state} = case when not a.released then 'hidden' when a.ends_on < ${today} then 'over'
      when a.starts_on > ${today} then 'coming' else 'running' end`,
  ),
];

const adsById = keyset('asc', { id: sql`a.id` });

/** Lists ads: for a page with ended ads last, for an export in the order of their ids. */
export const officeAds = (tx: Tx, today: Day, of: AdFilter, part: Part<{ id: number }>) => {
  const isPage = part.last === undefined;
  const order = sql`coalesce(a.ends_on < ${today}, false), a.position, a.id`;
  return tx.many<OfficeAd>(sql`
    select ${ad} where ${allOf([...adConditions(today, of), adsById.after(part)])}
    order by ${isPage ? order : adsById.order} ${limitOf(part)}
  `);
};

export const countAds = (tx: Tx, today: Day, of: AdFilter) =>
  tx.one<{ total: number }>(totalOf(sql`content.ad a where ${allOf(adConditions(today, of))}`));

export const officeAd = (tx: Tx, id: number) =>
  tx.maybe<OfficeAd>(sql`
    select ${ad} where a.deleted_at is null and a.id = ${id} for update of a
  `);

/** Inserts an advertisement that is not released yet. */
export const insertAd = (tx: Tx, of: AdFields & By) =>
  tx.one<{ id: number }>(sql`
    insert into content.ad (title, text, link, label, image_id, alt, starts_on, ends_on, position,
      released, updated_at, updated_by)
    values (${of.title}, ${of.text}, ${of.link}, ${of.label}, ${of.imageId}, ${of.alt},
      ${of.startsOn}, ${of.endsOn}, ${of.position}, false, ${of.now},
      ${of.by})
    returning id
  `);

/** Makes a released version the public one. */
export const updateAd = (tx: Tx, id: number, of: AdFields & By) =>
  tx.run(sql`
    update content.ad set title = ${of.title}, text = ${of.text}, link = ${of.link},
      label = ${of.label}, image_id = ${of.imageId}, alt = ${of.alt}, starts_on = ${of.startsOn},
      ends_on = ${of.endsOn}, position = ${of.position}, updated_at = ${of.now},
      updated_by = ${of.by}, released = true, seed_hash = null, version = version + 1
    where id = ${id}
  `);

/** Counts a version that waits as an edit; what the public sees does not change. */
export const touchAd = (tx: Tx, id: number, by: number) =>
  tx.one<{ version: number }>(sql`
    update content.ad set version = version + 1, updated_by = ${by} where id = ${id}
    returning version
  `);

export const hideAd = (tx: Tx, id: number, { now, by }: By) =>
  tx.run(sql`
    update content.ad set released = false, updated_at = ${now}, updated_by = ${by},
      seed_hash = null, version = version + 1 where id = ${id}
  `);

export const deleteAd = (tx: Tx, id: number, { now, by }: By) =>
  tx.run(sql`
    update content.ad set deleted_at = ${now}, updated_at = ${now}, updated_by = ${by},
      seed_hash = null,
    version = version + 1 where id = ${id}
  `);
