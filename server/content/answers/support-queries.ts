// SQL of help answers, ads, votes and the search over all public texts.
import type { QuestionAudience } from '#contract/content/shapes.ts';
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';
import type { ImageRow } from '../article/article-queries.ts';

export type QuestionRow = {
  id: number;
  slug: string;
  audience: QuestionAudience;
  category: string;
  question: string;
  answer: string;
  popular: boolean;
  updatedAt: Date;
};

/**
 * Published questions of one audience or, for null, of all; audiences have the order of the help
 * center.
 */
export const publishedQuestions = (tx: Tx, audience: QuestionAudience | null) =>
  tx.many<QuestionRow>(sql`
    select q.id, q.slug, q.audience, q.category, q.question, q.answer, q.popular, q.updated_at
    from content.question q
    where q.published and q.deleted_at is null and (${audience}::text is null or q.audience =
      ${audience})
    order by array_position(array['loan', 'invest', 'member'], q.audience), q.position, q.id
  `);

export type RunningAd = {
  id: number;
  title: string;
  text: string;
  link: string;
  label: string;
  alt: string;
  image: ImageRow;
};

/** Released ads that run on this day. */
export const runningAds = (tx: Tx, today: Day) =>
  tx.many<RunningAd>(sql`
    select a.id, a.title, a.text, a.link, a.label, a.alt,
      jsonb_build_object('id', i.id, 'width', i.width, 'height', i.height, 'alt', i.alt,
        'focalX', i.focal_x, 'focalY', i.focal_y) as image
    from content.ad a join content.image i on i.id = a.image_id
    where a.deleted_at is null and a.released and a.starts_on <= ${today}
      and (a.ends_on is null or a.ends_on >= ${today})
    order by a.position, a.id
  `);

/** Target of a vote, if it is publicly visible. */
export const votable = (tx: Tx, kind: 'question' | 'article', id: string) =>
  tx.maybe<{ id: number }>(sql`
    select q.id from content.question q
    where ${kind} = 'question' and q.slug = ${id} and q.published and q.deleted_at is null
    union all
    select a.id from content.article a
    where ${kind} = 'article' and a.id::text = ${id} and a.status = 'published' and a.deleted_at
      is null
  `);

export const putVote = (
  tx: Tx,
  vote: {
    kind: 'question' | 'article';
    id: number;
    visitor: Buffer;
    helpful: boolean;
    now: Date;
  },
) =>
  tx.run(sql`
    insert into content.vote (kind, subject_id, visitor, helpful, at)
    values (${vote.kind}, ${vote.id}, ${vote.visitor}, ${vote.helpful}, ${vote.now})
    on conflict (kind, subject_id, visitor)
      do update set helpful = excluded.helpful, at = excluded.at
  `);

export const synonymGroups = async (tx: Tx): Promise<string[][]> =>
  (await tx.one<{ groups: string[][] }>(sql`select groups from content.synonyms`)).groups;

export type HitRow = {
  kind: 'question' | 'article' | 'policy';
  id: number;
  title: string;
  body: string;
  /** Slug (questions and policies), audience (questions) and type (articles) of the entry. */
  slug: string | null;
  audience: QuestionAudience | null;
  category: string;
  type: 'article' | 'news' | 'story' | null;
};

/** Entries that are public on the given day, with the fields that a link to each needs. */
const visible = (today: Day) => sql`(
  select e.kind, e.subject_id, q.id, e.title, e.body, e.words, e.pairs,
    q.slug,
    q.audience, q.category, null::text as type, q.popular::integer as weight
  from content.entry e join content.question q on q.id = e.subject_id
  where e.kind = 'question' and q.published and q.deleted_at is null
  union all
  select e.kind, e.subject_id, a.id, e.title, e.body, e.words, e.pairs,
    null, null, a.category, a.type, 0
  from content.entry e join content.article a on a.id = e.subject_id
  where e.kind = 'article' and a.status = 'published' and a.deleted_at is null
  union all
  select e.kind, e.subject_id, p.id, e.title, e.body, e.words, e.pairs,
    p.slug, null, p.category, null, 0
  from content.entry e
  join content.policy_version v on v.id = e.subject_id
  join content.policy p on p.id = v.policy_id
  where e.kind = 'policy' and v.id = (
    select c.id from content.policy_version c
    where c.policy_id = p.id and c.state = 'approved' and c.effective_on <= ${today}
    order by c.number desc limit 1)
) v`;
const hitColumns = sql`v.kind, v.id, v.title, v.body, v.slug, v.audience, v.category, v.type`;

