// SQL of policies in the back office: versions, drafts, and the decisions about them.
import type { PolicyFields, PolicyFilter } from '#contract/content/support.ts';
import type { policyCategories } from '#contract/content/shapes.ts';
import type { Day } from '#contract/core/day.ts';
import type { VersionMove, VersionState } from '#contract/core/versioned.ts';
import type { Tx } from '../../database/db.ts';
import { allOf, keyset, limitOf, type Part, sql, when } from '../../database/sql.ts';

export type OfficePolicy = {
  id: number;
  slug: string;
  category: (typeof policyCategories)[number];
};

export type ListedPolicy = OfficePolicy & {
  title: string;
  current: number | null;
  effectiveOn: Day | null;
  coming: { number: number; state: OfficeVersion['state']; effectiveOn: Day } | null;
};

const inPosition = keyset('asc', { position: sql`p.position`, id: sql`p.id` });

/**
 * Returns each policy with the version in force on `today` and the newest version not in force yet;
 * `q` is an ILIKE pattern.
 */
export const listedPolicies = (
  tx: Tx,
  { category, q }: PolicyFilter,
  today: Day,
  part: Part<{ id: number; position: number }>,
) =>
  tx.many<ListedPolicy & { position: number; total: number }>(sql`
    select p.id, p.position, p.slug, p.category, coalesce(c.title, n.title, p.slug) as title,
      c.number as current, c.effective_on, n.coming, count(*) over ()::integer as total
    from content.policy p
    left join lateral (
      select v.title, v.number, v.effective_on from content.policy_version v
      where v.policy_id = p.id and v.state = 'approved' and v.effective_on <= ${today}
      order by v.number desc limit 1
    ) c on true
    left join lateral (
      select v.title, jsonb_build_object('number', v.number, 'state', v.state,
        'effectiveOn', v.effective_on) as coming
      from content.policy_version v
      where v.policy_id = p.id and (v.state <> 'approved' or v.effective_on > ${today})
      order by v.number desc limit 1
    ) n on true
    where ${allOf([
      when(category, sql`p.category = ${category}`),
      when(q, sql`coalesce(c.title, n.title, p.slug) ilike ${q}`),
      inPosition.after(part),
    ])}
    order by ${inPosition.order} ${limitOf(part)}
  `);

/** Locks a policy, so that its versions are made one after the other. */
export const lockPolicy = (tx: Tx, id: number) =>
  tx.maybe<OfficePolicy>(
    sql`select id, slug, category from content.policy where id = ${id} for update`,
  );

export type OfficeVersion = PolicyFields & {
  id: number;
  policyId: number;
  number: number;
  state: VersionState;
  maker: string | null;
  makerId: number | null;
  checker: string | null;
  reason: string | null;
  version: number;
};

/** Versions of one policy, newest first. */
export const officeVersions = (tx: Tx, policyId: number) =>
  tx.many<OfficeVersion>(sql`
    select v.id, v.policy_id, v.number, v.title, v.summary, v.body, v.effective_on, v.state,
      m.name as maker, v.maker_id, c.name as checker, v.reason, v.version
    from content.policy_version v
    left join identity.operator m on m.id = v.maker_id
    left join identity.operator c on c.id = v.checker_id
    where v.policy_id = ${policyId} order by v.number desc
  `);

/** Adds a policy; returns null if the slug is taken. */
export const insertPolicy = (tx: Tx, of: { slug: string; category: string }) =>
  tx.maybe<{ id: number }>(sql`
    insert into content.policy (slug, category, position)
    select ${of.slug}, ${of.category}, coalesce(max(position), 0) + 1 from content.policy
    on conflict (slug) do nothing returning id
  `);

type Draft = PolicyFields & { now: Date; makerId: number };

export const insertVersion = (tx: Tx, policyId: number, of: Draft) =>
  tx.one<{ id: number; number: number }>(sql`
    insert into content.policy_version (policy_id, number, title, summary, body, effective_on,
      state, maker_id, updated_at)
    select ${policyId}, coalesce(max(number), 0) + 1, ${of.title}, ${of.summary}, ${of.body},
      ${of.effectiveOn}::date, 'draft', ${of.makerId}, ${of.now}
    from content.policy_version where policy_id = ${policyId}
    returning id, number
  `);

export const updateVersion = (tx: Tx, id: number, of: Draft) =>
  tx.run(sql`
    update content.policy_version set title = ${of.title}, summary = ${of.summary}, body =
      ${of.body}, effective_on = ${of.effectiveOn},
      maker_id = ${of.makerId}, updated_at = ${of.now}, state = 'draft', reason = null, version
        = version + 1
    where id = ${id}
  `);

/**
 * Sets the state of a version that is not approved yet, with the person who decided and, if it was
 * returned, the reason.
 */
export const setVersionState = (tx: Tx, of: VersionMove) =>
  tx.run(sql`
    update content.policy_version set state = ${of.state}, checker_id = ${of.checkerId}, reason
      = ${of.reason}, updated_at = ${of.now},
    version = version + 1 where id = ${of.id}
  `);

export const versionById = (tx: Tx, id: number) =>
  tx.maybe<{
    policyId: number;
    number: number;
    effectiveOn: Day;
    state: OfficeVersion['state'];
  }>(sql`
    select policy_id, number, effective_on, state
    from content.policy_version where id = ${id}
  `);
