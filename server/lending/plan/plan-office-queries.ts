// SQL of plan administration: versions, the draft, its approval, and its effective day.
import type { Day } from '#contract/core/day.ts';
import { INVESTOR_FEE_BPS } from '#contract/law/distribution.ts';
import type { PlanState } from '#contract/lending/plans.ts';
import type { VersionMove } from '#contract/core/versioned.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';
import type { PlanRow } from './plan-queries.ts';

/**
 * The fields of a version on which two persons agree. Amounts in NT$, rates and fees in basis
 * points.
 */
export type PlanTermsRow = Omit<PlanRow, 'id' | 'version' | 'investorFeeBps'> & {
  position: number;
  enabled: boolean;
  effectiveOn: Day;
  summary: string;
};

export type PlanVersionRow = PlanTermsRow & {
  id: number;
  /** The id of the plan's first version, used as the id of the plan. */
  planId: number;
  number: number;
  state: PlanState;
  current: boolean;
  investorFeeBps: number;
  maker: string | null;
  makerId: number | null;
  checker: string | null;
  approvedAt: Date | null;
  inForceAt: Date | null;
  reason: string | null;
  recalledAt: Date | null;
  recalledBy: string | null;
  recallChecker: string | null;
  recallReason: string | null;
  /** The open task of a second person, if a recall was proposed. */
  recallTaskId: number | null;
  loans: number;
  version: number;
};

/** Ensures that drafting, approving and activating versions of plans run one after the other. */
export const lockPlans = (tx: Tx) => tx.one(sql`select pg_advisory_xact_lock(33, 1)`);

/** Returns the versions of every plan in the menu's order, or of one plan, newest first. */
export const planVersions = (tx: Tx, planId: number | null) =>
  tx.many<PlanVersionRow>(sql`
    select p.id, f.id as plan_id, p.slug, p.version as number, p.list_name,
      p.sort_order as position, p.enabled, p.current, p.occupations, p.amount_min, p.amount_max,
      p.amount_step, p.rate_min_bps, p.rate_max_bps, p.installments, p.platform_fee_bps,
      p.platform_fee_min, p.investor_fee_bps, p.words, p.state,
      coalesce(p.effective_on, (p.created_at at time zone 'Asia/Taipei')::date) as effective_on,
      p.summary, m.name as maker, p.maker_id, c.name as checker, p.reason,
      coalesce(p.recalled_at, t.created_at) as recalled_at, r.name as recalled_by,
      rc.name as recall_checker, t.id as recall_task_id,
      coalesce(p.recall_reason, t.detail ->> 'reason') as recall_reason, p.approved_at,
      p.in_force_at, p.edition as version,
      (select count(*) from lending.loan l where l.plan_id = p.id)::int as loans
    from lending.plan p
      join lending.plan f on f.slug = p.slug and f.version = 1
      left join identity.operator m on m.id = p.maker_id
      left join identity.operator c on c.id = p.checker_id
      left join tasks.task t on t.kind = 'plan_recall' and t.subject_type = 'plan_version'
        and t.subject_id = p.id and t.status = 'open'
      left join identity.operator r on r.id = coalesce(p.recalled_by, t.maker_id)
      left join identity.operator rc on rc.id = p.recall_checker_id
    where ${planId}::bigint is null or f.id = ${planId}
    order by (select min(o.sort_order) from lending.plan o where o.slug = p.slug), f.id,
      p.version desc
  `);

export const isSlugTaken = async (tx: Tx, slug: string): Promise<boolean> =>
  (await tx.maybe(sql`select 1 from lending.plan where slug = ${slug} limit 1`)) !== null;

type Draft = PlanTermsRow & { makerId: number; now: Date };

