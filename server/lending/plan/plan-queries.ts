// SQL of plans and scorecards.
import type { Money } from '#contract/core/money.ts';
import type { PlanWords } from './first-plans.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

/** Amounts are NT$, rates and fees basis points, occupations group × 100 + position. */
export type PlanRow = {
  id: number;
  slug: string;
  version: number;
  listName: string;
  amountMin: Money;
  amountMax: Money;
  amountStep: Money;
  rateMinBps: number;
  rateMaxBps: number;
  installments: number[];
  platformFeeBps: number;
  platformFeeMin: Money;
  investorFeeBps: number;
  occupations: number[];
  words: PlanWords;
};

const PLAN_COLUMNS = sql`id, slug, version, list_name, amount_min, amount_max, amount_step,
  rate_min_bps, rate_max_bps, installments, platform_fee_bps, platform_fee_min, investor_fee_bps,
  occupations, words`;

/** Returns the plans for which members can apply now, in the order of the menu. */
export function plansOnOffer(tx: Tx): Promise<PlanRow[]> {
  return tx.many<PlanRow>(sql`
    select ${PLAN_COLUMNS} from lending.plan where current and enabled order by
      sort_order, id
  `);
}

/** Returns a plan on offer by id or by slug. */
export function planByKey(tx: Tx, key: string): Promise<PlanRow | null> {
  const id = /^[1-9]\d{0,17}$/.test(key) ? key : null;
  return tx.maybe<PlanRow>(sql`
    select ${PLAN_COLUMNS} from lending.plan
    where current and enabled and (slug = ${key} or id = ${id}::bigint)
  `);
}

/**
 * Returns the version of a plan under which a loan was made, whether it is still offered or not.
 */
export function planById(tx: Tx, id: number): Promise<PlanRow> {
  return tx.one<PlanRow>(sql`select ${PLAN_COLUMNS} from lending.plan where id = ${id}`);
}

/** Adds the first version of a plan unless the slug exists already. */
export function insertPlan(
  tx: Tx,
  plan: {
    slug: string;
    listName: string;
    amountMin: Money;
    amountMax: Money;
    rateMinBps: number;
    rateMaxBps: number;
    installments: readonly number[];
    platformFeeBps: number;
    occupations: readonly number[];
    words: object;
  },
  sortOrder: number,
): Promise<number> {
  return tx.run(sql`
    insert into lending.plan (slug, version, sort_order, list_name, amount_min, amount_max,
      rate_min_bps, rate_max_bps, installments, platform_fee_bps, occupations, words)
    select ${plan.slug}, 1, ${sortOrder}, ${plan.listName}, ${plan.amountMin},
      ${plan.amountMax}, ${plan.rateMinBps}, ${plan.rateMaxBps}, ${plan.installments},
      ${plan.platformFeeBps}, ${plan.occupations}, ${JSON.stringify(plan.words)}
    where not exists (select from lending.plan where slug = ${plan.slug})
    on conflict do nothing
  `);
}

export function insertScorecard(tx: Tx, version: number, card: object): Promise<number> {
  return tx.run(sql`
    insert into lending.scorecard (version, card) values (${version}, ${JSON.stringify(card)})
      on conflict do nothing
  `);
}

/** Returns the scorecard in force, which is the newest. */
export function newestScorecard<Card>(tx: Tx) {
  return tx.maybe<{ version: number; card: Card }>(
    sql`select version, card from lending.scorecard order by version desc limit 1`,
  );
}

/** Returns how many cases of a plan in all its versions, or of all plans, are open and lack. */
export const openCasesOf = (tx: Tx, slug: string | null) =>
  tx.one<{ openCases: number; openAmount: Money }>(sql`
    select count(*)::int as open_cases,
      coalesce(sum(f.target - f.reserved - f.paid), 0)::bigint as open_amount
    from lending.loan l join lending.plan p on p.id = l.plan_id
      left join investing.funding f on f.loan_id = l.id
    where l.status = 40 and (${slug}::text is null or p.slug = ${slug})
  `);

/** Returns the number of open cases of each plan. */
export function openCasesByPlan(tx: Tx): Promise<{ slug: string; count: number }[]> {
  return tx.many<{ slug: string; count: number }>(sql`
    select p.slug, count(*)::int as count from lending.loan l
    join lending.plan p on p.id = l.plan_id where l.status = 40 group by p.slug
  `);
}

/**
 * Returns open cases to highlight: pinned ones, then cases that are nearly full, then those that
 * end soonest.
 */
export function highlightsOf(tx: Tx, now: Date, most: number) {
  return tx.many<{
    id: number;
    planSlug: string;
    planName: string;
    grade: string;
    rateBps: number;
    installments: number;
    amountVal: Money;
    progress: number;
    endsAt: Date;
  }>(sql`
    select l.id, p.slug as plan_slug, p.list_name as plan_name, l.grade, l.rate_bps as
      rate_bps, l.installments, l.amount as amount_val,
      (f.reserved + f.paid) * 100 / f.target as progress, l.ends_at
    from lending.loan l join lending.plan p on p.id = l.plan_id
      join investing.funding f on f.loan_id = l.id
    where l.status = 40 and l.ends_at > ${now}
    order by l.pinned desc, (f.reserved + f.paid) * 10 > f.target * 7 desc, l.ends_at, l.id
    limit ${most}
  `);
}
