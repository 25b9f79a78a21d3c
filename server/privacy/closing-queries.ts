// SQL of what prevents closing an account, and of the first day on which it can be closed.
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

export type Obstacles = {
  LOAN: boolean;
  ORDERS: boolean;
  HOLDINGS: boolean;
  REFUNDS: boolean;
  PAYOUTS: boolean;
};

/**
 * Reads what prevents closing: money in transit in either direction, and debts that are still being
 * collected.
 */
export const readObstacles = (tx: Tx, memberId: number) =>
  tx.one<Obstacles>(sql`
    select
    exists (select from lending.loan where member_id = ${memberId}
      and status in (10, 15, 20, 30, 40, 50, 55, 60, 61, 65, 70, 75, 80, 95)) as "LOAN",
    exists (select from investing."order" where member_id = ${memberId}
      and stored_status in (0, 5, 10)) as "ORDERS",
    exists (select from servicing.share where member_id = ${memberId} and remaining > 0)
      or exists (select from investing."order" o join lending.loan l on l.id = o.loan_id
        where o.member_id = ${memberId} and o.stored_status = 20 and l.status <> 90) as
          "HOLDINGS",
    exists (select from investing.refund where member_id = ${memberId} and status <> 'confirmed'
        and amount > 0)
      or exists (select from investing."order" where member_id = ${memberId} and stored_status =
        60)
      as "REFUNDS",
    exists (select from servicing.payout where member_id = ${memberId} and status <> 'confirmed')
      or exists (select from servicing.distribution where member_id = ${memberId} and payout_id
        is null
        and principal + interest + late_interest + penalty + prepayment_fee > fee)
      or exists (select from banking.payment where member_id = ${memberId}
        and status in ('pending', 'sent'))
      or exists (select from ledger.account where member_id = ${memberId} and balance <> 0)
      as "PAYOUTS"
  `);

/** First day on which an obstacle can be gone; null if nobody knows. */
export type ObstacleDays = { LOAN: Day | null; ORDERS: Day | null; HOLDINGS: Day | null };

/**
 * Reads the day after the last instalment of loans and holdings that are repaid by plan, and the
 * day after the last deadline of orders; null for loans that are late, in dispute or not paid out.
 */
export const readObstacleDays = (tx: Tx, memberId: number) =>
  tx.one<ObstacleDays>(sql`
    with due as (
      select l.id, l.member_id, l.status, max(i.payable_until) + 1 as over_on
      from lending.loan l
      join servicing.instalment i on i.loan_id = l.id and i.current and i.paid_on is null
      where l.member_id = ${memberId} or l.id in (select loan_id from servicing.share
        where member_id = ${memberId} and remaining > 0)
      group by l.id
    )
    select
    (select case when bool_and(status = 60) then max(over_on) end from due
      where member_id = ${memberId}) as "LOAN",
    (select (max(case when o.stored_status = 10 then f.ends_at else o.pay_by end)
        at time zone 'Asia/Taipei')::date + 1
      from investing."order" o join investing.funding f on f.loan_id = o.loan_id
      where o.member_id = ${memberId} and o.stored_status in (0, 5, 10)) as "ORDERS",
    (select case when bool_and(status = 60) then max(over_on) end from due
      where member_id <> ${memberId}) as "HOLDINGS"
  `);