/** Inserts the next version of a slug; the investors' fee is copied from the last version. */
export const insertPlanVersion = (tx: Tx, of: Draft) =>
  tx.one<{ id: number; number: number }>(sql`
    insert into lending.plan (slug, sort_order, enabled, list_name, amount_min, amount_max,
      amount_step, rate_min_bps, rate_max_bps, installments, platform_fee_bps, platform_fee_min,
      occupations, words, effective_on, summary, maker_id, updated_at, created_at, version,
      state, current, investor_fee_bps)
    select ${of.slug}, ${of.position}, ${of.enabled}, ${of.listName}, ${of.amountMin},
      ${of.amountMax}, ${of.amountStep}, ${of.rateMinBps}, ${of.rateMaxBps}, ${of.installments},
      ${of.platformFeeBps}, ${of.platformFeeMin}, ${of.occupations}, ${JSON.stringify(of.words)},
      ${of.effectiveOn}, ${of.summary}, ${of.makerId}, ${of.now}, ${of.now},
      coalesce(max(version), 0) + 1, 'draft', false,
      coalesce((array_agg(investor_fee_bps order by version desc))[1], ${INVESTOR_FEE_BPS})
    from lending.plan where slug = ${of.slug}
    returning id, version as number
  `);

export const updatePlanVersion = (tx: Tx, id: number, of: Draft) =>
  tx.run(sql`
    update lending.plan set slug = ${of.slug}, sort_order = ${of.position},
      enabled = ${of.enabled}, list_name = ${of.listName},
      amount_min = ${of.amountMin}, amount_max = ${of.amountMax}, amount_step = ${of.amountStep},
        rate_min_bps = ${of.rateMinBps}, rate_max_bps = ${of.rateMaxBps},
      installments = ${of.installments}, platform_fee_bps = ${of.platformFeeBps},
        platform_fee_min = ${of.platformFeeMin}, occupations = ${of.occupations},
      words = ${JSON.stringify(of.words)}, effective_on = ${of.effectiveOn},
        summary = ${of.summary}, maker_id = ${of.makerId}, updated_at = ${of.now},
      state = 'draft', reason = null, edition = edition + 1
    where id = ${id}
  `);

export const deletePlanVersion = (tx: Tx, id: number) =>
  tx.run(sql`delete from lending.plan where id = ${id}`);

/**
 * Sets the state of a version that is not approved yet, with the person who decided and, if it was
 * returned, the reason.
 */
export const setPlanState = (tx: Tx, of: VersionMove) =>
  tx.run(sql`
    update lending.plan set state = ${of.state}, checker_id = ${of.checkerId}, reason =
      ${of.reason}, updated_at = ${of.now},
      approved_at = case when ${of.state} = 'approved' then ${of.now}::timestamptz end, edition
        = edition + 1
    where id = ${of.id}
  `);

/** Recalls a version permanently, with the persons who proposed and approved the recall. */
export const recallVersion = (
  tx: Tx,
  of: { id: number; by: number; checkerId: number; reason: string; now: Date },
) =>
  tx.run(sql`
    update lending.plan set state = 'recalled', recalled_at = ${of.now}, recalled_by = ${of.by},
      recall_checker_id = ${of.checkerId}, recall_reason = ${of.reason}
    where id = ${of.id}
  `);

/**
 * Returns versions whose effective day has come while a proposal to recall them still waits for its
 * decision.
 */
export const dueRecalls = (tx: Tx, today: Day) =>
  tx.many<{ id: number }>(sql`
    select p.id from lending.plan p
      join tasks.task t on t.kind = 'plan_recall' and t.subject_type = 'plan_version'
        and t.subject_id = p.id and t.status = 'open'
    where p.effective_on <= ${today} order by p.id
  `);

/**
 * Returns approved versions whose effective day has come, in the order in which they take effect.
 */
export const duePlans = (tx: Tx, today: Day) =>
  tx.many<{ id: number; planId: number; slug: string; number: number; enabled: boolean }>(sql`
    select p.id, f.id as plan_id, p.slug, p.version as number, p.enabled from lending.plan p
      join lending.plan f on f.slug = p.slug and f.version = 1
    where p.state = 'approved' and p.in_force_at is null and p.effective_on <= ${today}
    order by p.effective_on, p.version, p.id
  `);

/**
 * Makes this the only version of a slug in force. Returns the number of the previous one, or null
 * for the first.
 */
export async function putInForce(
  tx: Tx,
  of: { id: number; slug: string; now: Date },
): Promise<number | null> {
  const before = await tx.maybe<{ number: number }>(sql`
    update lending.plan set current = false where slug = ${of.slug} and current
    returning version as number
  `);
  await tx.run(sql`
    update lending.plan set current = true, in_force_at = ${of.now} where id = ${of.id}
  `);
  return before?.number ?? null;
}
