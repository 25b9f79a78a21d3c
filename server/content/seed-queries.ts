// SQL that loads the built-in content without overwriting what editors have changed.
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import type { Day } from '#contract/core/day.ts';

/** Returns the hash of the files that were loaded last; null if none were. */
export const loadedHash = async (tx: Tx): Promise<string | null> =>
  (await tx.maybe<{ hash: string }>(sql`select hash from content.loaded`))?.hash ?? null;

export const putLoadedHash = (tx: Tx, hash: string) =>
  tx.run(sql`
    insert into content.loaded (hash) values (${hash})
    on conflict (one) do update set hash = excluded.hash
  `);

/** Ensures that two processes that start at once load the content one after the other. */
export const lockLoading = (tx: Tx) => tx.one(sql`select pg_advisory_xact_lock(24, 1)`);

/**
 * Returns the id of the picture for a drawing and a seed; the same pair always gives the same
 * picture.
 */
export async function drawnImage(
  tx: Tx,
  of: { drawing: string; seed: number; width: number; height: number; alt: string; now: Date },
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into content.image (drawing, seed, width, height, alt, created_at)
    values (${of.drawing}, ${of.seed}, ${of.width}, ${of.height}, ${of.alt}, ${of.now})
    on conflict (drawing, seed) do update set width = excluded.width returning id
  `);
  return id;
}

export type SeedArticle = {
  id: number;
  type: string;
  status: 'published' | 'scheduled';
  title: string;
  excerpt: string;
  category: string;
  author: string;
  audience: string;
  body: string;
  coverId: number;
  related: number[];
  person: string | null;
  role: string | null;
  quote: string | null;
  publishAt: Date | string;
  revisedAt: Date | string | null;
  hash: string;
};

/**
 * Inserts or updates an article unless an editor changed it; returns the number of rows written.
 */
export const putSeedArticle = (tx: Tx, of: SeedArticle) =>
  tx.run(sql`
    insert into content.article as a (id, type, status, title, excerpt, category, author,
      audience,
      body, cover_id, related, person, role, quote, publish_at, revised_at, updated_at, seed_hash)
    values (${of.id}, ${of.type}, ${of.status}, ${of.title}, ${of.excerpt}, ${of.category},
      ${of.author}, ${of.audience}, ${of.body}, ${of.coverId}, ${of.related}, ${of.person},
      ${of.role}, ${of.quote}, ${of.publishAt}::timestamptz,
      ${of.revisedAt}::timestamptz, coalesce(${of.revisedAt}::timestamptz,
      ${of.publishAt}::timestamptz), ${of.hash})
    on conflict (id) do update set title = excluded.title, excerpt = excluded.excerpt,
      category = excluded.category, author = excluded.author, audience = excluded.audience,
      body = excluded.body, cover_id = excluded.cover_id, related = excluded.related,
      person = excluded.person, role = excluded.role, quote = excluded.quote,
      publish_at = excluded.publish_at, revised_at = excluded.revised_at,
      updated_at = excluded.updated_at, seed_hash = excluded.seed_hash, version = a.version + 1
      where a.seed_hash is not null and a.seed_hash <> excluded.seed_hash
  `);

export type SeedQuestion = {
  slug: string;
  audience: string;
  category: string;
  question: string;
  answer: string;
  popular: boolean;
  position: number;
  updatedAt: Date | string;
  hash: string;
};

/** Inserts or updates a question; returns its id, or null if an editor changed it. */
export const putSeedQuestion = (tx: Tx, of: SeedQuestion) =>
  tx.maybe<{ id: number }>(sql`
    insert into content.question as q
      (slug, audience, category, question, answer, popular, published, position, updated_at,
       seed_hash)
    values (${of.slug}, ${of.audience}, ${of.category}, ${of.question}, ${of.answer},
      ${of.popular}, true, ${of.position}, ${of.updatedAt}, ${of.hash})
    on conflict (slug) do update set audience = excluded.audience, category = excluded.category,
      question = excluded.question, answer = excluded.answer, popular = excluded.popular,
      position = excluded.position, updated_at = excluded.updated_at,
      seed_hash = excluded.seed_hash, version = q.version + 1
      where q.seed_hash is not null and q.seed_hash <> excluded.seed_hash
    returning id
  `);

export type SeedAd = {
  id: number;
  title: string;
  text: string;
  link: string;
  label: string;
  imageId: number;
  alt: string;
  startsOn: string;
  endsOn: string | null;
  position: number;
  now: Date;
  hash: string;
};

export const putSeedAd = (tx: Tx, of: SeedAd) =>
  tx.run(sql`
    insert into content.ad as a (id, title, text, link, label, image_id, alt, starts_on, ends_on,
      position, released, updated_at, seed_hash)
    values (${of.id}, ${of.title}, ${of.text}, ${of.link}, ${of.label}, ${of.imageId},
      ${of.alt}, ${of.startsOn}, ${of.endsOn}, ${of.position}, true, ${of.now}, ${of.hash})
    on conflict (id) do update set title = excluded.title, text = excluded.text,
      link = excluded.link, label = excluded.label, image_id = excluded.image_id,
      alt = excluded.alt, starts_on = excluded.starts_on, ends_on = excluded.ends_on,
      position = excluded.position, seed_hash = excluded.seed_hash, version = a.version + 1
      where a.seed_hash is not null and a.seed_hash <> excluded.seed_hash
  `);

/** Stores a built-in policy under its id, which is also its sort position. */
export const putSeedPolicy = (tx: Tx, of: { id: number; slug: string; category: string }) =>
  tx.run(sql`
    insert into content.policy (id, slug, category, position) values (${of.id}, ${of.slug},
      ${of.category}, ${of.id})
    on conflict do nothing
  `);

/**
 * Inserts a version; an existing version number stays unchanged, because an approved version never
 * changes.
 */
export const putSeedVersion = (
  tx: Tx,
  of: {
    policyId: number;
    number: number;
    title: string;
    summary: string;
    body: string;
    effectiveOn: Day;
    now: Date;
  },
) =>
  tx.maybe<{ id: number }>(sql`
    insert into content.policy_version
      (policy_id, number, title, summary, body, effective_on, state, updated_at)
    values (${of.policyId}, ${of.number}, ${of.title}, ${of.summary}, ${of.body},
      ${of.effectiveOn}, 'approved', ${of.now})
    on conflict do nothing returning id
  `);

/** Stores the built-in synonym groups unless an editor changed them. */
export const putSeedSynonyms = (tx: Tx, groups: readonly (readonly string[])[], hash: string) =>
  tx.run(sql`
    update content.synonyms set groups = ${JSON.stringify(groups)}, seed_hash = ${hash}
    where version = 1 and seed_hash is distinct from ${hash}
  `);