/**
 * Finds entries that contain, for every word, the word or a synonym: with the trigram index for
 * words of three and more characters, with bigrams for words of two. Entries with more of the words
 * in their titles come first. `patterns` are the spellings as ILIKE patterns; `words` gives for
 * each spelling the number of its word.
 */
export const entriesWith = (
  tx: Tx,
  of: {
    today: Day;
    words: readonly number[];
    spellings: readonly string[];
    patterns: readonly string[];
    limit: number;
  },
) =>
  tx.many<HitRow>(sql`
    with asked as (
      select * from unnest(${of.words}::integer[], ${of.spellings}::text[],
        ${of.patterns}::text[]) as u (word, spelling, pattern)
    ), hit as (
      select a.word, e.kind, e.subject_id from asked a
      join content.entry e on char_length(a.spelling) <> 2 and e.words ilike a.pattern
      union
      select a.word, e.kind, e.subject_id from asked a
      join content.entry e on char_length(a.spelling) = 2
        and e.pairs @> content.bigrams(a.spelling) and e.words ilike a.pattern
    ), whole as (
      select kind, subject_id from hit group by kind, subject_id
      having count(distinct word) = (select count(distinct word) from asked)
    )
    select ${hitColumns} from whole w join ${visible(of.today)} using (kind, subject_id)
    order by (select count(distinct a.word) from asked a where v.title ilike a.pattern) desc,
      v.weight desc, v.kind, v.id
    limit ${of.limit}
  `);

/**
 * Finds entries that contain at least half of the search terms; used if no entry contains all
 * words. Entries with the most terms, and with terms in their titles, come first. `patterns` are
 * spellings as ILIKE patterns; `things` gives for each spelling the number of its term.
 */
export const entriesNear = (
  tx: Tx,
  of: { today: Day; things: readonly number[]; patterns: readonly string[]; limit: number },
) =>
  tx.many<HitRow>(sql`
    with asked as (
      select * from unnest(${of.things}::integer[], ${of.patterns}::text[]) as u (thing, pattern)
    ), hit as (
      select a.thing, e.kind, e.subject_id, bool_or(e.title ilike a.pattern) as titled
      from asked a join content.entry e on e.words ilike a.pattern
      group by a.thing, e.kind, e.subject_id
    ), near as (
      select kind, subject_id, count(*) as shared, count(*) filter (where titled) as titled
      from hit group by kind, subject_id
      having 2 * count(*) >= (select count(distinct thing) from asked)
    )
    select ${hitColumns} from near n join ${visible(of.today)} using (kind, subject_id)
    order by n.shared + n.titled desc, v.weight desc, v.kind, v.id
    limit ${of.limit}
  `);

/**
 * Adds a text to the search index. Whether the text is public is not stored in the index but looked
 * up in the text's own table.
 */
export const putEntry = (
  tx: Tx,
  entry: { kind: HitRow['kind']; id: number; title: string; body: string },
) =>
  tx.run(sql`
    insert into content.entry (kind, subject_id, title, body) values (${entry.kind},
      ${entry.id}, ${entry.title}, ${entry.body})
    on conflict (kind, subject_id) do update set title = excluded.title, body = excluded.body
  `);

/** Records that public content has changed, which invalidates cached pages. */
export const bumpStamp = (tx: Tx) => tx.run(sql`update content.stamp set stamp = stamp + 1`);

export const readStamp = async (tx: Tx): Promise<number> =>
  (await tx.one<{ stamp: number }>(sql`select stamp from content.stamp`)).stamp;
