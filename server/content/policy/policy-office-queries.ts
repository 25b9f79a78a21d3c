// SQL of policies at the office: their versions, the one in the making, its decision.
import type { PolicyFields, PolicyFilter } from '#contract/content/support.ts';
import type { policyCategories } from '#contract/content/shapes.ts';
import type { Day } from '#contract/core/day.ts';
import type { VersionMove, VersionState } from '#contract/core/versioned.ts';
import type { Tx } from '../../database/db.ts';

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

/** Each with the version in force on `today` and the newest that is not yet; `q` is a pattern. */
export const listedPolicies = (
  tx: Tx,
  { category, q }: PolicyFilter,
  of: {
    today: Day;
    limit: number;
    offset?: number;
    /** The last one that was given, of a table. */
    after?: number | null;
  },
) =>
  tx.many<ListedPolicy & { total: number }>(
    'content.listedPolicies',
    `select p.id, p.slug, p.category, coalesce(c.title, n.title, p.slug) as title,
       c.number as current, c.effective_on as "effectiveOn", n.coming,
       count(*) over ()::integer as total
     from content.policy p
     left join lateral (
       select v.title, v.number, v.effective_on from content.policy_version v
       where v.policy_id = p.id and v.state = 'approved' and v.effective_on <= $3
       order by v.number desc limit 1
     ) c on true
     left join lateral (
       select v.title, jsonb_build_object('number', v.number, 'state', v.state,
         'effectiveOn', v.effective_on) as coming
       from content.policy_version v
       where v.policy_id = p.id and (v.state <> 'approved' or v.effective_on > $3)
       order by v.number desc limit 1
     ) n on true
     where ($1::text is null or p.category = $1)
       and ($2::text is null or coalesce(c.title, n.title, p.slug) ilike $2)
       and ($6::bigint is null or (p.position, p.id) > (
         select position, id from content.policy where id = $6))
     order by p.position, p.id limit $4 offset $5`,
    [category ?? null, q ?? null, of.today, of.limit, of.offset ?? 0, of.after ?? null],
  );

/** Under its lock: versions of one policy are made in turn. */
export const lockPolicy = (tx: Tx, id: number) =>
  tx.maybe<OfficePolicy>(
    'content.lockPolicy',
    'select id, slug, category from content.policy where id = $1 for update',
    [id],
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

/** Of one policy, newest first. */
export const officeVersions = (tx: Tx, policyId: number) =>
  tx.many<OfficeVersion>(
    'content.officeVersions',
    `select v.id, v.policy_id as "policyId", v.number, v.title, v.summary, v.body,
       v.effective_on as "effectiveOn", v.state, m.name as maker, v.maker_id as "makerId",
       c.name as checker, v.reason, v.version
     from content.policy_version v
     left join identity.operator m on m.id = v.maker_id
     left join identity.operator c on c.id = v.checker_id
     where v.policy_id = $1 order by v.number desc`,
    [policyId],
  );

/** Null where the slug is taken. */
export const insertPolicy = (tx: Tx, of: { slug: string; category: string }) =>
  tx.maybe<{ id: number }>(
    'content.insertPolicy',
    `insert into content.policy (slug, category, position)
     select $1, $2, coalesce(max(position), 0) + 1 from content.policy
     on conflict (slug) do nothing returning id`,
    [of.slug, of.category],
  );

type Draft = PolicyFields & { now: Date; makerId: number };

export const insertVersion = (tx: Tx, policyId: number, of: Draft) =>
  tx.one<{ id: number; number: number }>(
    'content.insertVersion',
    `insert into content.policy_version (policy_id, number, title, summary, body, effective_on,
       state, maker_id, updated_at)
     select $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5::date, 'draft', $6, $7
     from content.policy_version where policy_id = $1
     returning id, number`,
    [policyId, of.title, of.summary, of.body, of.effectiveOn, of.makerId, of.now],
  );

export const updateVersion = (tx: Tx, id: number, of: Draft) =>
  tx.run(
    'content.updateVersion',
    `update content.policy_version set title = $2, summary = $3, body = $4, effective_on = $5,
       maker_id = $6, updated_at = $7, state = 'draft', reason = null, version = version + 1
     where id = $1`,
    [id, of.title, of.summary, of.body, of.effectiveOn, of.makerId, of.now],
  );

/** The state of a version that is not approved yet; who decided, and why it was returned. */
export const setVersionState = (tx: Tx, of: VersionMove) =>
  tx.run(
    'content.setVersionState',
    `update content.policy_version set state = $2, checker_id = $3, reason = $4, updated_at = $5,
       version = version + 1 where id = $1`,
    [of.id, of.state, of.checkerId, of.reason, of.now],
  );

export const versionById = (tx: Tx, id: number) =>
  tx.maybe<{ policyId: number; number: number; effectiveOn: Day; state: OfficeVersion['state'] }>(
    'content.versionById',
    `select policy_id as "policyId", number, effective_on as "effectiveOn", state
     from content.policy_version where id = $1`,
    [id],
  );
